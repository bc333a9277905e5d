/**
 * Abuse case A15: forty cameras that lie, beside one that does not. Its pictures keep coming, and the forty cost little of the
 * processor. How far apart its pictures are is the machine's doing as much as ours, so that is no bar here.
 */
import { once } from "node:events";
import { fork } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { StreamSpec } from "#recorder/ipc/contracts.ts";
import { eventually } from "#test/support/eventually.ts";
import { FaultyCamera, LOGIN } from "#test/support/faulty-camera.ts";

const WATCHED_MS = 10_000;
/** of one processor, for all forty, knocking again as often as the recorder does */
const CPU_SHARE = 0.6;
const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const spec = (id: string, url: string): StreamSpec => ({
  id,
  cameraId: id,
  url,
  username: LOGIN.username,
  password: LOGIN.password,
  transport: "tcp",
  active: true,
  record: "proxy",
  motion: null,
});

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("its pictures keep coming, at little cost of processor and memory", {
  timeout: 60_000,
}, async () => {
  const hostile = fork(new URL("hostile-rtsp.mjs", import.meta.url));
  closing.push(() => void hostile.kill("SIGKILL"));
  const [ports] = (await once(hostile, "message")) as [number[]];
  expect(ports.length).toBeGreaterThanOrEqual(40);

  const camera = await FaultyCamera.open();
  closing.push(() => camera.close());
  const hub = new StreamHub();
  closing.push(() => hub.close());
  const arrivedMs: number[] = [];
  hub.subscribe("good", {
    video: () => arrivedMs.push(performance.now()),
    audio: () => undefined,
    config: () => undefined,
    discontinuity: () => undefined,
  });
  hub.setStreams([spec("good", camera.url)]);
  await eventually(() => arrivedMs.length > 25, "pictures");

  const before = arrivedMs.length;
  const bytes = process.memoryUsage().rss;
  const cpu = process.cpuUsage();
  const bad = ports.map((port, at) => spec(`bad${at}`, `rtsp://127.0.0.1:${port}/live`));
  hub.setStreams([spec("good", camera.url), ...bad]);
  await wait(WATCHED_MS);
  const { user, system } = process.cpuUsage(cpu);
  expect((user + system) / 1000 / WATCHED_MS).toBeLessThan(CPU_SHARE);
  expect(process.memoryUsage().rss - bytes).toBeLessThan(256 * 1024 * 1024);
  expect(arrivedMs.length - before).toBeGreaterThan(25);
  expect(hub.status("good")).toMatchObject({ state: "running", retryCount: 0 });
  for (const { id } of bad) expect(hub.status(id)?.state, id).not.toBe("running");
});
