import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MediaOutput } from "#recorder/viewing/output/media-output.ts";
import { CopyPipe } from "#recorder/viewing/playback/frame-pipe.ts";
import { RecordedPlayer } from "#recorder/viewing/playback/recorded-player.ts";
import type { RecordedVideo, RecordingReader } from "#recorder/recording/segments/recorded-sample.ts";
import type { VideoConfig } from "#recorder/formats/codec-config.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECOND = 1000;
/** key frames every two seconds, s; nothing from 20 to 200 */
const KEYS = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 200, 202, 204, 206, 208];
const isRecorded = (ms: number) => (ms >= 0 && ms < 20 * SECOND) || (ms >= 200 * SECOND && ms < 210 * SECOND);

const key = (at: number): RecordedVideo => ({
  kind: "video",
  wallMs: at * SECOND,
  durationUs: 2_000_000,
  key: true,
  data: Buffer.alloc(1),
  config: {} as VideoConfig,
});

const reader: RecordingReader = {
  async *samples() {},
  async *gopsBackwards(_streamId, fromMs) {
    for (const at of KEYS.toReversed()) if (at * SECOND <= fromMs) yield [key(at)];
  },
  async *keyFrames(_streamId, fromMs, direction) {
    const ordered = direction > 0 ? KEYS : KEYS.toReversed();
    for (const at of ordered) if ((at * SECOND - fromMs) * direction >= 0) yield key(at);
  },
  frameAt: (_streamId, timeMs) => Promise.resolve(isRecorded(timeMs) ? [key(Math.floor(timeMs / SECOND))] : null),
  configAt: () => Promise.resolve(null),
  keyFrameAt: () => Promise.resolve(null),
  audioBetween: () => Promise.resolve(null),
  isAway: () => Promise.resolve(false),
  unreached: () => Promise.resolve([]),
  unreachedOn: () => Promise.resolve([]),
  stepTime: () => Promise.resolve(null),
  nextRecorded: (_streamId, timeMs) => {
    const next = isRecorded(timeMs) ? timeMs : KEYS.map((at) => at * SECOND).find((ms) => ms >= timeMs);
    return Promise.resolve(next ?? null);
  },
  previousRecorded: (_streamId, timeMs) => {
    const before = isRecorded(timeMs) ? timeMs : KEYS.map((at) => at * SECOND).findLast((ms) => ms <= timeMs);
    return Promise.resolve(before ?? null);
  },
  close: () => Promise.resolve(),
};

/** The messages to the viewer in order: pictures by their second, gaps by their edges. */
function plays(atSecond: number, rate: number, paused = false, from = reader) {
  const told: (number | string)[] = [];
  const output: MediaOutput = {
    begin: () => undefined,
    setAudio: () => undefined,
    picture: ({ wallMs }) => told.push(wallMs / SECOND),
    audio: () => undefined,
    mark: () => undefined,
    state: () => undefined,
    gap: (fromMs, toMs) => told.push(`gap ${fromMs / SECOND}..${toMs / SECOND}`),
    error: () => undefined,
    waitingBytes: 0,
  };
  const play = { streamId: "s", timeMs: atSecond * SECOND, rate, paused };
  const player = new RecordedPlayer(from, output, new CopyPipe(output), play, null, (error) =>
    told.push(String(error)),
  );
  return { told, player };
}

it.each([
  [16, 14, [14, 16, 18, "gap 18..200", 200, 202]],
  [-16, 204, [204, 202, 200, "gap 18..200", 18, 16]],
  [-1, 202, [202, 200, "gap 20..200", 18, 16]],
])("at %dx from %d s the gap is told between the pictures on its two sides", async (rate, from, expected) => {
  const { told, player } = plays(from, rate);
  await vi.advanceTimersByTimeAsync((190 * SECOND) / Math.abs(rate));
  expect(told.slice(0, expected.length)).toEqual(expected);
  player.stop();
});

it.each([
  [1, 100, "gap 100..200"],
  [1, 300, "gap 300..0"],
  [-1, 100, "gap 18..100"],
  [-1, -100, "gap 0..-100"],
])("paused at %dx, %d s: where the next is, in that direction", async (rate, at, expected) => {
  const { told, player } = plays(at, rate, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([expected]);
  player.stop();
});

const never = () => Promise.resolve(null);
it.each([
  [1, 100, { previousRecorded: never }, "gap 0..200"],
  [-1, 300, { nextRecorded: never }, "gap 208..0"],
  [1, 100, { previousRecorded: never, nextRecorded: never }, "gap 0..0"],
])(
  "paused at %dx, %d s, with nothing on the other side: the gap has no beginning",
  async (rate, at, ends, expected) => {
    const { told, player } = plays(at, rate, true, { ...reader, ...ends });
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([expected]);
    player.stop();
  },
);

/**
 * As when a stride leaves key frames out: only the first one behind the gap, or also the last one before it, whose
 * pictures last long.
 */
const without = (...leftOut: readonly number[]): RecordingReader => ({
  ...reader,
  async *keyFrames(...asked) {
    for await (const picture of reader.keyFrames(...asked))
      if (!leftOut.includes(picture.wallMs / SECOND)) yield picture;
  },
});

it.each([
  [64, 10, [200], [10, 12, 14, 16, 18, "gap 18..202", 202, 204]],
  [-64, 206, [200], [206, 204, 202, "gap 18..202", 18, 16]],
  [64, 10, [16, 18, 200], [10, 12, 14, "gap 14..202", 202, 204]],
  [-64, 206, [16, 18, 200], [206, 204, 202, "gap 14..202", 14, 12]],
])(
  "at %dx from %d s a gap is told although pictures at its edges are left out",
  async (rate, from, leftOut, expected) => {
    const { told, player } = plays(from, rate, false, without(...leftOut));
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(told.slice(0, expected.length)).toEqual(expected);
    player.stop();
  },
);

it.each([16, 64])("at %dx the end of what is recorded is told once, and no picture is sent again", async (rate) => {
  const { told, player } = plays(204, rate);
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(told).toEqual([204, 206, 208, "gap 208.001..0"]);
  player.stop();
});

it("at 16x pictures that are recorded after the end was told come, and their end is told again", async () => {
  const { told, player } = plays(204, 16);
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  KEYS.push(210);
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  KEYS.pop();
  expect(told).toEqual([204, 206, 208, "gap 208.001..0", 210, "gap 210.001..0"]);
  player.stop();
});

it("a viewer that pauses at the end is told of it when it plays on", async () => {
  const { told, player } = plays(206, 16);
  await vi.advanceTimersByTimeAsync(900);
  player.pause();
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  expect(told).toEqual([206, 208]);
  player.resume();
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect(told).toEqual([206, 208, "gap 208.001..0"]);
  player.stop();
});
