import { expect, test } from "@playwright/test";
import { StagePage } from "../../pages/stage-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { StagesTab } from "../../pages/stages-tab.ts";
import { Api } from "../../support/api.ts";
import { boxOf, centreOf } from "../../support/browser/boxes.ts";
import { openStage } from "../../support/browser/open-stage.ts";
import { drag } from "../../support/browser/pointer.ts";
import { shared } from "../../support/shared.ts";

// Real cameras and a real recorder run beside the browser: the machine is what is slow here.
test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 30_000 });

const mark = Date.now().toString(36);
let api: Api;
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
});
test.afterAll(async () => {
  const { stages } = await api.get<{ stages: { id: string; name: string }[] }>("/service/stages");
  for (const stage of stages) if (stage.name.includes(mark)) await api.delete(`/service/stages/${stage.id}`);
});

test("a stage is saved, survives a reload, is selected, renamed and removed", async ({ page }) => {
  const one = `One ${mark}`;
  const two = `Two ${mark}`;
  const stage = await openStage(page);
  const tab = new StagesTab(page);
  await stage.add("Yard");
  await tab.open();
  await page.getByRole("button", { name: "Save Stage" }).click();
  const dialog = page.getByRole("dialog", { name: "Save stage" });
  await dialog.getByLabel("Stage name").fill("  ");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText("Stage name is required.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await tab.save(one);
  await expect(tab.row(one)).toHaveAttribute("data-current", "true");

  await page.getByRole("tab", { name: "Cameras" }).click();
  await page.getByRole("button", { name: "Clear Stage" }).click();
  await stage.add("Corridor");
  await tab.open();
  await tab.save(two);
  await expect(tab.row(one)).not.toHaveAttribute("data-current", "true");

  await page.reload();
  await expect(stage.tile("Corridor")).toBeVisible({ timeout: 60_000 });
  await tab.open();
  await expect(tab.row(two)).toHaveAttribute("data-current", "true");
  await tab.shows(one).click();
  await expect(stage.tile("Yard")).toBeVisible();
  await expect(stage.tile("Corridor")).toBeHidden();

  // by digit, in the order of the list
  const names = await page.getByRole("button", { name: /^Show stage / }).allInnerTexts();
  const digit = 1 + names.findIndex((name) => name.includes(two));
  expect(digit, "other tests have saved too many stages").toBeLessThanOrEqual(9);
  await stage.tile("Yard").focus();
  await page.keyboard.press(String(digit));
  await expect(stage.tile("Corridor")).toBeVisible();
  await expect(tab.row(two)).toHaveAttribute("data-current", "true");
  await tab.shows(one).click();
  await expect(stage.tile("Yard")).toBeVisible();

  // a stage that is dragged out of the list onto the stage area is shown; released inside the list it is not
  const list = await boxOf(tab.shows(two));
  await drag(page, await centreOf(tab.shows(two)), { x: list.x + 10, y: list.y + 200 });
  await expect(stage.tile("Yard")).toBeVisible();
  await expect(tab.row(one)).toHaveAttribute("data-current", "true");
  await drag(
    page,
    await centreOf(tab.shows(two)),
    await centreOf(page.getByRole("region", { name: "Stage", exact: true })),
  );
  await expect(stage.tile("Corridor")).toBeVisible();
  await tab.shows(one).click();
  await expect(stage.tile("Yard")).toBeVisible();

  // by keyboard: F2 edits, Enter shows, Delete removes
  await tab.shows(one).focus();
  await page.keyboard.press("F2");
  const edit = page.getByRole("dialog", { name: "Edit stage" });
  const renamed = `Renamed ${mark} to a name that is longer than the panel is wide`;
  await edit.getByLabel("Stage name").fill(renamed);
  await page.keyboard.press("Enter");
  // A long name is cut: the row's menu stays in the panel.
  await expect(page.getByRole("button", { name: `Actions for stage ${renamed}` })).toBeInViewport({ ratio: 1 });
  await tab.shows(two).focus();
  await page.keyboard.press("Enter");
  await expect(stage.tile("Corridor")).toBeVisible();
  await tab.shows(renamed).focus();
  await page.keyboard.press("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(tab.row(renamed)).toBeHidden();
  const { stages } = await api.get<{ stages: { name: string }[] }>("/service/stages");
  expect(stages.map((each) => each.name).filter((name) => name.includes(mark))).toEqual([two]);
});

test("sharing: everybody sees it, a viewer read-only with a lock, and hears of changes at once", async ({
  page,
  browser,
}) => {
  const name = `Shared ${mark}`;
  const username = `viewer_${mark}`;
  const user = await api.post<{ id: string }>("/service/users", {
    username,
    password: "Viewer-pass-1",
    role: "Viewer",
  });
  try {
    const stage = await openStage(page);
    const tab = new StagesTab(page);
    await stage.add("Yard");
    await tab.open();
    await tab.save(name);

    const other = await browser.newContext();
    const viewerPage = await other.newPage();
    const viewer = await openStage(viewerPage, username, "Viewer-pass-1");
    const viewerTab = new StagesTab(viewerPage);
    await viewerTab.open();
    await expect(viewerTab.row(name)).toBeHidden();

    await tab.choose(name, "Share");
    await expect(tab.row(name).locator("[data-mark=globe]")).toBeVisible();
    await expect(viewerTab.row(name).locator("[data-mark=lock]")).toBeVisible({ timeout: 30_000 });
    expect(await viewerTab.offers(name)).toEqual(["Exclude from cycle", "Open in a new window", "Open as kiosk"]);
    await viewerTab.shows(name).click();
    await expect(viewer.tile("Yard")).toBeVisible();
    const { stages } = await api.get<{ stages: { id: string; name: string }[] }>("/service/stages");
    const id = stages.find((each) => each.name === name)?.id;
    const viewerApi = await Api.signedIn(shared().url, username, "Viewer-pass-1");
    expect((await viewerApi.request("PATCH", `/service/stages/${id}`, { name: "Mine" })).status).toBeGreaterThanOrEqual(
      400,
    );

    await tab.choose(name, "Unshare");
    await expect(viewerTab.row(name)).toBeHidden({ timeout: 30_000 });
    await other.close();
  } finally {
    await api.delete(`/service/users/${user.id}`);
  }
});

test("the cycle changes the stage, passes excluded ones over, plays back as well, and is there after a reload and in a kiosk", async ({
  page,
  context,
}) => {
  const cameras = await api.get<{ cameras: { id: string; name: string }[] }>("/service/cameras");
  const names = ["Yard", "Corridor", "Car park"];
  const saved: string[] = [];
  for (const [at, camera] of names.entries()) {
    const id = cameras.cameras.find((each) => each.name === camera)?.id;
    const { id: stageId } = await api.post<{ id: string }>("/service/stages", {
      name: `Cycle ${at + 1} ${mark}`,
      stageMatrix: [[{ camera: { id, orchidId: "1" }, columnSpan: 1, rowSpan: 1 }]],
    });
    saved.push(stageId);
  }
  const stage = await openStage(page);
  const tab = new StagesTab(page);
  await tab.open();
  // Other stages in this recorder's list are not part of this cycle.
  const { stages } = await api.get<{ stages: { name: string }[] }>("/service/stages");
  const others = stages.map((each) => each.name).filter((name) => !/^Cycle [13] /.test(name) || !name.includes(mark));
  for (const name of others) await tab.row(name).locator("label").click();
  for (const name of others) await expect(tab.row(name).getByRole("checkbox")).not.toBeChecked();
  await page.getByRole("button", { name: /Cycle/ }).first().click();
  await page.getByRole("option", { name: "5 s", exact: true }).click();
  await expect(stage.tile("Yard")).toBeVisible({ timeout: 30_000 });
  await expect(stage.tile("Car park")).toBeVisible({ timeout: 30_000 });
  await expect(tab.row(`Cycle 3 ${mark}`)).toHaveAttribute("data-current", "true");
  await expect(stage.tile("Yard")).toBeVisible({ timeout: 30_000 });
  // The timeline can be used as always: the stages above it continue to change.
  const timeline = new TimelinePage(page);
  await page.locator("[data-timeline]").click({ position: { x: 40, y: 40 } });
  await expect.poll(async () => (await timeline.state()).mode).toBe("playback");
  const { timeMs } = await timeline.state();
  await expect(stage.tile("Car park")).toBeVisible({ timeout: 30_000 });
  const later = await timeline.state();
  expect(later.mode).toBe("playback");
  expect(Math.abs(later.timeMs - timeMs)).toBeLessThan(60_000);

  // A kiosk cycles by itself, starting with the stage of its address.
  const second = await context.newPage();
  await second.goto(`${shared().url}/#/stage?stage=${saved[2]}&kiosk=1&cycle=5`);
  const kiosk = new StagePage(second);
  await expect(kiosk.tile("Car park")).toBeVisible({ timeout: 60_000 });
  await expect(kiosk.tile("Yard")).toBeVisible({ timeout: 30_000 });
  await expect(second.getByRole("banner")).toHaveCount(0);
  await second.close();

  await page.reload();
  await expect(stage.tile("Car park")).toBeVisible({ timeout: 90_000 });
});

test("a saved stage whose camera has vanished is shown with the others, and says how many are missing", async ({
  page,
}) => {
  const name = `Vanished ${mark}`;
  const { cameras } = await api.get<{ cameras: { id: string; name: string }[] }>("/service/cameras");
  const yard = cameras.find((camera) => camera.name === "Yard");
  const cell = (id: string | undefined) => ({ camera: { id }, columnSpan: 1, rowSpan: 1 });
  const saved = await api.post<{ id: string }>("/service/stages", {
    name,
    stageMatrix: [[cell("gone"), cell(yard?.id)]],
  });
  const stage = await openStage(page);
  const tab = new StagesTab(page);
  await tab.open();
  await tab.shows(name).click();
  await expect(page.getByText("1 camera of this stage is not available. Its place is kept.")).toBeVisible();
  await stage.playing("Yard", 60_000);
  // The saved stage keeps the camera's place, because the camera may come back.
  const kept = await api.get<{ stageMatrix: { camera: { id: string } | null }[][] }>(`/service/stages/${saved.id}`);
  expect(kept.stageMatrix[0]?.[0]?.camera?.id).toBe("gone");
});
