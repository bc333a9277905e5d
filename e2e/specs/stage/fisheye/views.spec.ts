import { expect, test } from "@playwright/test";
import { SHOP } from "../../../pages/fisheye.ts";
import { StagesTab } from "../../../pages/stages-tab.ts";
import { Api } from "../../../support/api.ts";
import { boxOf, centreOf } from "../../../support/browser/boxes.ts";
import { openStage } from "../../../support/browser/open-stage.ts";
import { drag } from "../../../support/browser/pointer.ts";
import { shared } from "../../../support/shared.ts";

test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 30_000 });

const PASSWORD = "correct horse battery";
let api: Api;
const userIds: string[] = [];
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
});
test.afterAll(async () => {
  const { stages } = await api.get<{ stages: { id: string; name: string }[] }>("/service/stages");
  for (const stage of stages) if (stage.name === "Shop floor") await api.delete(`/service/stages/${stage.id}`);
  const { views } = await api.get<{ views: { id: string }[] }>("/service/views");
  for (const { id } of views) await api.delete(`/service/views/${id}`);
  for (const id of userIds) await api.delete(`/service/users/${id}`);
});

async function addUser(username: string, cameraScopes: readonly unknown[], share = false): Promise<void> {
  const { id } = await api.post<{ id: string }>("/service/users", {
    username,
    password: PASSWORD,
    role: "Viewer",
    share,
    cameraScopes,
  });
  userIds.push(id);
}

test("a fisheye as cameras: a view is made, shared, found, dragged in, begun with, saved, and opened by a link with and without the right", async ({
  page,
  browser,
}) => {
  const stage = await openStage(page);
  const shop = await stage.add(SHOP);
  await stage.playing(SHOP);

  // Made of what the tile shows, under a name.
  await shop.click();
  await page.keyboard.press("ArrowRight");
  await shop.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Save as a view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByLabel("View name").fill(" ");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText("View name is required.")).toBeVisible();
  await dialog.getByLabel("View name").fill("Till");
  await dialog.getByText("Share with everyone").click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  const till = stage.tile(`${SHOP} · Till`);
  await expect(till).toBeVisible();

  // Found by its own name, below its camera; dragged in beside what is there.
  await page.getByRole("button", { name: "Clear Stage" }).click();
  await stage.add("Yard");
  const item = page.getByRole("button", { name: new RegExp(`^Add ${SHOP} · Till to the stage, shared`) });
  await stage.panel.getByRole("searchbox").fill("till");
  await expect(stage.camera("Yard")).toBeHidden();
  const area = await boxOf(page.getByRole("region", { name: "Stage", exact: true }));
  await drag(page, await centreOf(item), { x: area.x + area.width - 20, y: area.y + area.height / 2 });
  await expect(till).toBeVisible();
  await stage.playing(`${SHOP} · Till`);

  // Where this account begins with the camera from now on.
  await item.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Begin with Till" }).click();
  await expect(page.getByRole("button", { name: /begins with it/ })).toBeVisible();
  await stage.panel.getByRole("searchbox").fill("");

  // Split: four tiles, one step.
  await till.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Split into 4 views" }).click();
  await expect(page.locator("[data-tile-id]")).toHaveCount(5);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.locator("[data-tile-id]")).toHaveCount(2);

  // Saved in a stage, and opened by its link.
  const tab = new StagesTab(page);
  await tab.open();
  await tab.save("Shop floor");
  const { stages } = await api.get<{ stages: { id: string; name: string }[] }>("/service/stages");
  const saved = stages.find(({ name }) => name === "Shop floor");
  await api.patch(`/service/stages/${saved?.id}`, { shared: true });
  const { cameras } = await api.get<{ cameras: { id: string; name: string }[] }>("/service/cameras");
  const shopId = cameras.find(({ name }) => name.startsWith("Shop"))?.id;
  await addUser("wanda", []);
  await addUser("sharon", [], true);
  await addUser("blind", [{ id: shopId, scope: [] }]);
  for (const [username, mayVisit, mayShare] of [
    ["wanda", true, false],
    ["sharon", true, true],
    ["blind", false, false],
  ] as const) {
    const other = await (await browser.newContext({ viewport: { width: 1280, height: 1800 } })).newPage();
    const wall = await openStage(other, username, PASSWORD);
    await other.goto(`${shared().url}/#/stage?stage=${saved?.id}`);
    await expect(wall.tile("Yard")).toBeVisible({ timeout: 60_000 });
    await expect(wall.tile(`${SHOP} · Till`)).toHaveCount(mayVisit ? 1 : 0);
    await expect(other.locator("[data-view-id]")).toHaveCount(mayVisit ? 1 : 0);
    if (mayVisit) {
      // A shared view is changed by who may share; beginning with it is everybody's own.
      await other.locator("[data-view-id]").click({ button: "right" });
      await expect(other.getByRole("menuitem", { name: "Begin with Till" })).toBeVisible();
      await expect(other.getByRole("menuitem", { name: "Remove" })).toHaveCount(mayShare ? 1 : 0);
      await other.keyboard.press("Escape");
      // A view of their own is offered to others by who may share alone.
      await wall.tile(`${SHOP} · Till`).click({ button: "right" });
      await other.getByRole("menuitem", { name: "Save as a view…" }).click();
      const naming = other.getByRole("dialog", { name: "Save view" });
      await naming.getByLabel("View name").fill(`Of ${username}`);
      await expect(naming.getByText("Share with everyone")).toHaveCount(mayShare ? 1 : 0);
      if (mayShare) await naming.getByText("Share with everyone").click();
      await naming.getByRole("button", { name: "Save", exact: true }).click();
      await expect(wall.tile(`${SHOP} · Of ${username}`)).toBeVisible();
    }
    await other.context().close();
  }

  const { views } = await api.get<{ views: { name: string }[] }>("/service/views");
  expect(views.map(({ name }) => name).sort()).toEqual(["Of sharon", "Till"]);

  // Removed for everybody: the tile shows the camera's own view.
  await page.getByRole("tab", { name: "Cameras" }).click();
  await stage.panel.getByRole("searchbox").fill("till");
  await item.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(till).toHaveCount(0);
  await expect(stage.tile(SHOP)).toBeVisible();
});
