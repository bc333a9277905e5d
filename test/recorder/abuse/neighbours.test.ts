/**
 * Abuse case A15: forty hostile cameras beside a good one. The good camera's pictures keep arriving less than 100 ms
 * apart, and the forty cost little processor time. On a busy machine pictures are late for other reasons, and no
 * measurement there can tell the cause of a late picture: therefore the limit applies to the recorder's own work. A picture
 * that has come waits for the turn of the event loop that is under way. From the start of the forty, no turn may contain 100 ms
 * of our own work, and the calmest seconds with them are as even as without them.
 */
import { once } from "node:events";
import { setPriority } from "node:os";
import { fork } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { eventually } from "#test/support/eventually.ts";
import { FaultyCamera } from "#test/support/faulty-camera.ts";
import { streamSpec } from "#test/support/stream-spec.ts";

const WINDOWS = 5;
const WINDOW_MS = 2_000;
const WATCHED_MS = WINDOWS * WINDOW_MS;
const LONGEST_GAP_MS = 100;
/** the share of one processor for all forty, which connect again as often as the recorder does */
const CPU_SHARE = 0.6;
const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Between two of its ticks lies a turn of the event loop, and little more. */
const TICK_MS = 2;

/**
 * The longest time without a picture in the calmest of the next windows, and the most work of a turn in all of them, ms. `arrived` grows.
 */
async function longestGaps(arrived: readonly number[]) {
  const longest: number[] = [];
  let [mostWorkMs, tickedMs] = [0, workedMs()];
  const ticks = setInterval(() => {
    const sinceMs = tickedMs;
    tickedMs = workedMs();
    mostWorkMs = Math.max(mostWorkMs, tickedMs - sinceMs);
  }, TICK_MS);
  for (let window = 0; window < WINDOWS; window += 1) {
    const first = arrived.length - 1;
    await wait(WINDOW_MS);
    const seen = [...arrived.slice(first), performance.now()];
    longest.push(Math.max(...seen.slice(1).map((atMs, index) => atMs - (seen[index] ?? 0))));
  }
  clearInterval(ticks);
  return { calmestMs: Math.min(...longest), mostWorkMs };
}

/** The time that this process has worked. */
function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("its pictures keep coming, at little cost of processor and memory", {
  timeout: 60_000,
}, async () => {
  const hostile = fork(new URL("hostile-rtsp.mjs", import.meta.url));
  closing.push(() => void hostile.kill("SIGKILL"));
  // Cameras are other machines: the work of the hostile ones must not count as the recorder's.
  if (hostile.pid !== undefined) setPriority(hostile.pid, 19);
  const [ports] = (await once(hostile, "message")) as [number[]];
  expect(ports.length).toBeGreaterThanOrEqual(40);

  const camera = await FaultyCamera.open();
  closing.push(() => camera.close());
  const hub = new StreamHub();
  closing.push(() => hub.close());
  const arrived: number[] = [];
  hub.subscribe("good", {
    video: () => arrived.push(performance.now()),
    audio: () => undefined,
    config: () => undefined,
    discontinuity: () => undefined,
  });
  hub.setStreams([streamSpec("good", camera.url)]);
  await eventually(() => arrived.length > 25, "pictures");

  const alone = await longestGaps(arrived);
  const before = arrived.length;
  const bytes = process.memoryUsage().rss;
  const cpu = process.cpuUsage();
  const bad = ports.map((port, at) => streamSpec(`bad${at}`, `rtsp://127.0.0.1:${port}/live`));
  hub.setStreams([streamSpec("good", camera.url), ...bad]);
  const beside = await longestGaps(arrived);
  const { user, system } = process.cpuUsage(cpu);
  expect((user + system) / 1000 / WATCHED_MS).toBeLessThan(CPU_SHARE);
  expect(process.memoryUsage().rss - bytes).toBeLessThan(256 * 1024 * 1024);
  expect(arrived.length - before).toBeGreaterThan(25);
  const pictureMs = WATCHED_MS / (arrived.length - before);
  // From the moment on which the forty begin.
  expect(beside.mostWorkMs).toBeLessThan(LONGEST_GAP_MS);
  expect(beside.calmestMs).toBeLessThan(LONGEST_GAP_MS + Math.max(0, alone.calmestMs - pictureMs));
  expect(hub.status("good")).toMatchObject({ state: "running", retryCount: 0 });
  for (const { id } of bad) expect(hub.status(id)?.state, id).not.toBe("running");
});
