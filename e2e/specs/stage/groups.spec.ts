import { expect, test } from "@playwright/test";
import { Api } from "../../support/api.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { openStage } from "../../support/browser/open-stage.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 30_000 });

const mark = Date.now().toString(36);
const outer = `Outside ${mark}`;
const inner = `Gates ${mark}`;
const viewer = { username: `viewer_${mark}`, password: "correct horse battery" };
let api: Api;
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: { id: string; name: string }[] }>("/service/cameras");
  const corridor = cameras.find(({ name }) => name === "Corridor");
  const cameraScopes = corridor ? [{ id: corridor.id, scope: [] }] : [];
  await api.post("/service/users", { ...viewer, role: "Viewer", cameraScopes });
});
test.afterAll(async () => {
  const { groups } = await api.get<{ groups: { id: string; name: string }[] }>("/service/groups");
  const mine = groups.find(({ name }) => name === outer);
  if (mine) await api.delete(`/service/groups/${mine.id}`);
  const { users } = await api.get<{ users: { id: string; username: string }[] }>("/service/users");
  for (const user of users) if (user.username === viewer.username) await api.delete(`/service/users/${user.id}`);
});

test("groups: made, nested, walked by breadcrumbs, put on the stage; another user sees them at once, without what is not theirs", async ({
  page,
  browser,
}) => {
  const stage = await openStage(page, "admin", shared().password);
  const guest = await browser.newContext();
  const other = await openStage(await guest.newPage(), viewer.username, viewer.password);
  await expect(other.panel.getByRole("region", { name: "Groups" })).toHaveCount(0);
  await expect(other.panel.getByRole("button", { name: "New group" })).toHaveCount(0);

  await stage.panel.getByRole("button", { name: "New group" }).click();
  const dialog = page.getByRole("dialog", { name: "New group" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Group name is required.")).toBeVisible();
  await dialog.getByLabel("Group name").fill(outer);
  await dialog.getByText("Yard", { exact: true }).click();
  await expect(dialog.getByText("1 camera chosen")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);

  await stage.panel.getByRole("button", { name: new RegExp(`^Open group ${outer}`) }).click();
  await expect(stage.camera("Yard")).toBeVisible();
  await expect(stage.camera("Corridor")).toHaveCount(0);

  // A group that is made here becomes a child.
  await stage.panel.getByRole("button", { name: "New group" }).click();
  await dialog.getByLabel("Group name").fill(inner);
  await dialog.getByText("Corridor", { exact: true }).click();
  await dialog.getByText("Lobby", { exact: true }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await stage.panel.getByRole("button", { name: `Open group ${inner}, 2 cameras` }).click();
  const path = stage.panel.getByRole("navigation", { name: "Where you are in the groups" });
  await expect(path.getByRole("listitem")).toHaveText(["Home", outer, inner]);
  await expect(stage.camera("Corridor")).toBeVisible();
  await expect(stage.camera("Yard")).toHaveCount(0);

  // The other user is told by the recorder; a camera that this user may not see is not counted and not shown.
  await other.panel.getByRole("button", { name: `Open group ${outer}, 2 cameras` }).click();
  await other.panel.getByRole("button", { name: `Open group ${inner}, 1 camera` }).click();
  await expect(other.camera("Lobby")).toBeVisible();
  await expect(other.camera("Corridor")).toHaveCount(0);
  await guest.close();

  await path.getByRole("button", { name: "Home" }).click();
  await stage.panel.getByRole("button", { name: `Actions for group ${outer}` }).click();
  await page.getByRole("menuitem", { name: /^Show (all )?\d+ camera/ }).click();
  for (const name of ["Yard", "Corridor", "Lobby"]) await expect(stage.tile(name)).toBeVisible();
  await stage.panel.getByRole("button", { name: "Clear Stage" }).click();

  await stage.panel.getByRole("button", { name: `Actions for group ${outer}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(stage.panel.getByRole("button", { name: new RegExp(`^Open group ${outer}`) })).toHaveCount(0);
  await expect(stage.camera("Yard")).toBeVisible();
});

test("the setting groups.orchids.show takes the Servers section away, at once and for everybody", async ({ page }) => {
  const stage = await openStage(page, "admin", shared().password);
  const section = stage.panel.getByRole("region", { name: "Servers" });
  await expect(section).toBeVisible();
  try {
    await api.patch("/service/settings", { groups: { orchids: { show: false } } });
    await expect(section).toHaveCount(0);
    await expect(stage.camera("Yard")).toBeVisible();
  } finally {
    await api.patch("/service/settings", { groups: { orchids: { show: true } } });
  }
  await expect(section).toBeVisible();
});

test("the server folds its cameras away; a search goes through all of them all the same", async ({ page }) => {
  const stage = await openStage(page, "admin", shared().password);
  const server = stage.panel.getByRole("button", { name: /^Show the cameras of / });
  await expect(server).toHaveAttribute("aria-expanded", "true");
  await server.click();
  await expect(server).toHaveAttribute("aria-expanded", "false");
  await expect(stage.camera("Yard")).toHaveCount(0);
  await stage.panel.getByRole("searchbox").fill("yard");
  await expect(stage.camera("Yard")).toBeVisible();
});
