/** An operator keeps a moment without leaving the pictures: a bookmark, ten seconds back, an export of this camera (issue 25). */
import { expect, type Page, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { boxOf } from "../../support/browser/boxes.ts";
import { Api } from "../../support/api.ts";
import { openStage, recordedFor } from "../../support/playback/playback.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 30_000 });

interface Bookmark {
  readonly id: string;
  readonly text: string;
  readonly start: number;
}
/** What the recorder has of this text. */
async function bookmarksOf(text: string): Promise<readonly Bookmark[]> {
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const { bookmarks } = await api.get<{ bookmarks: Bookmark[] }>("/service/bookmarks");
  return bookmarks.filter((each) => each.text === text);
}
const behindMs = async (timeline: TimelinePage): Promise<number> => Date.now() - (await timeline.state()).timeMs;
const isAbout = (behind: number, seconds: number): boolean => Math.abs(behind - seconds * 1000) < 4000;
const onlyYard = async (page: Page): Promise<void> => {
  const { dialog } = new ExportDialog(page);
  await expect(dialog.getByText("1 selected")).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "Choose Yard", exact: true })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Choose Corridor", exact: true })).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
};

test("by mouse: the moment is bookmarked and named, looked at again 10 s back, and its camera exported", async ({
  page,
}) => {
  const { stage, timeline } = await openStage(page, ["Yard", "Corridor"]);
  await recordedFor(page, 30_000);
  const name = `moment ${Date.now()}`;
  const pressedMs = Date.now();
  await timeline.button("Set a bookmark").click();
  await expect(page.getByText(/^Bookmark at .*: 2 cameras$/)).toBeVisible();
  await page.getByRole("button", { name: "Name…" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Text" }).fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(async () => (await bookmarksOf(name)).length).toBe(2);
  for (const { start } of await bookmarksOf(name)) expect(Math.abs(start - pressedMs)).toBeLessThan(5000);

  await timeline.button("10 s back").click();
  await expect.poll(async () => (await timeline.state()).mode).toBe("playback");
  expect(isAbout(await behindMs(timeline), 11)).toBe(true);
  // Paused it stays so, and shows the picture of then.
  await timeline.button("Pause").click();
  const { timeMs } = await timeline.state();
  await timeline.button("10 s back").click();
  await expect.poll(async () => Math.round(((await timeline.state()).timeMs - timeMs) / 1000)).toBe(-10);
  expect((await timeline.state()).paused).toBe(true);
  await timeline.button("Play").click();
  for (let press = 0; press < 3; press += 1) await timeline.button("10 s forward").click({ force: press > 0 });
  await expect.poll(async () => (await timeline.state()).mode).toBe("live");

  await stage.tile("Yard").click({ button: "right" });
  const menu = page.getByRole("menu", { name: "Actions for Yard" });
  await expect(menu.getByRole("menuitem", { name: "Statistics" })).toHaveAttribute("aria-keyshortcuts", "i");
  expect(await axeFindings(page, "[role=menu]", ["region"])).toEqual([]);
  await menu.getByRole("menuitem", { name: "Export…", exact: true }).click();
  await onlyYard(page);
});

test("by keyboard: b and Shift+B, Shift+J and Shift+L, Shift+E", async ({ page }) => {
  const { stage, timeline } = await openStage(page, ["Yard", "Corridor"]);
  await recordedFor(page, 30_000);
  await stage.tile("Yard").focus();
  await page.keyboard.press("b");
  const message = page.getByText(/^Bookmark at .*: Yard$/);
  await expect(message).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(message).toBeHidden();

  await stage.tile("Yard").focus();
  await page.keyboard.press("Shift+J");
  await page.keyboard.press("Shift+J");
  await expect.poll(async () => isAbout(await behindMs(timeline), 21)).toBe(true);
  const name = `moment ${Date.now()}`;
  const { timeMs } = await timeline.state();
  await page.keyboard.press("Shift+B");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Text" })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await bookmarksOf(name)).length).toBe(1);
  const [made] = await bookmarksOf(name);
  expect(Math.abs((made?.start ?? 0) - timeMs)).toBeLessThan(3000);
  await stage.tile("Yard").focus();
  await page.keyboard.press("Shift+E");
  await onlyYard(page);
  await stage.tile("Yard").focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Shift+L");
  await expect.poll(async () => (await timeline.state()).mode).toBe("live");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard" });
  await expect(keys.getByText("1 to 9", { exact: true })).toBeVisible();
  await expect(keys.getByText("Shift + J", { exact: true }).first()).toBeVisible();
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("on a phone: every control is in the window; a bookmark is set and taken back, 10 s back", async ({ page }) => {
    await enterStage(page, shared());
    await page.getByRole("button", { name: /^Show all \d+ cameras$/ }).tap();
    const timeline = new TimelinePage(page);
    await timeline.button("More of the timeline").tap();
    await page.getByRole("menuitem", { name: "Set a bookmark" }).tap();
    await expect(page.getByText(/^Bookmark at .* cameras$/)).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).tap();
    for (const button of await page.locator("[data-control-bar] > div").first().getByRole("button").all()) {
      const { x, width, height } = await boxOf(button);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
      expect(height).toBeGreaterThanOrEqual(43.5);
    }
    await timeline.button("10 s back").tap();
    await expect.poll(async () => isAbout(await behindMs(timeline), 11)).toBe(true);
  });
});

test("the bar of an unlinked player in a low tile is one line until it is used, and says what is shown", async ({
  page,
}) => {
  const stage = await enterStage(page, shared());
  await page.getByRole("button", { name: /^Show all \d+ cameras$/ }).click();
  await stage.playing("Yard", 60_000);
  const tile = await boxOf(stage.tile("Yard"));
  await stage.tile("Yard").focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Unlink from the stage's timeline" }).click();
  const bar = page.locator("[data-unlinked]");
  const share = async (): Promise<number> => (await boxOf(bar)).height / tile.height;
  await stage.tile("Yard").hover({ position: { x: tile.width / 2, y: tile.height / 3 } });
  await expect.poll(share).toBeGreaterThan(0.2);
  expect(await share()).toBeLessThan(0.36);
  await stage.tile("Corridor").focus();
  await stage.tile("Corridor").hover();
  await expect.poll(share).toBeLessThan(0.18);
  await expect(bar.getByText("Yard")).toBeVisible();
  await expect(bar.locator("time")).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  // By keyboard its timeline is there all the same.
  await page.getByRole("slider", { name: "Timeline of Yard" }).focus();
  await expect.poll(share).toBeGreaterThan(0.2);
  await page.keyboard.press("ArrowLeft");
  await expect(bar.getByRole("button", { name: "Return to live" })).toBeVisible();
});

test("paused before a camera's first picture its tile says that there is no video, and no time to wait", async ({
  page,
}) => {
  const { stage } = await openStage(page, ["Yard"]);
  const answer = await page.request.get(`${shared().url}/service/archives?take=1000`);
  const { archives } = (await answer.json()) as { archives: { start: number }[] };
  const firstMs = Math.min(...archives.map(({ start }) => start));
  await page.evaluate((ms) => {
    location.hash = `#/stage?time=${ms}&paused=true`;
  }, firstMs - 60_000);
  await expect(stage.tile("Yard")).toHaveAttribute("data-state", "no_video");
});

test.describe("with a finger, another screen", () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true });

  test("is opened by its address while a dialog is open, and stays", async ({ page }) => {
    await enterStage(page, shared());
    await page.goto(`${shared().url}/#/users?dialog=add`);
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goto(`${shared().url}/#/retention-policy`);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Retention Policy" })).toBeVisible();
    await expect(page).toHaveURL(/#\/retention-policy$/);
    // A dialog that an address opens is not closed by the event that brings the address.
    await page.goto(`${shared().url}/#/users?dialog=add`);
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});
