/**
 * One task of an operator, by mouse, by keyboard and by touch: find the moment at which the red car leaves the car park
 * and export 30 s of it. The test looks as a person does, for red in the bay where the car turns in; the camera's own
 * clock in the exported pictures shows that the moment is inside. Presses and seconds are those of docs/first-hour.md.
 */
import { ALL_FORMATS, FilePathSource, Input } from "mediabunny";
import { expect, type Page, test } from "@playwright/test";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import type { StagePage } from "../../pages/stage-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { Fingers } from "../../support/browser/fingers.ts";
import { openStage, phaseDifference, recordedFor } from "../../support/playback/playback.ts";
import { shared } from "../../support/shared.ts";

test.setTimeout(240_000);
test.use({ actionTimeout: 30_000 });

const CAMERA = "Car park";
const PICTURE = { width: 1280, height: 720 };
/** Where the car turns in, as shares of the picture. */
const BAY = { x: 0.57, y: 0.42, width: 0.12, height: 0.16 };
/** It stands there for the last time at this moment of the camera's loop. */
const LEAVES_AT_MS = 9_000;
/** A person needs a moment, and so does a picture. */
const LATE_MS = 3_000;

/** Whether a person sees the red car in a picture of RGBA rows. */
function seesRed({ width, height, rgba }: { width: number; height: number; rgba: ArrayLike<number> }): boolean {
  let red = 0;
  for (let at = 0; at < width * height * 4; at += 4) {
    const [r = 0, g = 0, b = 0] = [rgba[at], rgba[at + 1], rgba[at + 2]];
    if (r > 120 && g < r * 0.6 && b < r * 0.6) red += 1;
  }
  return red > width * height * 0.05;
}

async function carInTile(stage: StagePage): Promise<boolean> {
  const tile = stage.tile(CAMERA);
  const box = await tile.boundingBox();
  if (!box) throw new Error("the tile is not shown");
  // A picture stands in the middle of its tile.
  const width = Math.min(box.width, (box.height * PICTURE.width) / PICTURE.height);
  const height = (width * PICTURE.height) / PICTURE.width;
  const [left, top] = [(box.width - width) / 2, (box.height - height) / 2];
  const part = {
    x: Math.round(left + BAY.x * width),
    y: Math.round(top + BAY.y * height),
    width: Math.round(BAY.width * width),
    height: Math.round(BAY.height * height),
  };
  return seesRed(await stage.pixels(tile, part));
}

/** Watches until the car has come and is gone again. */
async function watchItLeave(stage: StagePage): Promise<void> {
  await expect.poll(() => carInTile(stage), { timeout: 45_000, intervals: [150] }).toBe(true);
  await expect.poll(() => carInTile(stage), { timeout: 45_000, intervals: [150] }).toBe(false);
}

/** The picture that is shown is one of the moment after the car has left. */
async function isTheMoment(stage: StagePage, timeline: TimelinePage): Promise<number> {
  const code = await stage.frameCode(stage.tile(CAMERA), PICTURE);
  const sinceMs = phaseDifference(code?.phaseMs ?? Number.NaN, LEAVES_AT_MS);
  expect(sinceMs).toBeGreaterThan(-500);
  expect(sinceMs).toBeLessThan(LATE_MS);
  return (await timeline.state()).timeMs;
}

/** The dialog's range holds the moment, and the file that it makes is as long. */
async function exportIt(page: Page, foundMs: number, press: (name: string) => Promise<void>): Promise<void> {
  const dialog = new ExportDialog(page);
  await expect(dialog.dialog).toBeVisible();
  const read = async (label: string): Promise<number> => {
    const text = await dialog.dialog.getByLabel(label, { exact: true }).inputValue();
    return page.evaluate((local) => new Date(local.replace(" ", "T")).getTime(), text);
  };
  const [startMs, stopMs] = [await read("From"), await read("To")];
  expect(Math.abs(stopMs - startMs - 30_000)).toBeLessThanOrEqual(1_000);
  expect(foundMs - LATE_MS - startMs).toBeGreaterThan(0);
  expect(stopMs - foundMs).toBeGreaterThan(LATE_MS);
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    press(`Export as MKV: ${CAMERA}`),
  ]);
  const input = new Input({ source: new FilePathSource(await download.path()), formats: ALL_FORMATS });
  expect(Math.abs((await input.computeDuration()) - 30)).toBeLessThan(1.5);
  input.dispose();
}

/** Counts what the operator presses, and tells it with the time that it took. */
function counted(how: string) {
  let presses = 0;
  const startMs = Date.now();
  return {
    press: () => (presses += 1),
    tell: () => console.log(`red car by ${how}: ${presses} presses, ${Math.round((Date.now() - startMs) / 1000)} s`),
  };
}

