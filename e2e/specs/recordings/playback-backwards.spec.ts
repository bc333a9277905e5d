/** Backwards, to the beginning of what is recorded, and fast. */
import { expect, test } from "@playwright/test";
import { FisheyeTile, homeView, markerAt, red } from "../../pages/fisheye.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { FRAME_MS, openStage, recordedFor } from "../../support/playback/playback.ts";
import { shared } from "../../support/shared.ts";
import { Visibility } from "../../support/browser/visibility.ts";
import { NAMES, api } from "../../support/playback/two-cameras.ts";

/** The time of the first picture of the two cameras, server ms. */
async function recordedFrom(): Promise<number> {
  const admin = await api();
  const { cameras } = await admin.get<{ cameras: { name: string; streams: { id: string }[] }[] }>("/service/cameras");
  const own = cameras.filter(({ name }) => NAMES.some((each) => each === name));
  const streamId = own.flatMap(({ streams }) => streams.map(({ id }) => id)).join(",");
  const { archives } = await admin.get<{ archives: { start: number }[] }>(
    `/service/archives?streamId=${streamId}&take=1000`,
  );
  return Math.min(...archives.map(({ start }) => start));
}

test("backwards to the beginning of what is recorded: all stand there, paused, at the first picture", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { stage, timeline } = await openStage(page, NAMES);
  await recordedFor(page, 20_000);
  const beginsMs = await recordedFrom();
  await timeline.open(beginsMs + 8000, -4);
  await expect.poll(async () => (await timeline.state()).paused, { timeout: 60_000 }).toBe(true);
  const { timeMs, mode, speed } = await timeline.state();
  expect(Math.abs(timeMs - beginsMs)).toBeLessThan(FRAME_MS);
  expect({ mode, speed }).toEqual({ mode: "playback", speed: -4 });
  await expect
    .poll(async () => Math.min(...(await timeline.shown()).map((wallMs) => Math.abs(wallMs - beginsMs))))
    .toBeLessThan(FRAME_MS);
  // From there it plays as from any other time, here at a speed that any machine can decode.
  await timeline.setSpeed(page.getByRole("slider", { name: "Speed" }), 1);
  await timeline.button("Play").click();
  for (const name of NAMES) await stage.playing(name, 30_000);
  await timeline.settled(400);
});

test("backwards out of sight: time goes on as forwards, and who looks again finds what they would have seen, the first picture", {
  tag: "@pairs",
}, async ({ page }) => {
  test.setTimeout(180_000);
  const tab = await Visibility.of(page);
  const { timeline } = await openStage(page, NAMES);
  await recordedFor(page, 20_000);
  const beginsMs = await recordedFrom();
  await timeline.open(beginsMs + 9000, -1);
  // After 3 s out of sight its players stop, long before the beginning.
  await tab.hide();
  await expect.poll(async () => beginsMs - (await timeline.state()).timeMs, { timeout: 60_000 }).toBeGreaterThan(3000);
  expect((await timeline.state()).paused).toBe(false);
  await tab.show();
  await expect.poll(async () => (await timeline.state()).paused, { timeout: 30_000 }).toBe(true);
  expect(Math.abs((await timeline.state()).timeMs - beginsMs)).toBeLessThan(FRAME_MS);
  await expect
    .poll(async () => Math.min(...(await timeline.shown()).map((wallMs) => Math.abs(wallMs - beginsMs))))
    .toBeLessThan(FRAME_MS);
});

/** So much of a recording lasts almost five seconds at 64 times the speed. */
const FAST_MS = 300_000;

test("a dewarped recording at 64 times the speed, both ways: the view that was turned live is where it was", {
  tag: "@pairs",
}, async ({ page }) => {
  test.setTimeout(300_000);
  const shop = await FisheyeTile.shop(page, shared(), { lowBandwidth: false });
  const timeline = new TimelinePage(page);
  const home = markerAt(red, homeView, await shop.size());
  await shop.expectAt(red, home, 2);
  const at = { x: home.x - 80, y: home.y - 60 };
  await shop.drag(home, at);
  await shop.expectAt(red, at);
  await recordedFor(page, 110_000);
  const beginsMs = await recordedFrom();
  let tries = 0;
  for (const direction of [1, -1]) {
    const seen = async (): Promise<string> => {
      // It lasts some seconds: each try begins anew, and looks while it plays.
      tries += 1;
      // The same address again would be no new order.
      const lengthMs = Math.min(FAST_MS, Date.now() - beginsMs - 5_000) - tries * 100;
      const fromMs = Date.now() - (direction > 0 ? lengthMs : 5_000);
      await timeline.open(fromMs, 64 * direction);
      const untilMs = Date.now() + lengthMs / 64 + 1_000;
      for (let last = "nothing"; ; ) {
        const found = await shop.find(red, at);
        const [shownMs = 0] = await timeline.shown();
        const { speed } = await timeline.state();
        const played = (shownMs - fromMs) * direction;
        if (speed !== 64 * direction || Date.now() > untilMs) return last;
        // Far enough that it is a picture of this order, and not one of the recording's ends.
        if (played > 5_000 && played < lengthMs - 10_000 && found) {
          last = `${Math.hypot(found.x - at.x, found.y - at.y).toFixed(1)} px beside it after ${played} ms`;
          if (Math.hypot(found.x - at.x, found.y - at.y) < 2) return "there";
        } else last = `${played} ms played, ${found ? "found" : "not found"}`;
      }
    };
    await expect.poll(seen, { timeout: 90_000, message: `${64 * direction}x` }).toBe("there");
  }
});
