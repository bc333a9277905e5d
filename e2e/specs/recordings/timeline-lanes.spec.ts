/** The strip's lanes under the hand: whose they are, what their colours mean, how high the strip is, what was to be seen. */
import { expect, type Page, test } from "@playwright/test";
import { axeFindings } from "../../support/browser/axe.ts";
import { boxOf } from "../../support/browser/boxes.ts";
import { openStage, recordedFor } from "../../support/playback/playback.ts";

test.setTimeout(180_000);
test.use({ actionTimeout: 30_000 });

const NAMES = ["Yard", "Corridor", "Car park"];
const gutter = (page: Page) => page.locator("[data-lane-gutter]");
const edge = (page: Page) => page.locator("[data-strip-edge]");

test("by mouse: who was where: each lane names its camera and shows its stills, a range shows many; then higher, then one lane", async ({
  page,
}) => {
  const { timeline } = await openStage(page, NAMES);
  await recordedFor(page, 45_000);
  const lanes = gutter(page).getByRole("button");
  for (const name of NAMES) await expect(gutter(page).getByText(name, { exact: true })).toBeVisible();
  await gutter(page).getByRole("button", { name: "What the colours mean" }).click();
  await expect(page.locator("[data-legend]")).toContainText("Recorded");
  expect(await axeFindings(page, "[data-control-bar]")).toEqual([]);
  await page.keyboard.press("Escape");

  // The pointer rests on each lane in turn: the still is that camera's.
  const strip = await boxOf(timeline.strip);
  const { startMs, stopMs } = await timeline.exactWindow();
  const nowX = strip.x + ((Date.now() - startMs) / (stopMs - startMs)) * strip.width;
  const pxOf = (ms: number): number => (ms / (stopMs - startMs)) * strip.width;
  const caption = page.locator("[data-thumbnail-caption]");
  for (const name of NAMES.slice(0, 2)) {
    const lane = await boxOf(gutter(page).getByText(name, { exact: true }));
    await page.mouse.move(nowX - pxOf(25_000), lane.y + lane.height / 2, { steps: 3 });
    await expect(caption).toContainText(name);
    await expect(page.locator("img[data-thumbnail]")).toBeVisible({ timeout: 30_000 });
    // It never lies over the controls.
    const [shown, pause] = [await boxOf(caption), await boxOf(timeline.button("Pause"))];
    expect(shown.y + shown.height <= pause.y || shown.y >= pause.y + pause.height).toBe(true);
  }

  // Shift draws a range wherever the pointer is; over it stand its stills.
  const y = strip.y + strip.height - 12;
  await page.keyboard.down("Shift");
  await page.mouse.move(nowX - pxOf(40_000), y);
  await page.mouse.down();
  await page.mouse.move(nowX - pxOf(10_000), y, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect(page.getByRole("button", { name: /^Range of 0:(29|30|31)/ })).toBeVisible();
  await page.mouse.move(nowX - pxOf(25_000), y - 2, { steps: 2 });
  await expect.poll(() => page.locator("[data-range-strip] img").count(), { timeout: 30_000 }).toBeGreaterThan(3);

  // The edge is pulled up: the lanes have more room.
  const before = (await boxOf(timeline.strip)).height;
  const grip = await boxOf(edge(page));
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + grip.width / 2, grip.y - 120, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await boxOf(timeline.strip)).height).toBeGreaterThan(before + 80);
  await gutter(page).getByRole("button", { name: "Lanes: all cameras on the stage" }).click();
  await page.getByRole("menuitem", { name: /one for all cameras/ }).click();
  await expect(gutter(page).getByText("All cameras", { exact: true })).toBeVisible();
  await expect(lanes.filter({ hasText: "Corridor" })).toHaveCount(0);
});

test("by keyboard: the strip is made higher, a range is typed, and Export has it", async ({ page }) => {
  const { timeline } = await openStage(page, ["Yard"]);
  await recordedFor(page, 45_000);
  const before = (await boxOf(timeline.strip)).height;
  await edge(page).focus();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press("ArrowUp");
  await expect.poll(async () => (await boxOf(timeline.strip)).height).toBeGreaterThan(before);
  await timeline.strip.focus();
  await page.keyboard.press("]");
  const range = page.getByRole("button", { name: /^Range of / });
  await range.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Range" });
  await dialog.getByRole("textbox", { name: "Length" }).fill("12");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Length" })).toHaveValue("0:12");
  await dialog.getByRole("button", { name: "Export…", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Export" }).getByText(/^0:12 in /)).toBeVisible();
});
