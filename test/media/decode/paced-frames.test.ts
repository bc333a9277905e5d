import { describe, expect, test } from "vitest";
import { SharedClock } from "#media/shared-clock.ts";
import type { DecodedFrame, EncodedFrame } from "#media/decode/encoded-frame.ts";
import { PacedFrames } from "#media/decode/paced-frames.ts";

const settings = { codec: "avc1.42c01f", width: 16, height: 16, description: new Uint8Array() };
const coded = (wallMs: number, key: boolean, pre: boolean): EncodedFrame => ({
  settings,
  data: new Uint8Array(1),
  key,
  pre,
  wallMs,
  durationMs: 40,
});

/** A decoder that returns nothing until it is flushed, as real ones do between two messages. */
class Withholding {
  readonly inside: EncodedFrame[] = [];
  needsKey = true;
  flushes = 0;
  dropped = 0;
  onOutput: (picture: DecodedFrame) => void = () => undefined;

  get outstanding(): number {
    return this.inside.length;
  }
  get holdsBack(): boolean {
    return this.inside.length > 0;
  }
  decode(picture: EncodedFrame): boolean {
    if (picture.key) this.needsKey = false;
    if (this.needsKey) this.dropped += 1;
    else this.inside.push(picture);
    return !this.needsKey;
  }
  flush(): Promise<void> {
    this.flushes += 1;
    this.needsKey = true;
    for (const picture of this.inside.splice(0)) {
      if (picture.pre) continue;
      const { wallMs, durationMs } = picture;
      this.onOutput({ image: { close: () => undefined } as VideoFrame, wallMs, durationMs });
    }
    return Promise.resolve();
  }
  reset(): void {
    this.inside.length = 0;
    this.needsKey = true;
  }
}

function rig() {
  const decoder = new Withholding();
  const shown: number[] = [];
  let drained = 0;
  const paced = new PacedFrames(decoder, {
    show: (picture) => shown.push(picture.wallMs),
    restart: () => undefined,
    drained: () => (drained += 1),
    gapReached: () => undefined,
  });
  decoder.onOutput = (picture) => paced.decoded(picture);
  const clock = new SharedClock();
  clock.set(1, { timeMs: 1090, rate: 1, paused: true, heightPx: 0 }, 0);
  return { decoder, shown, paced, clock, drained: () => drained };
}

describe("a single picture", () => {
  test("comes out though what its decoding needs arrives one by one", () => {
    const { decoder, shown, paced, clock } = rig();
    paced.begin(clock, 1, true, 1090);
    paced.push(coded(1000, true, true));
    paced.push(coded(1040, false, true));
    expect(decoder.flushes).toBe(0);
    paced.push(coded(1080, false, false));
    expect([decoder.flushes, decoder.dropped]).toEqual([1, 0]);
    expect(shown).toEqual([1080]);
    expect(paced.awaitingFirst).toBe(false);
  });

  test("steps bring one each, and one beyond the end leaves what is shown", () => {
    const { shown, paced, clock, drained } = rig();
    paced.begin(clock, 1, true, 1000);
    paced.push(coded(1000, true, false));
    paced.beginStep();
    paced.push(coded(960, true, true));
    paced.push(coded(980, false, false));
    expect(shown).toEqual([1000, 980]);
    paced.beginStep();
    paced.end();
    expect(paced.awaitingFirst).toBe(false);
    expect(paced.shownWallMs).toBe(980);
    expect(drained()).toBe(0);
    expect(shown).toEqual([1000, 980]);
  });
});