test("by mouse: a range on the ruler, its stills, a click on the first without the car, Export", async ({ page }) => {
  const { stage, timeline } = await openStage(page, [CAMERA]);
  await recordedFor(page, 60_000);
  const count = counted("mouse");
  const strip = await timeline.strip.boundingBox();
  if (!strip) throw new Error("no timeline");
  const { startMs, stopMs } = await timeline.exactWindow();
  const xOf = (timeMs: number): number => strip.x + ((timeMs - startMs) / (stopMs - startMs)) * strip.width;
  const now = await timeline.state();
  // The last half minute, drawn on the ruler.
  await page.mouse.move(xOf(now.timeMs - 38_000), strip.y + 10);
  await page.mouse.down();
  await page.mouse.move(xOf(now.timeMs - 10_000), strip.y + 10, { steps: 4 });
  await page.mouse.up();
  count.press();
  await page.getByRole("button", { name: /^Range of / }).click();
  count.press();
  const dialog = page.getByRole("dialog", { name: "Range" });
  await dialog.getByRole("button", { name: /Number of stills/ }).click();
  await page.getByRole("option", { name: "25" }).click();
  count.press();
  count.press();
  const stills = dialog.getByRole("button", { name: /^Go to / });
  await expect(stills).toHaveCount(25);
  await expect(stills.locator("img")).toHaveCount(25, { timeout: 60_000 });
  const red: boolean[] = [];
  for (const still of await stills.all()) {
    const picture = await still.locator("img").evaluate((image: HTMLImageElement, bay) => {
      const { naturalWidth: width, naturalHeight: height } = image;
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const part = [bay.x * width, bay.y * height, bay.width * width, bay.height * height].map(Math.round);
      const [x = 0, y = 0, w = 1, h = 1] = part;
      return { width: w, height: h, rgba: [...(context?.getImageData(x, y, w, h).data ?? [])] };
    }, BAY);
    red.push(seesRed(picture));
  }
  const gone = red.findIndex((seen, at) => !seen && red[at - 1] === true);
  expect(gone, red.map((seen) => (seen ? "red" : "-")).join(" ")).toBeGreaterThan(0);
  await stills.nth(gone).click();
  count.press();
  await expect(dialog).toBeHidden();
  await timeline.button("Pause").click();
  count.press();
  await expect.poll(async () => (await stage.frameCode(stage.tile(CAMERA), PICTURE))?.phaseMs).toBeDefined();
  const foundMs = await isTheMoment(stage, timeline);
  // Not the whole range: half a minute about this moment.
  await timeline.strip.focus();
  await page.keyboard.press("Escape");
  await new ExportDialog(page).button().click();
  count.press();
  await exportIt(page, foundMs, (name) => page.getByRole("button", { name, exact: true }).click());
  count.press();
  count.tell();
});

test("by keyboard: back on the timeline, watched until it is gone, paused, Export", async ({ page }) => {
  const { stage, timeline } = await openStage(page, [CAMERA]);
  await recordedFor(page, 60_000);
  const count = counted("keyboard");
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    count.press();
  };
  await timeline.strip.focus();
  for (let at = 0; at < 7; at += 1) await press("ArrowLeft");
  await expect.poll(async () => (await timeline.state()).mode).toBe("playback");
  await watchItLeave(stage);
  await press("k");
  const foundMs = await isTheMoment(stage, timeline);
  // The seek has offered half a minute about where it went: without a range it is about what is shown now.
  await timeline.strip.focus();
  await press("Escape");
  await new ExportDialog(page).button().focus();
  await press("Enter");
  await exportIt(page, foundMs, async (name) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await press("Enter");
  });
  count.tell();
});

for (const [name, viewport] of [
  ["a phone", { width: 390, height: 844 }],
  ["a phone on its side", { width: 844, height: 390 }],
] as const)
  test.describe(name, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test("by touch: a tap on the timeline, watched until it is gone, paused, Export", async ({ page }) => {
      const stage = await enterStage(page, shared());
      const timeline = new TimelinePage(page);
      await page.getByRole("button", { name: "Cameras", exact: true }).tap();
      await stage.panel.getByRole("searchbox").fill(CAMERA);
      await stage.camera(CAMERA).tap();
      await stage.camera(CAMERA).tap();
      await stage.playing(CAMERA, 60_000);
      await recordedFor(page, 60_000);
      const count = counted(`touch, ${name}`);
      const isOnItsSide = viewport.width > viewport.height;
      /** Where the window has only the picture, a tap on it brings the controls. */
      const controls = async (): Promise<void> => {
        if (!isOnItsSide || (await timeline.strip.isVisible())) return;
        await page.touchscreen.tap(viewport.width / 2, 180);
        count.press();
        await expect(timeline.strip).toBeVisible();
      };
      await controls();
      const strip = await timeline.strip.boundingBox();
      if (!strip) throw new Error("no timeline");
      const y = strip.y + strip.height * 0.7;
      // Two fingers make a minute as wide as the strip.
      const hand = await Fingers.of(page);
      await hand.pinch({ x: strip.x + strip.width * 0.6, y }, 40, 120);
      count.press();
      await expect(async () => {
        await controls();
        const { startMs, stopMs } = await timeline.exactWindow();
        const { timeMs } = await timeline.state();
        const x = strip.x + ((timeMs - 34_000 - startMs) / (stopMs - startMs)) * strip.width;
        await page.touchscreen.tap(Math.max(strip.x + 4, x), y);
        expect((await timeline.state()).mode).toBe("playback");
      }).toPass();
      count.press();
      await watchItLeave(stage);
      await controls();
      await timeline.button("Pause").tap();
      count.press();
      const foundMs = await isTheMoment(stage, timeline);
      await controls();
      // The seek has offered half a minute about where it went: without a range it is about what is shown now.
      if (isOnItsSide) {
        await timeline.button("Selection mode").tap();
        count.press();
        await controls();
      }
      await new ExportDialog(page).button().tap();
      count.press();
      await exportIt(page, foundMs, (button) => page.getByRole("button", { name: button, exact: true }).tap());
      count.press();
      count.tell();
    });
  });
