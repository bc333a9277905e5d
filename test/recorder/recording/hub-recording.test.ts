import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { StreamSpec, StreamStatus } from "#recorder/ipc/stream-shapes.ts";
import { HubRecording } from "#recorder/recording/hub-recording.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { eventually } from "#test/support/eventually.ts";
import { quick } from "#test/support/stream-hubs.ts";
import { streamSpec } from "#test/support/stream-spec.ts";
import { openRecordings, temporaryFolder } from "./fixture.ts";
import { SyntheticCamera } from "./synthetic-camera.ts";

const MINUTE = 60_000;
let folder: { dir: string; remove: () => void };
let recordings: Recordings;
let hub: StreamHub;
let recording: HubRecording;
/** the events that main receives, by stream */
let told: Map<string, StreamStatus>;
beforeEach(async () => {
  folder = temporaryFolder();
  recordings = await openRecordings(folder.dir);
  hub = new StreamHub(quick);
  recording = new HubRecording(hub, recordings);
  told = new Map();
  hub.events.on("status", (status) => void told.set(status.streamId, status));
});
afterEach(async () => {
  recording.close();
  hub.close();
  await recordings.close();
  folder.remove();
});

const set = async (...specs: StreamSpec[]): Promise<void> => {
  // In this order, as the media process does.
  await recording.setStreams(specs);
  hub.setStreams(specs);
};
const recorded = (streamId: string, startMs: number): Promise<number> =>
  recordings.index.insertClosed(
    { streamId, startMs, endMs: startMs + MINUTE, file: `${streamId}/${startMs}.mp4`, bytes: 1000, frames: 900 },
    new Uint8Array(),
  );
const writtenOf = (streamId: string): number | undefined => told.get(streamId)?.lastArchiveWrittenMs;
/** nobody listens there */
const AWAY = "rtsp://127.0.0.1:9/main";

it("a camera that is away since the start has the archive of before; one without recordings has none", async () => {
  const startMs = Date.now() - 90 * MINUTE;
  await recorded("a", startMs - MINUTE);
  await recorded("a", startMs);
  await set(streamSpec("a", AWAY), streamSpec("b", AWAY), streamSpec("off", AWAY, { active: false }));
  await eventually(() => writtenOf("a") === startMs + MINUTE, "the archive of before");
  expect(hub.status("b")?.lastArchiveWrittenMs).toBe(0);
  expect(writtenOf("off")).toBe(0);
});

it("a stream that is switched off keeps its last archive, and main hears it", async () => {
  const startMs = Date.now() - 5 * MINUTE;
  await set(streamSpec("a", AWAY));
  hub.noteArchiveWritten("a", startMs);
  await set(streamSpec("a", AWAY, { active: false }));
  expect(told.get("a")).toMatchObject({ state: "idle", lastArchiveWrittenMs: startMs });
});

it("what a clock that was ahead has recorded is no archive of times to come", async () => {
  await recorded("a", Date.now() + 60 * MINUTE);
  await recorded("b", Date.now() - MINUTE / 2);
  await set(streamSpec("a", AWAY), streamSpec("b", AWAY));
  await eventually(() => (writtenOf("b") ?? 0) > 0, "the archive of the other one");
  expect(writtenOf("b")).toBeLessThanOrEqual(Date.now());
  expect(hub.status("a")?.lastArchiveWrittenMs).toBe(0);
});

it("after a clock that was ahead was set right, the last archive is what was written last", async () => {
  const nowMs = Date.now();
  await set(streamSpec("a", AWAY));
  const recorder = await recordings.recorder("a", "camera", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const aheadMs of [60 * MINUTE, 0]) {
    for (const unit of new SyntheticCamera({ startMs: nowMs - MINUTE + aheadMs }).seconds(4)) recorder.push(unit);
    await recorder.flush();
    await eventually(() => (writtenOf("a") ?? 0) > 0, "an archive");
  }
  await eventually(() => (writtenOf("a") ?? 0) < nowMs, "the archive of the clock that is right");
});

it("says once that the disk takes recordings: what was said before this start is over", async () => {
  let times = 0;
  const other = new HubRecording(hub, recordings, () => {
    times += 1;
  });
  await other.setStreams([streamSpec("a", AWAY), streamSpec("b", AWAY)]);
  for (const id of ["a", "b"]) {
    const recorder = await recordings.recorder(id, "camera", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    for (const unit of new SyntheticCamera({ startMs: Date.now() - MINUTE }).seconds(4)) recorder.push(unit);
    await recorder.flush();
    await eventually(() => (writtenOf(id) ?? hub.status(id)?.lastArchiveWrittenMs ?? 0) >= 0 && times > 0, "the word");
  }
  expect(times).toBe(1);
  other.close();
});

it("streams that an index that took nothing left out are recorded when it does", async () => {
  const claim = vi.spyOn(recordings.index, "claimStream");
  claim.mockRejectedValueOnce(new Error("database or disk is full"));
  const specs = [streamSpec("a", AWAY), streamSpec("b", AWAY)];
  await expect(recording.setStreams(specs)).rejects.toThrow("full");
  hub.setStreams(specs);
  expect(recordings.diskState.state).toBe("full");
  await eventually(() => claim.mock.calls.filter(([id]) => id === "a").length > 1, "another try");
  // The failure of the first one did not affect the second one.
  expect(claim.mock.calls.slice(0, 2).map(([id]) => id)).toEqual(["a", "b"]);
  const startMs = Date.now() - 5 * MINUTE;
  const recorder = await recordings.recorder("a", "camera", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of new SyntheticCamera({ startMs }).seconds(4)) recorder.push(unit);
  await recorder.flush();
  await eventually(() => (writtenOf("a") ?? 0) > startMs, "an archive of what was left out");
});
