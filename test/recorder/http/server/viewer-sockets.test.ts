import { createHash, randomBytes } from "node:crypto";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const MEGABYTE = 1024 * 1024;
const UPGRADED = "HTTP/1.1 101 Switching Protocols\r\n\r\n";

/** A replacement for `media`: it accepts an upgrade, and nothing after it. */
let house: TestHouse;
let taken: Socket | null = null;
const media = createServer((socket) => {
  taken = socket;
  socket.once("data", () => {
    socket.pause();
    socket.write(UPGRADED);
  });
});
beforeAll(async () => {
  house = await TestHouse.open();
  await house.recorder.listen();
  await new Promise<void>((resolve) => media.listen(house.services.viewerSockets[0], resolve));
});
afterAll(async () => {
  await new Promise((resolve) => media.close(resolve));
  await house.close();
});

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** A camera with that name, and a connection that has requested its pictures. */
async function openViewer(name: string): Promise<Socket> {
  const { stream } = await house.addCamera(name);
  const opened = await house.ask("POST", "/service/low-bandwidth/streams", {
    as: "admin",
    body: { streamId: stream.id },
  });
  const { host, port } = new URL(house.recorder.url);
  const viewer = connect(Number(port), "127.0.0.1");
  viewer.on("error", () => undefined);
  viewer.write(
    `GET ${opened.json<{ socket: string }>().socket} HTTP/1.1\r\nhost: ${host}\r\nconnection: Upgrade\r\n` +
      `upgrade: websocket\r\nauthorization: ${house.basic("admin")}\r\n\r\n`,
  );
  return viewer;
}

it("a websocket whose other end breaks off ends, and is told nothing in HTTP", async () => {
  const viewer = await openViewer("Gate");
  let heard = "";
  let isOver = false;
  viewer.on("data", (data) => (heard += data.toString("latin1")));
  viewer.once("close", () => (isOver = true));
  await eventually(() => heard.includes("101"), "the upgrade");
  // When a socket with unread bytes is closed, the peer sees a reset.
  for (let i = 0; i < 5; i++) await new Promise<void>((resolve) => viewer.write("unread", () => resolve()));
  taken?.destroy();
  await eventually(() => isOver, "the end");
  expect(heard).toBe(UPGRADED);
});

it("what a viewer does not read waits where it comes from, and arrives whole", async () => {
  const viewer = await openViewer("Yard");
  viewer.pause();
  await eventually(() => taken?.isPaused() === true && taken.writable && taken.bytesWritten > 0, "the upgrade");
  const sent = randomBytes(64 * MEGABYTE);
  for (let at = 0; at < sent.length; at += MEGABYTE) taken?.write(sent.subarray(at, at + MEGABYTE));
  // The recorder gets enough turns to read it all; the system's buffers hold some megabytes.
  for (let turn = 0; turn < 5000; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(taken?.writableLength).toBeGreaterThan(sent.length / 2);
  const parts: Buffer[] = [];
  let bytes = 0;
  viewer.on("data", (data: Buffer) => {
    bytes += data.length;
    parts.push(data);
  });
  viewer.resume();
  await eventually(() => bytes === UPGRADED.length + sent.length, "all of it");
  expect(hashOf(Buffer.concat(parts).subarray(UPGRADED.length))).toBe(hashOf(sent));
  viewer.destroy();
});
