import { expect, test } from "vitest";
import { cut } from "#recorder/export/smart-cut.ts";
import type { VideoConfig } from "#recorder/formats/codec-config.ts";
import type { RecordedItem, RecordingReader } from "#recorder/recording/segments/recorded-sample.ts";

const config: VideoConfig = {
  codec: "h265",
  codecString: "hev1",
  width: 64,
  height: 48,
  description: Buffer.alloc(0),
  parameterSets: [],
};
const picture = (wallMs: number, key = false): RecordedItem => ({
  kind: "video",
  wallMs,
  durationUs: 40_000,
  key,
  data: Buffer.alloc(4),
  config,
});
/** H.265 groups whose key frames are followed, in decoding order, by pictures that are displayed before them. */
const group = (keyMs: number): RecordedItem[] => [
  picture(keyMs, true),
  picture(keyMs - 80),
  picture(keyMs - 40),
  picture(keyMs + 40),
];

async function timesOf(items: readonly RecordedItem[], startMs: number): Promise<number[]> {
  const reader = {
    async *samples() {
      yield* items;
    },
    audioBetween: () => Promise.resolve(null),
  } as unknown as RecordingReader;
  const times: number[] = [];
  for await (const item of (await cut(reader, "gate", startMs, 100_000))?.items ?? []) times.push(item.wallMs);
  return times;
}

test("pictures shown before a key frame lean on the group before it: copied with it they stay", async () => {
  const items = [...group(10_000), ...group(10_160), ...group(10_320)];
  expect(await timesOf(items, 10_030)).toEqual(items.map((item) => (item.kind === "video" ? item.wallMs : 0)));
});

test("behind a gap, and where nothing is copied before it, nothing could decode them", async () => {
  const gap: RecordedItem = { kind: "gap", fromMs: 10_080, toMs: 20_000 };
  expect(await timesOf([...group(10_000), gap, ...group(20_000)], 10_030)).toEqual([
    ...[10_000, 9920, 9960, 10_040],
    ...[20_000, 20_040],
  ]);
  expect(await timesOf(group(10_000), 9000)).toEqual([10_000, 10_040]);
});
