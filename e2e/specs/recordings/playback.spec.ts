import { expect, test } from "@playwright/test";
import type { StagePage } from "../../pages/stage-page.ts";
import { Api, type CameraAnswer } from "../../support/api.ts";
import {
  FRAME_MS,
  KEY_MS,
  openStage,
  percentile,
  phaseDifference,
  recordedFor,
} from "../../support/playback/playback.ts";
import { type RecordedCode, recordedCodes } from "../../support/playback/recorded-codes.ts";
import { shared } from "../../support/shared.ts";

/** All values here are read from the codes in the pictures' pixels, as the stage presented them. */
const NAMES = ["Yard", "Corridor"] as const;
const PICTURES = [
  { width: 1280, height: 720 },
  { width: 320, height: 180 },
];
/** `PROSCENIUM_SEEKS=200` is the long version, which is not part of the gate. */
const SEEKS = Number(process.env.PROSCENIUM_SEEKS ?? 12);

const LONG = SEEKS > 12;
/** Only in the long version: at these speeds the gate's recording ends after two seconds. */
const FASTER = LONG ? ([32, 64] as const).map((rate) => [rate, KEY_MS] as const) : [];
/** Enough recorded video for twenty seconds at the fastest speed. */
const LINKED_RECORDED_MS = LONG ? 64 * 20_000 : 110_000;

test.setTimeout(LONG ? 2_700_000 : 240_000);

/** The codes of both tiles in one picture of the stage, once both can be read. */
async function codes(stage: StagePage): Promise<[number, number]> {
  let found: readonly ({ phaseMs: number } | null)[] = [];
  await expect
    .poll(async () => {
      found = await stage.frameCodes(NAMES, PICTURES);
      return found.every((code) => code !== null);
    })
    .toBe(true);
  return [found[0]?.phaseMs ?? 0, found[1]?.phaseMs ?? 0];
}

/**
 * The expected picture at a time: the last picture that started before. At the exact edge of two (files store whole ms)
 * either is right.
 */
function pictureAt(list: readonly RecordedCode[], timeMs: number): readonly RecordedCode[] {
  const last = list.findLast(({ wallMs }) => wallMs <= timeMs + 0.5);
  const edge = list.find(({ wallMs }) => Math.abs(wallMs - timeMs) <= 1.5);
  return [last, edge].flatMap((picture) => picture ?? []);
}

test("random seeks land on the exact frame, on every tile", async ({ page }) => {
  const { stage, timeline } = await openStage(page, NAMES);
  await recordedFor(page, 45_000);
  const now = Date.now();
  const [fromMs, lengthMs] = [now - 40_000, 30_000];
  // The recorded pictures, decoded in another way.
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  const truth = await Promise.all(
    NAMES.map((name) => {
      const streamId = cameras.find((camera) => camera.name === name)?.primaryStream?.id ?? "";
      return recordedCodes(api, streamId, fromMs - 1000, fromMs + lengthMs + 1000);
    }),
  );
  await timeline.clickBack(20_000);
  await timeline.settled(1000);
  const box = await timeline.strip.boundingBox();
  if (!box) throw new Error("no timeline");
  const window = await timeline.window();
  const xOf = (timeMs: number): number =>
    box.x + ((timeMs - window.startMs) / (window.stopMs - window.startMs)) * box.width;
  // The playhead's handle is in the ruler; from where it is taken, it goes as far as the pointer.
  const y = box.y + 10;
  await timeline.button("Pause").click();
  await page.mouse.move(xOf((await timeline.state()).timeMs), y);
  await page.mouse.down();
  const wrong: string[] = [];
  for (let seek = 0; seek < SEEKS; seek++) {
    // A time well inside the recorded range; the golden ratio spreads the times without a seed.
    const share = (0.5 + seek * 0.618_034) % 1;
    const { epoch } = await timeline.target();
    await page.mouse.move(xOf(fromMs + share * lengthMs), y);
    // The drag rests: the approximate picture is replaced by the exact picture.
    const settled = async (): Promise<boolean> => {
      const target = await timeline.target();
      return target.epoch > epoch && !target.draft;
    };
    await expect.poll(settled).toBe(true);
    const { timeMs } = await timeline.target();
    const expected = truth.map((list) => pictureAt(list, timeMs));
    const landed = async (): Promise<boolean> => {
      const shown = await timeline.shown();
      return expected.every((pictures, tile) =>
        pictures.some(({ wallMs }) => Math.abs(wallMs - (shown[tile] ?? 0)) < 2),
      );
    };
    await expect
      .poll(landed)
      .toBe(true)
      .catch(() => undefined); // the pixels show below which picture it shows instead
    const phases = await codes(stage);
    for (const [tile, pictures] of expected.entries())
      if (!pictures.some(({ phaseMs }) => phaseMs === phases[tile]))
        wrong.push(`${NAMES[tile]} at ${timeMs}: ${phases[tile]} instead of ${pictures[0]?.phaseMs}`);
  }
  await page.mouse.up();
  test.info().annotations.push({ type: "wrong pictures", description: `${wrong.length} of ${SEEKS * NAMES.length}` });
  expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(Math.floor(SEEKS * NAMES.length * 0.05));
});

