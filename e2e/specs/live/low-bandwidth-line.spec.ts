/** Low bandwidth over a network line that is narrower than the camera's stream. */
import { expect, test } from "@playwright/test";
import { frameAgeMs } from "#domain/frame-code.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { Gateway } from "../../support/network/gateway.ts";
import { phaseDifference, recordedFor } from "../../support/playback/playback.ts";
import { shared } from "../../support/shared.ts";

/** The key frame of a demo camera alone takes longer than two seconds over this line. */
const NARROW_BITS_PER_SECOND = 300_000;
const PICTURE = { width: 1280, height: 720 };
/**
 * The amount of data on the line when the recorder notices the congestion, plus one picture of the narrowest stream.
 */
const YOUNG_MS = 2500;
const STEADY = 8;

/** The bandwidth that four tiles share. */
const SHARED_BITS_PER_SECOND = 500_000;
const FOUR = ["Yard", "Corridor", "Car park", "Lobby"] as const;
/**
 * Players report once a second what they show; a picture of the narrowest stream is shown for half a second of the
 * viewer's time.
 */
const SHOWN_WITHIN_MS = 3000;

/**
 * The allowed error of a picture while a recording plays at its own speed: a picture of the narrowest stream is shown
 * for half a second.
 */
const IN_TIME_MS = 700;

let gateway: Gateway;
test.beforeAll(async () => {
  gateway = await Gateway.to(shared().url);
});
test.afterEach(() => gateway.restore());
test.afterAll(() => gateway.close());

test("the recorder sends no more than the network can carry: pictures stay live, on the same connection", async ({
  page,
}) => {
  const stage = await enterStage(page, { ...shared(), url: gateway.url }, { lowBandwidth: true });
  await stage.add("Yard");
  const tile = await stage.playing("Yard", 60_000);
  const opened = gateway.upgrades;
  gateway.socketBitsPerSecond = NARROW_BITS_PER_SECOND;
  await expect(page.getByText("Slow network")).toBeVisible({ timeout: 30_000 });

  // This number of reads one after the other, each of a recent picture.
  let steady = 0;
  let lastPhaseMs = -1;
  await expect
    .poll(
      async () => {
        const code = await stage.frameCode(tile, PICTURE);
        if (!code || code.phaseMs === lastPhaseMs) return steady;
        lastPhaseMs = code.phaseMs;
        steady = frameAgeMs(code, Date.now()) < YOUNG_MS ? steady + 1 : 0;
        return steady;
      },
      { timeout: 60_000, intervals: [400] },
    )
    .toBeGreaterThanOrEqual(STEADY);
  await expect(tile).toHaveAttribute("data-state", "playing");
  expect(gateway.upgrades).toBe(opened);
});

test("a recording plays in its time: the recorder makes it as small as the line needs", async ({ page }) => {
  test.setTimeout(180_000);
  const stage = await enterStage(page, { ...shared(), url: gateway.url }, { lowBandwidth: true });
  await stage.add("Yard");
  const tile = await stage.playing("Yard", 60_000);
  await recordedFor(page, 45_000);
  const timeline = new TimelinePage(page);
  gateway.socketBitsPerSecond = NARROW_BITS_PER_SECOND;
  await timeline.clickBack(40_000);

  // This number of reads one after the other, half a second apart: the time in the pictures advances as fast as real
  // time.
  let steady = 0;
  let before: { phaseMs: number; atMs: number } | null = null;
  await expect
    .poll(
      async () => {
        const code = await stage.frameCode(tile, PICTURE);
        if (!code) return steady;
        const now = { phaseMs: code.phaseMs, atMs: Date.now() };
        const passedMs = before ? phaseDifference(now.phaseMs, before.phaseMs) : Number.NaN;
        const isInTime = before !== null && Math.abs(passedMs - (now.atMs - before.atMs)) < IN_TIME_MS;
        steady = isInTime ? steady + 1 : 0;
        if (!isInTime) before = now;
        return steady;
      },
      { timeout: 60_000, intervals: [500] },
    )
    .toBeGreaterThanOrEqual(2 * STEADY);
  await expect(tile).toHaveAttribute("data-state", "playing");
});

test("four recordings over one narrow line at 4x: all play in their time, together", async ({ page }) => {
  test.setTimeout(300_000);
  const stage = await enterStage(page, { ...shared(), url: gateway.url }, { lowBandwidth: true });
  for (const name of FOUR) await stage.add(name);
  for (const name of FOUR) await stage.playing(name, 60_000);
  await recordedFor(page, 150_000);
  const timeline = new TimelinePage(page);
  gateway.lineBitsPerSecond = SHARED_BITS_PER_SECOND;
  let steady = 0;
  // This number of reads one after the other, a second apart: every tile shows the timeline's time. On a slow machine
  // the recording may end before the line is measured; then it starts again.
  await expect
    .poll(
      async () => {
        const { mode, timeMs } = await timeline.state();
        if (mode === "live" || timeMs > Date.now() - 20_000) {
          await timeline.open(Date.now() - 145_000, 4);
          return steady;
        }
        const shown = await timeline.shownByName(FOUR);
        const states = await Promise.all(FOUR.map((name) => stage.tile(name).getAttribute("data-state")));
        const isInTime = shown.every((wallMs) => Math.abs(timeMs - wallMs) < 4 * SHOWN_WITHIN_MS);
        steady = isInTime && states.every((state) => state === "playing") ? steady + 1 : 0;
        return steady;
      },
      { timeout: 120_000, intervals: [1000] },
    )
    .toBeGreaterThanOrEqual(STEADY);
});
