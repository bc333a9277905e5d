import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { SessionTiming } from "#recorder/ingest/stream-session.ts";
import { eventually } from "#test/support/eventually.ts";
import { type CameraScript, closing, keyNals, type PlayedLine, slice } from "#test/support/scripted-camera.ts";
import { listen, quick } from "#test/support/stream-hubs.ts";
import { streamSpec } from "#test/support/stream-spec.ts";

const { camera, later } = closing(afterEach);

const STEP_MS = 40;
const timing: SessionTiming = { ...quick, stallMs: 400, backOffMs: [40, 60] };

/** A picture whose last unit says the connection and the number. */
function picture(line: PlayedLine, connection: number, i: number): Buffer {
  const unit = slice(i % 10 === 0);
  unit.writeUInt32BE(0x40404040 + connection * 1000 + i, unit.length - 4);
  const nals = i % 10 === 0 ? [...keyNals().slice(0, 2), unit] : [unit];
  return line.picture(nals, i * STEP_MS * 90);
}

const numbers = (heard: ReturnType<typeof listen>): number[] =>
  heard.units.map((unit) => (unit.nals.at(-1)?.readUInt32BE((unit.nals.at(-1)?.length ?? 4) - 4) ?? 0) - 0x40404040);

/** A camera whose first connection stops to send after ten pictures until it is told to give everything. */
async function stalling(more: { second?: "sends" | "silent"; answer?: CameraScript["answer"] } = {}) {
  const kept: Buffer[] = [];
  const lines: PlayedLine[] = [];
  let isStalled = true;
  const opened = await camera({
    ...(more.answer ? { answer: more.answer } : {}),
    play: (line) => {
      const connection = lines.push(line) - 1;
      if (connection > 0 && more.second === "silent") return;
      line.every(STEP_MS, (i) => {
        const bytes = picture(line, connection, i);
        if (connection > 0 || i < 10 || !isStalled) line.write(bytes);
        else kept.push(bytes);
      });
    },
  });
  const wake = (): void => {
    isStalled = false;
    for (const bytes of kept.splice(0)) lines[0]?.write(bytes);
  };
  return { opened, lines, wake };
}

function watch(url: string, more: Partial<SessionTiming> = {}) {
  const hub = new StreamHub({ ...timing, ...more });
  later(hub);
  const heard = listen(hub, "a");
  hub.setStreams([streamSpec("a", url)]);
  return { hub, heard };
}

const inARow = (list: readonly number[]): boolean => list.every((number, i) => number === (list[0] ?? 0) + i);

/** A network part that forwards, until it drops everything of the connections that are open then, both ways and without a word. */
async function dropping(to: number) {
  const pairs: Socket[][] = [];
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    const pair = [near, far];
    pairs.push(pair);
    near.on("data", (chunk) => pair.length > 0 && far.write(chunk));
    far.on("data", (chunk) => pair.length > 0 && near.write(chunk));
    for (const one of [near, far]) one.on("error", () => undefined);
    near.on("close", () => far.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  later({
    close: async () => {
      for (const one of sockets) one.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  const { port } = server.address() as AddressInfo;
  return { port, drop: () => pairs.forEach((pair) => pair.splice(0)) };
}

describe("a network that drops a connection without a word", () => {
  test("costs the time until the silence is seen, and the next connection is recorded", async () => {
    const lines: PlayedLine[] = [];
    const opened = await camera({
      play: (line) => {
        const connection = lines.push(line) - 1;
        line.every(STEP_MS, (i) => line.write(picture(line, connection, i)));
      },
    });
    const between = await dropping(Number(new URL(opened.url).port));
    const { hub, heard } = watch(opened.url.replace(/:\d+\//, `:${between.port}/`), { holdMs: 100 });
    await eventually(() => heard.units.length > 8, "pictures");
    between.drop();
    await eventually(() => numbers(heard).includes(1010), "pictures of the second connection");
    expect(lines).toHaveLength(2);
    expect(heard.breaks).toEqual(["reconnect"]);
    expect(hub.status("a")).toMatchObject({ state: "running", trouble: null });
    // Both ends of the dropped connection are closed: nothing is left behind.
    await eventually(() => lines[0]?.socket.destroyed === true, "the first one is closed");
  });
});

describe("a connection that falls silent", () => {
  test("is kept while another one is tried, and gives late what it has: nothing is missing, nothing comes twice", async () => {
    const { opened, lines, wake } = await stalling();
    const { hub, heard } = watch(opened.url, { holdMs: 60_000 });
    await eventually(() => hub.status("a")?.trouble?.code === "camera/stalled", "the silence is seen");
    expect(hub.status("a")?.state).toBe("restarting");
    await eventually(() => lines.length === 2, "another connection");
    expect(numbers(heard)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    wake();
    await eventually(() => heard.units.length > 30, "pictures");
    expect(inARow(numbers(heard))).toBe(true);
    expect(heard.breaks).toEqual([]);
    expect(hub.status("a")).toMatchObject({ state: "running", trouble: null });
    await eventually(() => lines[1]?.socket.destroyed === true, "the other one is closed");
    const dates = heard.units.map(({ wallMs }) => wallMs);
    const steps = dates.slice(1).map((date, i) => date - (dates[i] ?? 0));
    expect(Math.max(...steps)).toBeLessThan(3 * STEP_MS);
  });

  test("gives way to the other one when that delivers and it does not", async () => {
    const { opened, lines, wake } = await stalling();
    const { hub, heard } = watch(opened.url, { holdMs: 100 });
    await eventually(() => heard.units.length > 20, "pictures of the second");
    wake();
    await eventually(() => lines[0]?.socket.destroyed === true, "the first one is closed");
    const before = heard.units.length;
    await eventually(() => heard.units.length > before + 5, "more pictures");
    const [first, second] = [numbers(heard).slice(0, 10), numbers(heard).slice(10)];
    expect(first).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // What the second one sent while it was not known which would deliver is not lost, either.
    expect(second[0]).toBe(1000);
    expect(inARow(second)).toBe(true);
    expect(heard.units[10]?.key).toBe(true);
    expect(heard.breaks).toEqual(["reconnect"]);
    expect(lines).toHaveLength(2);
    expect(hub.status("a")).toMatchObject({ state: "running", trouble: null, retryCount: 1 });
  });

  test("is closed when the camera has no place for two", async () => {
    let isFirstOpen = true;
    const { opened, lines } = await stalling({
      answer: ({ method, headers }, usual) => {
        if (method !== "SETUP" || !isFirstOpen || lines.length === 0) return usual;
        return `RTSP/1.0 453 Not Enough Bandwidth\r\nCSeq: ${headers.get("cseq")}\r\n\r\n`;
      },
    });
    const { hub, heard } = watch(opened.url, { holdMs: 100 });
    await eventually(() => lines.length === 1, "the first");
    lines[0]?.socket.once("close", () => (isFirstOpen = false));
    await eventually(() => numbers(heard).includes(1005), "pictures of the second");
    expect(hub.status("a")?.state).toBe("running");
    expect(lines[0]?.socket.destroyed).toBe(true);
  });

  test("ends with its stream when the other one is silent, too, and is tried again", async () => {
    const { opened, lines } = await stalling({ second: "silent" });
    const { hub } = watch(opened.url);
    await eventually(() => lines.length >= 3, "a third connection");
    expect(lines[0]?.socket.destroyed).toBe(true);
    expect(lines[1]?.socket.destroyed).toBe(true);
    hub.setStreams([]);
    await eventually(() => lines.every(({ socket }) => socket.destroyed), "all are closed");
  });
});
