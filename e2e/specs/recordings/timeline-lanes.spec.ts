/** The strip's lanes under the hand: whose they are, what their colours mean, how high the strip is, what was to be seen. */
import { expect, type Page, test } from "@playwright/test";
import { axeFindings } from "../../support/browser/axe.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { boxOf } from "../../support/browser/boxes.ts";
import { Fingers } from "../../support/browser/fingers.ts";
import { shared } from "../../support/shared.ts";
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

test.describe("a tablet", () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true });

  test("by touch: the lanes' names and colours, a range on the ruler with its stills, a higher strip, one lane; axe zero", async ({
    page,
  }) => {
    const stage = await enterStage(page, shared());
    const timeline = new TimelinePage(page);
    for (const name of NAMES) {
      await stage.panel.getByRole("searchbox").fill(name);
      await stage.camera(name).tap();
      await expect(stage.tile(name)).toBeVisible();
    }
    await recordedFor(page, 45_000);
    for (const name of NAMES) await expect(gutter(page).getByText(name, { exact: true })).toBeVisible();
    const corridor = gutter(page).getByRole("button", { name: "Corridor", exact: true });
    await corridor.tap();
    await expect(corridor).toHaveAttribute("aria-pressed", "true");
    await gutter(page).getByRole("button", { name: "What the colours mean" }).tap();
    await expect(page.locator("[data-legend]")).toContainText("Recorded");
    expect(await axeFindings(page)).toEqual([]);
    await gutter(page).getByRole("button", { name: "What the colours mean" }).tap();
    await expect(page.locator("[data-legend]")).toHaveCount(0);

    // Two fingers make a minute wide enough for the third one.
    const hand = await Fingers.of(page);
    const strip = await boxOf(timeline.strip);
    const msPerPx = async (): Promise<number> => {
      const { startMs, stopMs } = await timeline.exactWindow();
      return (stopMs - startMs) / strip.width;
    };
    const before = await msPerPx();
    await hand.pinch({ x: strip.x + strip.width * 0.75, y: strip.y + strip.height * 0.7 }, 40, 160);
    await expect.poll(msPerPx).toBeLessThan(before / 3);
    const range = page.getByRole("button", { name: /^Range of 0:(1\d|2\d)/ });
    // What touches right after two fingers belongs to them.
    await expect(async () => {
      const { startMs } = await timeline.exactWindow();
      const perPx = await msPerPx();
      const xOf = (agoMs: number): number => strip.x + (Date.now() - agoMs - startMs) / perPx;
      await hand.drag({ x: xOf(42_000), y: strip.y + 10 }, { x: xOf(22_000), y: strip.y + 10 });
      await expect(range).toBeVisible({ timeout: 500 });
    }).toPass();
    await range.tap();
    const dialog = page.getByRole("dialog", { name: "Range" });
    // The stills are those of the chosen player.
    await expect(dialog.getByRole("button", { name: /Camera/ })).toContainText("Corridor");
    const stills = dialog.getByRole("button", { name: /^Go to / });
    await expect(stills.locator("img").first()).toBeVisible({ timeout: 60_000 });
    expect(await axeFindings(page, "[role=dialog]", ["region"])).toEqual([]);
    await stills.first().tap();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await timeline.state()).mode).toBe("playback");

    const low = (await boxOf(timeline.strip)).height;
    const grip = await boxOf(edge(page));
    const at = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
    await hand.drag(at, { ...at, y: at.y - 160 });
    await expect.poll(async () => (await boxOf(timeline.strip)).height).toBeGreaterThan(low + 100);
    await gutter(page).getByRole("button", { name: "Lanes: all cameras on the stage" }).tap();
    await page.getByRole("menuitem", { name: /one for all cameras/ }).tap();
    await expect(gutter(page).getByText("All cameras", { exact: true })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
});
