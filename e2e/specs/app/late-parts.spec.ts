/**
 * Parts that a button or a key opens are loaded after the first pictures; when they cannot be loaded, the stage stays.
 */
import { expect, type Page, test } from "@playwright/test";
import { openStage } from "../../support/playback/playback.ts";

/** The chunks of the parts that buttons and keys of the stage open. */
const LATE = [
  ...["tile-menu", "date-picker-dialog", "events-dialog", "marks-dialog", "export-dialog", "export-binding"],
  ...["command-palette", "keyboard-overlay"],
];

const notLoaded = (page: Page) => page.getByRole("alertdialog", { name: "This part could not be loaded" });
const menu = (page: Page) => page.getByRole("menu", { name: "Actions for Yard" });

test("a menu whose code cannot be loaded says so, leaves the pictures, and opens when it is tried again", async ({
  page,
}) => {
  const code = /\/assets\/tile-menu-[^/]*\.js$/;
  await page.route(code, (route) => route.abort());
  const { stage } = await openStage(page, ["Yard"]);
  await stage.tile("Yard").focus();
  await page.keyboard.press("Shift+F10");
  await expect(notLoaded(page)).toBeVisible();
  await notLoaded(page).getByRole("button", { name: "Close" }).click();
  await expect(notLoaded(page)).toBeHidden();
  await stage.playing("Yard");
  await stage.tile("Yard").focus();
  await page.keyboard.press("Shift+F10");
  await expect(notLoaded(page)).toBeVisible();
  await page.screenshot({ path: test.info().outputPath("not-loaded.png") });
  await page.unroute(code);
  // A user who tries again before the failure is forgotten tries once more.
  await expect(async () => {
    // On a busy machine the menu of the try before may have opened by now.
    if (!(await menu(page).isVisible()))
      await notLoaded(page).getByRole("button", { name: "Try again" }).click({ timeout: 500 });
    await expect(menu(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(menu(page)).toBeHidden();
});

test("a while after the first picture all of them open without the server", async ({ page }) => {
  const loaded: string[] = [];
  page.on("response", (response) => loaded.push(response.url()));
  const { stage, timeline } = await openStage(page, ["Yard"]);
  const missing = () => LATE.filter((name) => !loaded.some((each) => each.includes(`/${name}-`)));
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
  await page.route(/\/assets\//, (route) => route.abort());
  await stage.tile("Yard").focus();
  await page.keyboard.press("Shift+F10");
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await timeline.button("Choose date and time").click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(notLoaded(page)).toHaveCount(0);
});
