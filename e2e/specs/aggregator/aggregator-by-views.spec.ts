/** A user of an aggregator who is granted a fisheye by one of its views: the recorder shows that part of the picture, and covers the rest. */
import { expect, type Page, test } from "@playwright/test";
import { openScreen } from "../../pages/admin-pages.ts";
import { SHOP } from "../../pages/fisheye.ts";
import { PermissionGroupsPage } from "../../pages/permission-groups-page.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { ownAggregator } from "../../support/aggregator.ts";
import type { CameraAnswer } from "../../support/api.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { markersOf } from "../../support/browser/markers-of.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 360_000 });
test.use({ actionTimeout: 30_000 });
const own = ownAggregator();

test("a permission group grants one view of a fisheye, and another one when the view is turned", async ({
  page,
  browser,
}) => {
  const orchidId = await own.register("House one", shared());
  const guest = { username: "cashier", password: "correct horse battery" };
  await own.api.post("/service/users", guest);
  const { cameras } = await own.api.get<{ cameras: CameraAnswer[] }>(`/service/orchids/${orchidId}/cameras`);
  const shop = cameras.find(({ name }) => name.startsWith("Shop"));
  const streamId = shop?.primaryStream?.id ?? "";
  const look = { mode: 1, view: { pan: 0, tilt: 60, zoom: 1 }, shift: 0 };
  const { id: viewId } = await own.api.post<{ id: string }>("/service/views", {
    name: "Till",
    camera: { id: shop?.id, orchidId },
    look,
    shared: true,
  });

  await openScreen(page, "permission-groups", own.at);
  const groups = new PermissionGroupsPage(page);
  await page.getByRole("button", { name: "Add permission group" }).click();
  const { dialog } = groups;
  await dialog.getByLabel("Name", { exact: true }).fill("Till only");
  await dialog.getByRole("checkbox", { name: "cashier", exact: true }).check({ force: true });
  await dialog.getByRole("button", { name: "Grant more" }).click();
  const set = dialog.getByRole("group", { name: "Granted 1" });
  await set.getByRole("checkbox", { name: "Live", exact: true }).check({ force: true });
  await set.getByText("Chosen servers and cameras", { exact: true }).first().click();
  await set.getByRole("button", { name: /Shop \(ceiling fisheye\)$/ }).click();
  await page.getByRole("option", { name: "Only these views" }).click();
  await expect(set.getByRole("checkbox", { name: "Till" })).toBeChecked();
  expect(await axeFindings(page, "[role=dialog]")).toEqual([]);
  await page.screenshot({ path: test.info().outputPath("dialog.png") });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(groups.row("Till only")).toContainText("Live on views of 1 camera");

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const other = await context.newPage();
  const stage = await enterStage(other, { url: own.at.url, password: guest.password }, guest);
  const seen = (at: Page) =>
    markersOf(at, `/fusion/orchid-proxy/${orchidId}/service/streams/${streamId}/frame?width=480`);
  await expect.poll(() => seen(page), { timeout: 60_000 }).toEqual(["red", "green", "blue"]);
  await expect.poll(() => seen(other), { timeout: 60_000 }).toEqual(["red"]);
  await stage.add(SHOP);
  await stage.playing(SHOP, 60_000);
  await other.screenshot({ path: test.info().outputPath("stage.png") });

  // Turned to the other side: what plays is closed and comes back with other parts, and so do single pictures.
  await own.api.patch(`/service/views/${viewId}`, { look: { ...look, view: { pan: 180, tilt: 40, zoom: 1 } } });
  await expect.poll(() => seen(other), { timeout: 60_000 }).toEqual(["blue"]);
  await stage.playing(SHOP, 60_000);
  await own.api.patch(`/service/views/${viewId}`, { shared: false });
  await expect.poll(() => seen(other), { timeout: 60_000 }).toEqual([]);
  await context.close();
});
