/** Recordings that are old enough to be thinned out, of one camera with two seconds between key pictures. */
import { existsSync, readdirSync } from "node:fs";
import type { ThinningSpec } from "#domain/recordings/thinning.ts";
import type { RetentionPolicy } from "#recorder/ipc/storage-shapes.ts";
import type { Recordings, RecordingsOptions } from "#recorder/recording/recordings.ts";
import { all, openRecordings, videosOf } from "../fixture.ts";
import { frameNumber, g711, SyntheticCamera } from "../synthetic-camera.ts";

export const START = Date.UTC(2026, 5, 1, 12, 0, 0);
/** It is thirty days later than what is thinned out. */
export const NOW = START + 30 * 86_400_000;
export const FPS = 15;
/** pictures from one key picture to the next */
export const GOP = 30;

export const rule = (more: Partial<ThinningSpec> = {}): ThinningSpec => ({
  afterDays: 7,
  what: "keys",
  marginS: 1,
  cameras: null,
  ...more,
});

const POLICY: RetentionPolicy = { cleaning: true, thresholdPercent: 85, maxBytes: null, maxAgeMs: null, streams: [] };
const ROOMY = { capacityBytes: 1e11, freeBytes: 9e10, unavailableBytes: 0 };

export async function later(dir: string, more: Partial<RecordingsOptions> = {}): Promise<Recordings> {
  const one = await openRecordings(dir, {
    now: () => NOW,
    space: () => Promise.resolve(ROOMY),
    segmentMs: 10_000,
    thinTiming: { lookMs: 20, roundMs: 0 },
    ...more,
  });
  await one.reconciled;
  return one;
}

/** With it begins what waits for a policy. */
export const begin = (one: Recordings, policy: Partial<RetentionPolicy> = {}): void =>
  one.setPolicy({ ...POLICY, ...policy });

export async function record(
  one: Recordings,
  streamId: string,
  seconds: number,
  cameraId = "1",
  startMs = START,
): Promise<void> {
  const recorder = await one.recorder(streamId, cameraId, "continuous");
  recorder.begin({ codec: "h264", audio: { codec: "pcmu", sampleRate: 8000, channels: 1 } });
  const camera = new SyntheticCamera({ startMs, framesPerSecond: FPS, gopFrames: GOP });
  const units = [...camera.seconds(seconds), ...g711(startMs, 50 * seconds)];
  for (const unit of units.toSorted((a, b) => a.wallMs - b.wallMs)) recorder.push(unit);
  await one.stop(streamId);
}

export const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.mp4$|\.part$/.test(name))
        .toSorted()
    : [];

export async function numbersOf(one: Recordings, streamId: string, fromMs = 0): Promise<number[]> {
  return videosOf(await all(one.reader.samples(streamId, fromMs))).map((item) => frameNumber(item.data));
}

/** Number and time of the files that the index names. */
export async function rowsOf(one: Recordings, streamId: string) {
  return one.index.segmentsBetween(streamId, 0, START * 2);
}
