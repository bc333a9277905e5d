import { describe, expect, it } from "vitest";
import { interleaved } from "#recorder/viewing/playback/interleave.ts";
import type { RecordedItem } from "#recorder/recording/segments/recorded-sample.ts";

const config = {
  codec: "h264",
  codecString: "",
  width: 1,
  height: 1,
  description: Buffer.alloc(0),
  parameterSets: [],
} as const;
const sound = { codec: "pcmu", sampleRate: 8000, channels: 1, description: Buffer.alloc(0) } as const;
const v = (wallMs: number): RecordedItem => ({
  kind: "video",
  wallMs,
  durationUs: 0,
  key: false,
  data: Buffer.alloc(0),
  config,
});
const a = (wallMs: number): RecordedItem => ({
  kind: "audio",
  wallMs,
  durationUs: 0,
  data: Buffer.alloc(0),
  config: sound,
});

async function run(items: readonly RecordedItem[], end?: Promise<void>): Promise<string[]> {
  const source = async function* (): AsyncGenerator<RecordedItem, void> {
    yield* items;
    await end;
  };
  const out: string[] = [];
  for await (const item of interleaved(source()))
    out.push(item.kind === "gap" ? "gap" : `${item.kind[0]}${item.wallMs}`);
  return out;
}

describe("pictures and sound of a recording", () => {
  it("come in the order of their times, pictures in their own", async () => {
    expect(await run([v(0), v(30), v(15), v(45), a(0), a(20), a(40), v(60), v(75), a(60), a(80)])).toEqual([
      "a0",
      "v0",
      "a20",
      "v30",
      "v15",
      "a40",
      "v45",
      "a60",
      "v60",
      "v75",
      "a80",
    ]);
  });

  it("come without sound too, and break at a gap", async () => {
    const gap: RecordedItem = { kind: "gap", fromMs: 100, toMs: 5000 };
    expect(await run([v(0), v(50), gap, v(5000), v(9000)])).toEqual(["v0", "v50", "gap", "v5000", "v9000"]);
  });

  it("are not held back at the end of what is recorded", async () => {
    const source = async function* (): AsyncGenerator<RecordedItem, void> {
      yield v(0);
      yield v(50);
      await new Promise(() => {});
    };
    const items = interleaved(source());
    expect((await items.next()).value).toMatchObject({ wallMs: 0 });
    expect((await items.next()).value).toMatchObject({ wallMs: 50 });
  });
});
