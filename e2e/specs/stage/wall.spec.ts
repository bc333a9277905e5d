/** The first minutes of an operator at the wall, by mouse and by keyboard (issue 25, "A wall at once"). */
import { expect, type Page, test } from "@playwright/test";
import { SignInPage } from "../../pages/sign-in-page.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { boxOf, centreOf } from "../../support/browser/boxes.ts";
import { openStage } from "../../support/browser/open-stage.ts";
import { drag } from "../../support/browser/pointer.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 30_000 });

const tiles = (page: Page) => page.locator("[data-tile-id]");
const runCommand = async (page: Page, words: string): Promise<void> => {
  await page.keyboard.press("Control+k");
  await page.getByLabel("Cameras, stages, screens, actions").fill(words);
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
};

test("put all cameras on the wall after signing in; clear it by a slip and have it back", async ({ page }) => {
  const signIn = new SignInPage(page);
  await signIn.open(shared().url);
  await signIn.username.fill("admin");
  await signIn.password.fill(shared().password);
  const startMs = Date.now();
  await signIn.submit.click();
  // One click after the one that signs in.
  await page.getByRole("button", { name: /^Show all \d+ cameras$/ }).click();
  await expect.poll(() => tiles(page).count()).toBeGreaterThan(5);
  const all = await tiles(page).count();
  await expect(tiles(page).first()).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
  console.log(`all ${all} cameras on the wall: 2 clicks, ${((Date.now() - startMs) / 1000).toFixed(1)} s`);
  const places = async () => JSON.stringify(await Promise.all((await tiles(page).all()).map(boxOf)));
  const before = await places();

  await page.getByRole("button", { name: "Clear Stage" }).click();
  await expect(tiles(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(tiles(page)).toHaveCount(all);
  expect(await places()).toBe(before);
  expect(await axeFindings(page, "[data-stage-area]")).toEqual([]);

  // The same by keyboard.
  await runCommand(page, "clear stage");
  await expect(tiles(page)).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(tiles(page)).toHaveCount(all);
  await page.keyboard.press("Control+Shift+z");
  await expect(tiles(page)).toHaveCount(0);
  await runCommand(page, "show all");
  await expect(tiles(page)).toHaveCount(all);
});

test("fill the screen with six cameras; make one large; close one and its gap", async ({ page }) => {
  const stage = await openStage(page);
  await stage.panel.locator("[data-camera-id]").first().focus();
  // Shift and arrows select six cameras, Enter shows them.
  for (let at = 1; at < 6; at += 1) await page.keyboard.press("Shift+ArrowDown");
  await expect(stage.panel.getByText("6 selected")).toBeVisible();
  expect(await axeFindings(page, "aside")).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(tiles(page)).toHaveCount(6);
  const area = await boxOf(page.getByRole("region", { name: "Stage", exact: true }));
  const used = async (): Promise<number> => {
    const boxes = await Promise.all((await tiles(page).all()).map(boxOf));
    const top = Math.min(...boxes.map(({ y }) => y));
    return (Math.max(...boxes.map(({ y, height }) => y + height)) - top) / area.height;
  };
  console.log(`6 tiles in ${area.width}x${area.height} use ${Math.round((await used()) * 100)} % of the height`);
  expect(await used()).toBeGreaterThan(0.85);

  await page.getByRole("button", { name: "Arrange", exact: true }).click();
  // A menu lies over the page and belongs to its button, not to a landmark.
  expect(await axeFindings(page, "[role=menu]", ["region"])).toEqual([]);
  await page.getByRole("menuitem", { name: "Template 1+5" }).click();
  const [first, second] = await tiles(page).all();
  const width = async (tile = first) => (tile ? (await boxOf(tile)).width : 0);
  await expect.poll(async () => (await width(first)) / (await width(second))).toBeGreaterThan(1.9);

  await first?.focus();
  await page.keyboard.press("Delete");
  await expect(tiles(page)).toHaveCount(5);
  await page.getByRole("button", { name: "Close the gaps" }).click();
  await expect.poll(async () => (await boxOf(tiles(page).first())).y).toBeLessThan(area.y + area.height / 3);
  await runCommand(page, "largest pictures");
  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await expect(tiles(page)).toHaveCount(5);
});

test("see a whole site: drag its heading onto the stage; find a camera that is there already", async ({ page }) => {
  const stage = await openStage(page);
  const area = page.getByRole("region", { name: "Stage", exact: true });
  await drag(
    page,
    await centreOf(stage.panel.getByRole("button", { name: /^Show the cameras of / })),
    await centreOf(area),
  );
  await expect.poll(() => tiles(page).count()).toBeGreaterThan(5);
  const all = await tiles(page).count();

  const search = stage.panel.getByRole("searchbox");
  await search.fill("Yard");
  await stage.camera("Yard").dblclick();
  await expect(stage.tile("Yard")).toBeFocused();
  await expect(tiles(page)).toHaveCount(all);
  await stage.camera("Yard").focus();
  await page.keyboard.press("Alt+Enter");
  await expect(stage.tile("Yard")).toHaveCount(2);
  await search.fill("");

  // The menu of the heading does the same as the drag.
  await page.getByRole("button", { name: "Clear Stage" }).click();
  await stage.panel.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name: /^Show all \d+ cameras$/ }).click();
  await expect(tiles(page)).toHaveCount(all);
});

test("look something up on another screen and come back to pictures at once; widen the list", async ({ page }) => {
  const stage = await openStage(page);
  await stage.add("Yard");
  const yard = await stage.playing("Yard", 60_000);
  const made: string[] = [];
  page.on("request", (request) => request.method() === "POST" && made.push(request.url()));
  await visit(page, "version");
  await expect(yard).toHaveCount(0);
  await page.goBack();
  // The player did not begin anew: it plays in the first moment, and no session was opened for it.
  await expect(yard).toHaveAttribute("data-state", "playing", { timeout: 1_000 });
  expect(made.filter((url) => /whep|media|streams/.test(url))).toEqual([]);

  const edge = page.getByRole("separator", { name: "Width of the side panel" });
  const from = await centreOf(edge);
  await drag(page, from, { x: from.x + 400, y: from.y });
  await expect.poll(async () => (await boxOf(stage.panel)).width).toBe(480);
  await edge.focus();
  await page.keyboard.press("Home");
  await expect.poll(async () => (await boxOf(stage.panel)).width).toBe(200);
  expect(await axeFindings(page, "aside")).toEqual([]);
  await page.keyboard.press("ArrowRight");
  // A wall that is still being prepared says so.
  await page.route(/stage\.worker/, async (route) => {
    await expect(page.getByText("The wall is being prepared…")).toBeVisible({ timeout: 30_000 });
    await route.continue();
  });
  await page.reload();
  await expect.poll(async () => (await boxOf(stage.panel)).width).toBe(220);
  await stage.playing("Yard", 60_000);
  await expect(page.getByText("The wall is being prepared…")).toHaveCount(0);
});

/** As a link of the page does: the page itself stays. */
async function visit(page: Page, screen: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = `#/${to}`;
  }, screen);
}
