import { expect, type Page, test } from "@playwright/test";
import { StagePage } from "../../pages/stage-page.ts";
import { eventually } from "../../support/api.ts";
import { boxOf, centreOf } from "../../support/browser/boxes.ts";
import { openStage } from "../../support/browser/open-stage.ts";
import { drag } from "../../support/browser/pointer.ts";

// Real cameras and a real recorder run beside the browser: the machine is what is slow here.
test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 30_000 });

test("the grid by pointer: drag in, move, swap, resize, invalid resize, trim", async ({ page }) => {
  const stage = await openStage(page);
  const area = page.getByRole("region", { name: "Stage", exact: true });
  // from the panel: after 30 px of movement
  await stage.camera("Yard").scrollIntoViewIfNeeded();
  await drag(page, await centreOf(stage.camera("Yard")), await centreOf(area));
  await expect(stage.tile("Yard")).toBeVisible();
  await stage.add("Corridor");
  const left = await boxOf(stage.tile("Yard"));
  const right = await boxOf(stage.tile("Corridor"));
  expect(right.x).toBeGreaterThan(left.x);
  expect(Math.round(right.x - left.x - left.width)).toBe(3);
  expect(left.width / left.height).toBeCloseTo(16 / 9, 1);

  // a drop on a claimed cell swaps
  await drag(page, await centreOf(stage.tile("Yard")), await centreOf(stage.tile("Corridor")));
  await expect
    .poll(async () => (await boxOf(stage.tile("Yard"))).x)
    .toBeGreaterThan((await boxOf(stage.tile("Corridor"))).x);

  // an invalid resize, over the neighbour, leaves the span
  const before = await boxOf(stage.tile("Corridor"));
  const edge = { x: before.x + before.width - 5, y: before.y + before.height / 2 };
  await drag(page, edge, { x: edge.x + before.width, y: edge.y });
  await expect.poll(async () => (await boxOf(stage.tile("Corridor"))).width).toBe(before.width);
  await expect(stage.tile("Yard")).toBeVisible();

  // a third one, then the second row is trimmed when it goes
  await stage.add("Car park");
  await stage.tile("Car park").focus();
  await page.keyboard.press("Delete");
  await expect.poll(async () => (await boxOf(stage.tile("Corridor"))).width).toBe(before.width);
});

test("the grid by keyboard: move, resize, close, the keyboard overview and the palette", async ({ page }) => {
  const stage = await openStage(page);
  await stage.camera("Yard").focus();
  await page.keyboard.press("Enter");
  await stage.add("Corridor");
  await stage.tile("Yard").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect
    .poll(async () => (await boxOf(stage.tile("Yard"))).x)
    .toBeGreaterThan((await boxOf(stage.tile("Corridor"))).x);
  const height = (await boxOf(stage.tile("Yard"))).height;
  await stage.tile("Yard").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(async () => (await boxOf(stage.tile("Yard"))).height).not.toBe(height);

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByLabel("Cameras, stages, screens, actions").fill("car par");
  await expect(palette.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(stage.tile("Car park")).toBeVisible();
  await page.keyboard.press("Control+k");
  await palette.getByLabel("Cameras, stages, screens, actions").fill("clear st");
  await expect(palette.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(stage.tile("Yard")).toBeHidden();
  await eventually(
    "the empty stage is kept",
    () => page.evaluate(() => JSON.stringify(localStorage)),
    (kept) => !kept.includes("orchidId"),
  );
});

test("stored data that makes no sense is reported, and affects nothing else", async ({ page }) => {
  const stage = await openStage(page);
  await stage.add("Yard");
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("proscenium.stage.")));
  const key = await page.evaluate(() => {
    const found = Object.keys(localStorage).find((each) => each.startsWith("proscenium.stage.")) ?? "";
    localStorage.setItem(found, '{"stageMatrix": [[{"camera": {"id": "1"}, "columnSpan": -3');
    for (const name of ["proscenium.preferences", "proscenium.skew.1", "defaultPlayerMode"])
      localStorage.setItem(name, "]]not what it was[[");
    // Otherwise the page that closes would write it.
    const keep = localStorage.getItem(found);
    addEventListener("pagehide", () => localStorage.setItem(found, keep ?? ""));
    return found;
  });
  await page.reload();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("The stored stage could not be read and starts empty. A copy of it was kept.");
  await dialog.getByRole("button", { name: "OK" }).click();
  expect(await page.evaluate((name) => localStorage.getItem(`${name}.unreadable`), key)).toContain('"columnSpan": -3');
  // Everything else is unchanged except for the new players: the session, the panel.
  await stage.add("Lobby");
  await stage.playing("Lobby", 60_000);
});

test("two windows under one session: each has its own stage again after a reload", async ({ page, context }) => {
  const keeps = (of: Page, count: number) =>
    of.waitForFunction(
      (cells) =>
        Object.keys(sessionStorage).some(
          (key) => key.startsWith("proscenium.stage.") && sessionStorage[key].split("orchidId").length === cells + 1,
        ),
      count,
    );
  const left = await openStage(page);
  await left.add("Yard");
  await keeps(page, 1);
  const second = await context.newPage();
  await second.goto(page.url());
  const right = new StagePage(second);
  // A new window starts with the state that was stored last.
  await expect(right.tile("Yard")).toBeVisible({ timeout: 60_000 });
  await right.add("Lobby");
  await keeps(second, 2);
  await page.reload();
  await expect(left.tile("Yard")).toBeVisible({ timeout: 60_000 });
  await expect(left.tile("Lobby")).toBeHidden();
  await left.add("Corridor");
  await keeps(page, 2);
  await second.reload();
  for (const name of ["Yard", "Lobby"]) await expect(right.tile(name)).toBeVisible({ timeout: 60_000 });
  await expect(right.tile("Corridor")).toBeHidden();
});
