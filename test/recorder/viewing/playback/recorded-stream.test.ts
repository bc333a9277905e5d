import { expect, it } from "vitest";
import { draftStream, recordedStream } from "#recorder/viewing/playback/recorded-stream.ts";

/** Key frames by stream: codec and size. */
type Recorded = Readonly<Record<string, { codec: "h264" | "h265" | "mjpeg"; width: number; height: number } | null>>;

const readerOf = (recorded: Recorded): Parameters<typeof draftStream>[0] => ({
  configAt: (streamId) => Promise.resolve(recorded[streamId] ?? null),
});

const full = { codec: "h264", width: 1280, height: 720 } as const;
const small = { codec: "h264", width: 320, height: 180 } as const;

it.each<[string, Recorded, readonly ("h264" | "h265")[], Awaited<ReturnType<typeof draftStream>>]>([
  ["the small stream, exactly", { a: full, b: small }, [], { streamId: "b", keyWithinMs: 40 }],
  ["the small one also where it is the wanted one", { b: full, a: small }, [], { streamId: "a", keyWithinMs: 40 }],
  [
    "key frames where only a large one was recorded",
    { a: full, b: null },
    [],
    { streamId: "a", keyWithinMs: Number.POSITIVE_INFINITY },
  ],
  ["nothing at all", { a: null, b: null }, [], null],
  [
    "not what would have to be made anew first",
    { a: full, b: { ...small, codec: "h265" } },
    [],
    { streamId: "a", keyWithinMs: Number.POSITIVE_INFINITY },
  ],
  [
    "H.265 where the viewer takes it",
    { a: full, b: { ...small, codec: "h265" } },
    ["h265"],
    { streamId: "b", keyWithinMs: 40 },
  ],
  ["Motion JPEG goes by another way", { a: { ...full, codec: "mjpeg" } }, [], null],
])("a drag shows %s", async (_name, recorded, accepts, expected) => {
  expect(await draftStream(readerOf(recorded), Object.keys(recorded).sort(), 1000, 40, accepts)).toEqual(expected);
});

/** Recorded stretches by stream. */
type Stretches = Readonly<Record<string, readonly (readonly [number, number])[]>>;

const stretchesOf = (recorded: Stretches): Parameters<typeof recordedStream>[0] => ({
  nextRecorded: (id, timeMs) => {
    const found = recorded[id]?.find(([, stop]) => stop > timeMs);
    return Promise.resolve(found ? Math.max(timeMs, found[0]) : null);
  },
  previousRecorded: (id, timeMs) => {
    const found = recorded[id]?.findLast(([start]) => start <= timeMs);
    return Promise.resolve(found ? Math.min(timeMs, found[1]) : null);
  },
});

const always = [[0, 100_000]] as const;
it.each<[string, Stretches, number, number, string, number | null]>([
  ["the wanted stream where it was recorded", { a: always, b: always }, 50_000, 1, "a", 50_000],
  ["the one that was recorded where the wanted one never was", { a: [], b: always }, 50_000, 1, "b", 50_000],
  ["the other one in a gap of the wanted one", { a: [[60_000, 100_000]], b: always }, 50_000, 1, "b", 50_000],
  ["the wanted one again after its gap", { a: [[60_000, 100_000]], b: always }, 60_000, 1, "a", 60_000],
  [
    "the wanted one when both begin at about the same time",
    { a: [[60_500, 90_000]], b: [[60_000, 90_000]] },
    50_000,
    1,
    "a",
    60_500,
  ],
  ["the nearer one backwards", { a: [[0, 10_000]], b: [[0, 40_000]] }, 50_000, -1, "b", 40_000],
  ["the wanted one when only something earlier is there", { a: [[0, 9000]], b: [[0, 9500]] }, 50_000, 1, "a", 9000],
  ["nothing", { a: [], b: [] }, 50_000, 1, "a", null],
])("a play takes %s", async (_name, recorded, timeMs, rate, streamId, nearMs) => {
  const answer = await recordedStream(stretchesOf(recorded), ["a", "b"], timeMs, rate);
  expect(answer).toEqual({ streamId, nearMs });
});
