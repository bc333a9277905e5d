/** Nothing is lost by a slip (issue 25): each change of the stage says what it was, and one key takes it back or does it again. */
import { expect, type Page, test } from "@playwright/test";
import { SHOP } from "../../pages/fisheye.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import type { StagePage } from "../../pages/stage-page.ts";
import { StagesTab } from "../../pages/stages-tab.ts";
import { Api } from "../../support/api.ts";
import { boxOf, centreOf } from "../../support/browser/boxes.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 180_000 });

const VIEW = "e2e till by undo";
const PATROL = "e2e round by undo";
const STAGE = "e2e stage by undo";
let api: Api;
let viewId = "";
let patrolId = "";
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: { id: string; name: string }[] }>("/service/cameras");
  const id = cameras.find(({ name }) => name.startsWith("Shop"))?.id;
  const look = { mode: 1, view: { pan: 60, tilt: 45, zoom: 1 }, shift: 0 };
  viewId = (await api.post<{ id: string }>("/service/views", { name: VIEW, camera: { id }, look })).id;
  const stops = [3, 3].map((dwellS) => ({ view: { id: viewId }, dwellS }));
  const patrol = { name: PATROL, camera: { id }, stops, glideS: 2 };
  patrolId = (await api.post<{ id: string }>("/service/patrols", patrol)).id;
});
test.afterAll(async () => {
  const { stages } = await api.get<{ stages: { id: string; name: string }[] }>("/service/stages");
  for (const stage of stages) if (stage.name === STAGE) await api.delete(`/service/stages/${stage.id}`);
  await api.delete(`/service/patrols/${patrolId}`);
  await api.delete(`/service/views/${viewId}`);
});

const tiles = (page: Page) => page.locator("[data-tile-id]");
/** Who stands where, as an operator sees it. */
async function places(page: Page): Promise<string> {
  const all = await Promise.all(
    (await tiles(page).all()).map(async (tile) => {
      const { x, y, width, height } = await boxOf(tile);
      const name = ((await tile.getAttribute("aria-label")) ?? "").split(",")[0];
      return `${name} ${[x, y, width, height].map(Math.round).join(" ")}`;
    }),
  );
  return all.toSorted().join("\n");
}

/** Does something, reads what it was, takes it back and does it again. `what`: where the first message says more. */
async function changes(page: Page, step: string, how: () => Promise<void>, said = step): Promise<void> {
  const before = await places(page);
  await how();
  const messages = page.getByRole("region", { name: "Notifications" });
  await expect(messages.getByText(said, { exact: true })).toBeVisible();
  const after = await places(page);
  await page.keyboard.press("Control+z");
  await expect(messages.getByText(`Undone: ${step}`, { exact: true })).toBeVisible();
  await expect.poll(() => places(page)).toBe(before);
  await page.keyboard.press("Control+Shift+z");
  await expect(messages.getByText(`Undone: ${step}`, { exact: true })).toHaveCount(0);
  await expect.poll(() => places(page)).toBe(after);
}

async function showSome(page: Page): Promise<StagePage> {
  const stage = await enterStage(page, shared());
  for (const name of ["Yard", "Corridor", SHOP]) await stage.add(name);
  return stage;
}

test("an operator changes the wall in every way and takes each step back, and again, by keyboard", async ({ page }) => {
  const stage = await showSome(page);
  const key = async (keys: string): Promise<void> => {
    await stage.tile("Yard").focus();
    await page.keyboard.press(keys);
  };
  await changes(page, "Player moved", () => key("Shift+ArrowRight"));
  await changes(page, "Player resized", () => key("Alt+ArrowRight"));
  await changes(page, "Players arranged", async () => {
    await page.getByRole("button", { name: "Arrange", exact: true }).click();
    await page.getByRole("menuitem", { name: "Template 1+5" }).click();
  });
  await changes(page, "Player closed", () => key("Delete"), "Yard closed");
  // Its name says what it shows.
  const shop = page.locator('[data-tile-id][aria-label^="Shop"]');
  const menu = async (...entries: readonly string[]): Promise<void> => {
    await shop.first().focus();
    await page.keyboard.press("Shift+F10");
    for (const name of entries)
      await page
        .getByRole("menuitem", { name: new RegExp(`^${name}`) })
        .first()
        .click();
    await expect(page.getByRole("menu")).toHaveCount(0);
  };
  await changes(page, "Dewarp mode changed", async () => {
    await shop.first().focus();
    await page.keyboard.press("d");
  });
  await changes(page, "Split into views", () => menu("Split into 2 "));
  await changes(page, "View chosen", () => menu("Views", VIEW));
  await changes(page, "Camera's own view chosen", () => menu("Views", "The camera’s own view"));
  await changes(page, "Patrol started", () => menu("Patrols", PATROL));
  await changes(page, "Patrol ended", () => menu("Patrols", PATROL));
  await changes(page, "Camera replaced", async () => {
    await menu("Replace by another camera");
    await page.getByRole("combobox").fill("Lobby");
    await page.keyboard.press("Enter");
  });
  await stage.panel.getByRole("searchbox").fill("Yard");
  await changes(page, "Camera replaced", async () => {
    const [from, to] = [await centreOf(stage.camera("Yard")), await centreOf(stage.tile("Corridor"))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await expect(page.getByText("Shift: in place of Corridor")).toBeVisible();
    await page.keyboard.down("Shift");
    await page.mouse.up();
    await page.keyboard.up("Shift");
  });
  await changes(page, "Stage cleared", () => page.getByRole("button", { name: "Clear Stage" }).click());

  // A stored stage takes the place of what stands there, and gives it back.
  const tab = new StagesTab(page);
  await tab.open();
  await page.keyboard.press("Control+z");
  await tab.save(STAGE);
  await page.getByRole("tab", { name: "Cameras" }).click();
  await page.getByRole("button", { name: "Clear Stage" }).click();
  await stage.add("Yard");
  await tab.open();
  await changes(page, "Stage loaded", () => tab.shows(STAGE).click());
});

test("thirty steps are taken back one by one, and the wall is as it was", async ({ page }) => {
  const stage = await showSome(page);
  const before = await places(page);
  await stage.tile("Yard").focus();
  for (let step = 0; step < 15; step += 1)
    for (const keys of ["Shift+ArrowRight", "Shift+ArrowLeft"]) await page.keyboard.press(keys);
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => places(page)).not.toBe(before);
  const after = await places(page);
  for (let step = 0; step < 31; step += 1) await page.keyboard.press("Control+z");
  await expect.poll(() => places(page)).toBe(before);
  await page.keyboard.press("Control+z");
  // One more: the camera that was added last goes.
  await expect(tiles(page)).toHaveCount(2);
  for (let step = 0; step < 32; step += 1) await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => places(page)).toBe(after);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("by touch: what a tap put on the wall, the message takes back, and does again", async ({ page }) => {
    await enterStage(page, shared());
    await page.getByRole("button", { name: /^Show all \d+ cameras$/ }).tap();
    await expect(page.getByText(/^\d+ cameras added$/)).toBeVisible();
    const all = await tiles(page).count();
    await page.getByRole("button", { name: "Undo", exact: true }).tap();
    await expect(tiles(page)).toHaveCount(0);
    await expect(page.getByText("Undone: Cameras added", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Redo", exact: true }).tap();
    await expect(tiles(page)).toHaveCount(all);
  });
});
