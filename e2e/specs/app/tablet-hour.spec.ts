/** The first hour with a finger, on a tablet beside the wall: what issue 25 asks of mouse and keyboard, by touch. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { openPanel } from "../../pages/admin-pages.ts";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage, load } from "../../pages/sign-in-page.ts";
import type { StagePage } from "../../pages/stage-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { boxOf, centreOf } from "../../support/browser/boxes.ts";
import { Fingers } from "../../support/browser/fingers.ts";
import { recordedFor } from "../../support/playback/playback.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 30_000, hasTouch: true, isMobile: true, viewport: { width: 1180, height: 820 } });

const SQUARE = "Square \\(PTZ\\)";
const BRITISH = /^\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d(:\d\d)?$/;
const userMenu = (page: Page): Locator => page.getByRole("button", { name: /Signed in as/ });
const entry = (page: Page, name: string | RegExp): Locator => page.getByRole("menuitem", { name });

/** A finger that rests on a tile opens its menu. */
async function openMenu(page: Page, stage: StagePage, name: string): Promise<Locator> {
  const hand = await Fingers.of(page);
  await hand.touch("touchStart", await centreOf(stage.tile(name)));
  const menu = page.getByRole("menu", { name: new RegExp(`^Actions for ${name}`) });
  await expect(menu).toBeVisible();
  await hand.touch("touchEnd");
  return menu;
}

