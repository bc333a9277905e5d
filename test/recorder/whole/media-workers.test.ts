import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RtspClient } from "#recorder/ingest/sources/rtsp-client.ts";
import { defaultTiming } from "#recorder/ingest/stream-session.ts";
import { builtRecorder } from "./built-recorder.ts";
import { KillableRecorder } from "./recorder-kill.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-media-workers-"));
let tested: Awaited<ReturnType<typeof builtRecorder>>;
let recorder: KillableRecorder;

beforeAll(async () => {
  tested = await builtRecorder();
  recorder = await KillableRecorder.start(tested.built, folder, 4, 2);
}, 120_000);
afterAll(async () => {
  await recorder?.close();
  tested?.remove();
  rmSync(folder, { recursive: true, force: true });
});

it("cameras of two media processes are seen by their viewers, live and recorded, and by players at the one RTSP port", {
  timeout: 60_000,
}, async () => {
  for (const id of recorder.streams) {
    for (const transport of ["tcp", "udp"] as const) {
      let pictures = 0;
      const sink = { config() {}, video: () => (pictures += 1), audio() {}, jumped() {}, received() {}, ended() {} };
      const target = { ...(await recorder.calls.rtspOf(id)), transport };
      const player = await RtspClient.open(target, sink, defaultTiming, new AbortController().signal);
      await expect.poll(() => pictures, { timeout: 10_000 }).toBeGreaterThan(10);
      player.close();
    }
    await expect.poll(() => recorder.calls.pictureBytes(id, 0), { timeout: 10_000 }).toBeGreaterThan(1000);
    expect(await recorder.calls.pictureBytes(id, Date.now() - 2000)).toBeGreaterThan(1000);
  }
});

it("kill -9 of one of two media processes loses a second of its cameras at most, and nothing of the others", {
  timeout: 120_000,
}, async () => {
  for (const name of ["media-2", "media"] as const)
    for (const runMs of [2300, 3700]) {
      const { own, others, lostMs, othersGapMs, faults } = await recorder.killShardOnce(name, runMs);
      expect(faults).toEqual([]);
      expect(own).toBeGreaterThan(0);
      expect(others).toBeGreaterThan(0);
      expect(lostMs).toBeLessThanOrEqual(1000);
      expect(othersGapMs).toBeLessThan(100);
    }
  for (const id of recorder.streams) await expect.poll(() => recorder.calls.pictureBytes(id, 0)).toBeGreaterThan(1000);
});

it("kill -9 of all: what each process has left open is closed by it, and every file has its row", {
  timeout: 120_000,
}, async () => {
  const { lostMs, faults } = await recorder.killOnce(2300);
  expect(faults).toEqual([]);
  expect(lostMs).toBeLessThanOrEqual(1000);
  expect(await recorder.endAndCompare()).toEqual([]);
});
