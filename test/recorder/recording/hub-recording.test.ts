import { afterEach, beforeEach, expect, it } from "vitest";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { StreamSpec, StreamStatus } from "#recorder/ipc/contracts.ts";
import { HubRecording } from "#recorder/recording/hub-recording.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { eventually } from "#test/support/eventually.ts";
import { quick } from "#test/support/stream-hubs.ts";
import { streamSpec } from "#test/support/stream-spec.ts";
import { openRecordings, temporaryFolder } from "./fixture.ts";

const MINUTE = 60_000;
let folder: { dir: string; remove: () => void };
let recordings: Recordings;
let hub: StreamHub;
let recording: HubRecording;
/** as main hears it, by stream */
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