test.describe("in English of Britain", () => {
  test.use({ locale: "en-GB" });

  test("a tablet: another screen and back at once, a wider and a denser list, one player with a time of its own, dates by language", async ({
    page,
  }) => {
    const stage = await enterStage(page, shared());
    for (const name of ["Corridor", "Yard"]) {
      await stage.panel.getByRole("searchbox").fill(name);
      await stage.camera(name).tap();
    }
    await stage.panel.getByRole("searchbox").fill("");
    const yard = await stage.playing("Yard", 60_000);

    // Another screen, and back: the player did not begin anew.
    await userMenu(page).tap();
    await expect(entry(page, "Commands…")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu", exact: true }).tap();
    await entry(page, "Version").tap();
    await expect(yard).toHaveCount(0);
    await page.goBack();
    await expect(yard).toHaveAttribute("data-state", "playing", { timeout: 1_000 });

    // The panel's width is drawn by its grip.
    const hand = await Fingers.of(page);
    const grip = page.getByRole("separator", { name: "Width of the side panel" });
    const box = await boxOf(grip);
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(43.5);
    const from = await centreOf(grip);
    await hand.drag(from, { ...from, x: from.x + 400 });
    await expect.poll(async () => (await boxOf(stage.panel)).width).toBe(480);
    const wide = await centreOf(grip);
    await hand.drag(wide, { ...wide, x: wide.x - 160 });
    await expect.poll(async () => (await boxOf(stage.panel)).width).toBe(320);
    const preview = stage.panel.getByRole("button", { name: /to the stage, / }).first();
    const big = (await boxOf(preview)).height;
    await page.getByRole("button", { name: "Layout: big", exact: true }).tap();
    await expect.poll(async () => (await boxOf(preview)).height).toBeLessThan(big / 2);

    // One player goes back alone, by its own bar.
    const menu = await openMenu(page, stage, "Yard");
    await menu.getByRole("menuitem", { name: "Unlink from the stage's timeline" }).tap();
    const bar = page.locator("[data-unlinked]");
    await expect(bar.locator("time")).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await recordedFor(page, 60_000);
    await yard.tap();
    const slider = page.getByRole("slider", { name: "Timeline of Yard" });
    const strip = await boxOf(slider);
    expect(strip.height).toBeGreaterThanOrEqual(33.5);
    await page.touchscreen.tap(strip.x + strip.width * 0.35, strip.y + strip.height / 2);
    await expect(bar.getByText("not live", { exact: false })).toBeAttached();
    const timeline = new TimelinePage(page);
    await expect.poll(async () => (await timeline.unlinked("Yard"))?.state.mode).toBe("playback");
    expect((await timeline.state()).mode).toBe("live");
    await bar.getByRole("button", { name: /^Speed/ }).tap();
    await page.getByRole("menuitem", { name: "1/2x", exact: true }).tap();
    await expect.poll(async () => (await timeline.unlinked("Yard"))?.state.speed).toBe(0.5);
    await bar.getByRole("button", { name: "Pause", exact: true }).tap();
    await bar.getByRole("button", { name: "Return to live" }).tap();
    await expect.poll(async () => (await timeline.unlinked("Yard"))?.state.mode).toBe("live");

    // Dates are written as in Britain: in the timeline, an export's fields, and the calendar.
    await userMenu(page).tap();
    await entry(page, /^Dates and times/).tap();
    await entry(page, "By language").tap();
    await expect(bar.locator("time")).toHaveText(BRITISH);
    const { dialog } = new ExportDialog(page);
    await new ExportDialog(page).button().tap();
    await expect(dialog.getByLabel("From")).toHaveValue(BRITISH);
    await dialog.getByRole("button", { name: "Calendar: start" }).tap();
    const calendar = page.getByRole("dialog", { name: "Calendar: start" });
    await calendar.getByRole("button", { name: "GO" }).tap();
    await expect(calendar).toBeHidden();
    await expect(dialog.getByLabel("From")).toHaveValue(BRITISH);
    await page.goBack();
    await expect(dialog).toBeHidden();

    // Nothing recorded yet: the tiles say so, and no countdown waits.
    const answer = await page.request.get(`${shared().url}/service/archives?take=1000`);
    const { archives } = (await answer.json()) as { archives: { start: number }[] };
    const firstMs = Math.min(...archives.map(({ start }) => start));
    await page.evaluate((ms) => {
      location.hash = `#/stage?time=${ms}&paused=true`;
    }, firstMs - 60_000);
    await expect(stage.tile("Corridor")).toHaveAttribute("data-state", "no_video");
  });
});

test("what low bandwidth is, and a preset that is deleted only after a question", async ({ page }) => {
  const stage = await enterStage(page, shared(), { lowBandwidth: true });
  await stage.panel.getByRole("searchbox").fill("Square");
  await stage.camera(SQUARE).tap();
  await page.getByRole("button", { name: "Low bandwidth: what this means" }).tap();
  const about = page.getByRole("alertdialog", { name: "Low-bandwidth mode" });
  await about.getByRole("button", { name: "OK" }).tap();
  await expect(about).toBeHidden();
  const menu = await openMenu(page, stage, SQUARE);
  await menu.getByRole("menuitem", { name: "PTZ presets…" }).tap();
  const presets = page.getByRole("dialog", { name: /^PTZ presets of / });
  await presets.getByRole("button", { name: "Add preset" }).tap();
  const naming = page.getByRole("dialog", { name: "PTZ preset name" });
  await naming.getByRole("textbox").fill("Tapped");
  await naming.getByRole("button", { name: "Save", exact: true }).tap();
  const remove = presets.getByRole("button", { name: "Delete preset Tapped" });
  await remove.tap();
  const question = page.getByRole("alertdialog", { name: "Delete the preset" });
  await question.getByRole("button", { name: "Cancel" }).tap();
  await expect(remove).toBeVisible();
  await remove.tap();
  await question.getByRole("button", { name: "Delete" }).tap();
  await expect(remove).toHaveCount(0);
});

test("administration by touch: dialogs left while they load, a name that another camera has", async ({ page }) => {
  const thrown: string[] = [];
  page.on("pageerror", (error) => thrown.push(error.message));
  await enterStage(page, shared());
  await load(page, shared().url, "#/cameras");
  const panel = await openPanel(page, "Yard");
  const dialog = page.getByRole("dialog");
  const open = panel.getByRole("button", { name: "Motion detection" });
  for (let slip = 0; slip < 3; slip += 1) {
    await open.tap();
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).tap();
    await expect(dialog).toHaveCount(0);
  }
  await open.tap();
  await expect(dialog.getByRole("application").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).tap();
  await expect(dialog).toHaveCount(0);
  expect(thrown).toEqual([]);

  await panel.getByRole("button", { name: "Edit camera name" }).tap();
  await dialog.getByRole("textbox").fill(" corridor");
  await expect(dialog.getByText("Another camera has this name, too.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeEnabled();
});
