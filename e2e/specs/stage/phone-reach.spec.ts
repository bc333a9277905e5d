/** What a finger reaches on a phone beside the pictures: the palette, a range with its stills, the export; and Back. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { recordedFor } from "../../support/playback/playback.ts";
import { shared } from "../../support/shared.ts";

test.setTimeout(180_000);
test.use({ actionTimeout: 30_000, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

const tiles = (page: Page): Locator => page.locator("[data-tile-id]");
const layers = (page: Page): Promise<number> =>
  page.evaluate(() => (history.state as { layers?: number } | null)?.layers ?? 0);
/** Nobody is as fast as a script: what lies over the page has its entry in the history a moment after it is there. */
async function goBack(page: Page): Promise<void> {
  await expect.poll(() => layers(page)).toBeGreaterThan(0);
  await page.goBack();
}
const palette = (page: Page): Locator => page.getByRole("dialog", { name: "Command palette" });

test("nothing speaks of keys; the palette opens by a tap, and Back closes what lies over the page, the topmost first", async ({
  page,
}) => {
  await enterStage(page, shared());
  const area = page.getByRole("region", { name: "Stage", exact: true });
  await expect(area.getByText("Tap Cameras, then each camera that you want to see.")).toBeVisible();
  await expect(area.locator("kbd")).toHaveCount(0);
  await area.getByRole("button", { name: "Commands…" }).tap();
  await expect(palette(page)).toBeVisible();
  expect(await axeFindings(page, "[role=dialog]", ["region"])).toEqual([]);
  await palette(page).getByRole("combobox").fill("Show all");
  await palette(page)
    .getByRole("option", { name: /^Show all \d+ cameras/ })
    .tap();
  await expect.poll(() => tiles(page).count()).toBeGreaterThan(5);
  const all = await tiles(page).count();

  const user = page.getByRole("button", { name: /Signed in as/ });
  await user.tap();
  await expect(page.getByRole("menuitem", { name: /^Keyboard/ })).toHaveCount(0);
  await page.getByRole("menuitem", { name: "Commands…", exact: true }).tap();
  await expect(palette(page)).toBeVisible();
  const address = page.url();
  await goBack(page);
  await expect(palette(page)).toBeHidden();
  await user.tap();
  await expect(page.getByRole("menu")).toBeVisible();
  await goBack(page);
  await expect(page.getByRole("menu")).toHaveCount(0);

  await tiles(page).nth(1).tap();
  await expect(tiles(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Cameras", exact: true }).tap();
  const panel = page.getByRole("complementary", { name: "Side panel" });
  await expect(panel).toBeVisible();
  await goBack(page);
  await expect(panel).toBeHidden();
  await expect(tiles(page)).toHaveCount(1);
  await goBack(page);
  await expect(tiles(page)).toHaveCount(all);
  expect(page.url()).toBe(address);

  // Closed by its button, it leaves nothing behind at which Back would do nothing.
  await tiles(page).first().tap();
  await expect(tiles(page)).toHaveCount(1);
  await page.getByRole("button", { name: "All cameras", exact: true }).tap();
  await expect(tiles(page)).toHaveCount(all);
  await expect.poll(() => layers(page)).toBe(0);
});

test("find a moment and export a minute of it: a range, its stills, Export", async ({ page }) => {
  const stage = await enterStage(page, shared());
  await page.getByRole("button", { name: "Cameras", exact: true }).tap();
  await stage.panel.getByRole("searchbox").fill("Car park");
  await stage.camera("Car park").tap();
  await goBack(page);
  await recordedFor(page, 70_000);
  await page.getByRole("button", { name: "More of the timeline" }).tap();
  await page.getByRole("menuitem", { name: "Choose a range…" }).tap();
  const range = page.getByRole("dialog", { name: "Range" });
  await expect(range.getByRole("textbox", { name: "Length" })).toHaveValue("0:30");
  await range.getByRole("button", { name: "1:00", exact: true }).tap();
  await expect(range.getByRole("textbox", { name: "Length" })).toHaveValue("1:00");
  const stills = range.getByRole("button", { name: /^Go to / });
  await expect(stills).toHaveCount(4);
  await expect(stills.locator("img")).toHaveCount(4, { timeout: 60_000 });
  expect(await axeFindings(page, "[role=dialog]", ["region"])).toEqual([]);
  await range.getByRole("button", { name: "Export…", exact: true }).tap();
  const dialog = new ExportDialog(page);
  await expect(dialog.dialog).toBeVisible();
  await expect(dialog.dialog.getByText(/^1:00 in /)).toBeVisible();
  expect(await axeFindings(page, "[role=dialog]", ["region"])).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    dialog.export("Car park", ".mkv").tap(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Car park .*\.mkv$/);
  await goBack(page);
  await expect(dialog.dialog).toBeHidden();
  await expect(tiles(page)).toHaveCount(1);
});