test("linked players stay within one frame of each other at 1x, 1/2 and 1/4, within one key frame at 4x and above", async ({
  page,
}) => {
  const { stage, timeline } = await openStage(page, NAMES);
  await recordedFor(page, LINKED_RECORDED_MS);
  const startMs = (): number => Date.now() - LINKED_RECORDED_MS + 10_000;
  const speed = page.getByRole("slider", { name: "Speed" });
  const spreads: Record<string, number> = {};
  for (const [rate, mostMs] of [
    [1, FRAME_MS + 1],
    [0.5, FRAME_MS + 1],
    [0.25, FRAME_MS + 1],
    [4, KEY_MS],
    [16, KEY_MS],
    ...FASTER,
  ] as const) {
    await timeline.seekTo(startMs());
    await timeline.setSpeed(speed, rate);
    const before = (await timeline.shown())[0] ?? 0;
    await expect.poll(async () => (await timeline.shown())[0] ?? 0).not.toBe(before);
    const spread = async (): Promise<number> => {
      const [a, b] = await codes(stage);
      return Math.abs(phaseDifference(a, b));
    };
    // Both have started: the first pictures after a change of speed arrive one by one.
    await expect.poll(spread).toBeLessThanOrEqual(mostMs);
    const seen: number[] = [];
    while (seen.length < 24) {
      seen.push(await spread());
      // The recording ends within seconds: start again from its beginning, at the same speed.
      if ((await timeline.state()).timeMs > Date.now() - 15_000) await timeline.open(startMs(), rate);
    }
    spreads[rate] = percentile(seen, 0.95);
    expect.soft(spreads[rate], `${rate}x: ${JSON.stringify(seen)}`).toBeLessThanOrEqual(mostMs);
  }
  test.info().annotations.push({ type: "spread p95, ms", description: JSON.stringify(spreads) });
});

test("every speed plays at its speed, in both directions", async ({ page }) => {
  const { timeline } = await openStage(page, NAMES);
  await recordedFor(page, 130_000);
  const speed = page.getByRole("slider", { name: "Speed" });
  const first = async (): Promise<number> => (await timeline.shown())[0] ?? 0;
  /**
   * Players report their picture's time once a second: it is read when it is new; otherwise it is up to a second old.
   */
  const told = async (): Promise<{ readonly atMs: number; readonly shownMs: number }> => {
    const known = await first();
    let shownMs = known;
    await expect.poll(async () => (shownMs = await first()), { intervals: [50] }).not.toBe(known);
    return { atMs: performance.now(), shownMs };
  };
  for (const direction of [1, -1] as const) {
    for (const rate of [0.25, 0.5, 1, 4, 16]) {
      // Forwards from a time long ago, backwards from a moment ago.
      await timeline.seekTo(Date.now() - (direction === 1 ? 120_000 : 12_000));
      await timeline.setSpeed(speed, rate * direction);
      // The time in the pictures advances between two reads as the speed demands; a busy machine may need a while.
      let before = await told();
      const ofSpeed = async (): Promise<number> => {
        const now = await told();
        const measured = (now.shownMs - before.shownMs) / (now.atMs - before.atMs) / (rate * direction);
        before = now;
        return Math.round(measured * 4) / 4;
      };
      // Backwards every picture is decoded too: a busy machine may not keep up at 1x.
      const off = async (): Promise<number> => Math.abs((await ofSpeed()) - 1);
      await expect
        .poll(off, { message: `${rate * direction}x`, timeout: 30_000, intervals: [100] })
        .toBeLessThanOrEqual(direction === 1 ? 0.25 : 0.5);
    }
    // A minute of video ends within a second: the recording here is too short to measure more than this.
    await timeline.seekTo(Date.now() - (direction === 1 ? 120_000 : 12_000));
    const from = await first();
    await timeline.setSpeed(speed, 64 * direction);
    await expect.poll(async () => ((await first()) - from) * direction, { timeout: 8000 }).toBeGreaterThan(40_000);
  }
});
