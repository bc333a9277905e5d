import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { RtspRequest } from "#recorder/rtp/mount-point.ts";
import { RtspListener } from "#recorder/rtp/rtsp-listener.ts";
import { eventually } from "#test/support/eventually.ts";

const closing: (() => unknown)[] = [];
let dir: string;
let asked: string[];
let port: number;

/** Two processes: what begins with /b is the second one's. */
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "handover-"));
  asked = [];
  const socket = join(dir, "second.sock");
  const named = (name: string) => ({
    name,
    access: () => ({
      closed: () => void asked.push(`${name} closed`),
      admit: ({ method, path, address }: RtspRequest) => {
        asked.push(`${name} ${method} ${path} of ${address}`);
        return { ok: false as const, status: 404 };
      },
    }),
  });
  const elsewhere = (path: string) =>
    path.startsWith("/b") ? socket : path.startsWith("/gone") ? `${socket}.no` : null;
  const first = new RtspListener({ ...named("first"), elsewhere, firstMs: 300 });
  const second = new RtspListener(named("second"));
  const server = createServer((handed) => second.take(handed));
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  port = await first.listen(0, "127.0.0.1");
  closing.push(
    () => rmSync(dir, { recursive: true }),
    () => first.close(),
    () => second.close(),
    () => new Promise((resolve) => server.close(resolve)),
  );
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function dial(): { socket: Socket; ended: () => boolean; said: () => string } {
  let [isEnded, text] = [false, ""];
  const socket = connect(port, "127.0.0.1");
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  socket.on("close", () => (isEnded = true));
  closing.push(() => socket.destroy());
  return { socket, ended: () => isEnded, said: () => text };
}
const ask = (method: string, path: string, sequence: number): string =>
  `${method} rtsp://127.0.0.1:${port}${path} RTSP/1.0\r\nCSeq: ${sequence}\r\n\r\n`;
const answers = (text: string): string[] =>
  [...text.matchAll(/^RTSP\/1.0 (\d+).*?\r\nCSeq: (\d+)/gms)].map(([, status, sequence]) => `${status} ${sequence}`);

it.each([
  ["/a", "first"],
  ["/b", "second"],
])("a player of %s is served by the %s, with all that it asks, as who it is", async (path, name) => {
  const player = dial();
  player.socket.write(ask("OPTIONS", path, 1) + ask("DESCRIBE", `${path}?x=/a`, 2));
  await eventually(() => answers(player.said()).length === 2, "two answers");
  player.socket.write(ask("SETUP", `${path}/track0`, 3));
  await eventually(() => answers(player.said()).length === 3, "three answers");
  expect(answers(player.said())).toEqual(["200 1", "404 2", "404 3"]);
  player.socket.end();
  player.socket.destroy();
  await eventually(() => asked.includes(`${name} closed`), "closed there");
  expect(asked).toEqual([
    `${name} DESCRIBE ${path} of 127.0.0.1`,
    `${name} SETUP ${path} of 127.0.0.1`,
    `${name} closed`,
  ]);
});

it("whoever asks for methods first is answered, and served by whom the next question is for; in pieces too", async () => {
  const player = dial();
  player.socket.write("OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n");
  await eventually(() => answers(player.said()).length === 1, "an answer");
  const question = ask("OPTIONS", "", 2) + ask("DESCRIBE", "/b/live", 3);
  for (const piece of question.match(/.{1,9}/gs) ?? []) {
    player.socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(() => answers(player.said()).length === 3, "three answers");
  expect(answers(player.said())).toEqual(["200 1", "200 2", "404 3"]);
  expect(asked).toEqual(["second DESCRIBE /b/live of 127.0.0.1"]);
});

it("a player of a process that is not there is told to come again", async () => {
  const player = dial();
  player.socket.write(ask("DESCRIBE", "/gone", 7));
  await eventually(() => player.ended(), "ended");
  expect(player.said()).toContain("RTSP/1.0 503 Service Unavailable\r\nCSeq: 7\r\nRetry-After: 5");
});

it("a player is gone when the process is that had it", async () => {
  const player = dial();
  player.socket.write(ask("DESCRIBE", "/b", 1));
  await eventually(() => answers(player.said()).length === 1, "an answer");
  await closing.splice(2, 1)[0]?.();
  await eventually(() => player.ended(), "ended");
});

it("who asks nothing, or too much, has ended", async () => {
  const [silent, loud] = [dial(), dial()];
  loud.socket.write("X".repeat(17 * 1024));
  await eventually(() => silent.ended() && loud.ended(), "both ended", 3000);
  expect(asked).toEqual([]);
});
