import { expect, it } from "vitest";
import { draftStream } from "#recorder/live/draft-stream.ts";
import type { RecordedVideo, RecordingReader } from "#recorder/recording/recorded-sample.ts";

/** Key frames by stream: codec and size. */
type Recorded = Readonly<Record<string, { codec: "h264" | "h265" | "mjpeg"; width: number; height: number } | null>>;

const readerOf = (recorded: Recorded): RecordingReader =>
  ({
    keyFrameAt: (streamId: string) => {
      const config = recorded[streamId];
      return Promise.resolve(config ? ({ config } as unknown as RecordedVideo) : null);
    },
  }) as unknown as RecordingReader;

const full = { codec: "h264", width: 1280, height: 720 } as const;
const small = { codec: "h264", width: 320, height: 180 } as const;

it.each<[string, Recorded, readonly ("h264" | "h265")[], Awaited<ReturnType<typeof draftStream>>]>([
  ["the small stream, exactly", { a: full, b: small }, [], { streamId: "b", keyOnly: false }],
  ["the small one also where it is the wanted one", { b: full, a: small }, [], { streamId: "a", keyOnly: false }],
  ["key frames where only a large one was recorded", { a: full, b: null }, [], { streamId: "a", keyOnly: true }],
  ["nothing at all", { a: null, b: null }, [], null],
  [
    "not what would have to be made anew first",
    { a: full, b: { ...small, codec: "h265" } },
    [],
    { streamId: "a", keyOnly: true },
  ],
  [
    "H.265 where the viewer takes it",
    { a: full, b: { ...small, codec: "h265" } },
    ["h265"],
    { streamId: "b", keyOnly: false },
  ],
  ["Motion JPEG goes by another way", { a: { ...full, codec: "mjpeg" } }, [], null],
])("a drag shows %s", async (_name, recorded, accepts, expected) => {
  expect(await draftStream(readerOf(recorded), Object.keys(recorded).sort(), 1000, accepts)).toEqual(expected);
});
