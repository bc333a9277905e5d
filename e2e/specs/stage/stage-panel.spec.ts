import { expect, type Locator, type Page, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import type { StagePage } from "../../pages/stage-page.ts";
import { Api } from "../../support/api.ts";
import { boxOf, centreOf } from "../../support/browser/boxes.ts";
import { shared } from "../../support/shared.ts";

// The side panel's cameras tab by pointer, keys and touch, and the limit of players.
test.describe.configure({ timeout: 120_000 });
test.use({ actionTimeout: 30_000 });

const previews = (stage: StagePage): Locator => stage.panel.getByRole("button", { name: /to the stage, / });
/** The number of previews beside the first one. */
const perRow = async (stage: StagePage): Promise<number> => {
  const tops = await previews(stage).evaluateAll((found) => found.map((each) => each.getBoundingClientRect().top));
  return tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) < 2).length;
};
const layout = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: `Layout: ${name}`, exact: true });

test("the panel: words as chips, three layouts in turn, hidden and shown, Enter adds", async ({ page }) => {
  const stage = await enterStage(page, shared(), { lowBandwidth: true });
  await expect(previews(stage).first()).toBeVisible();
  const search = stage.panel.getByRole("searchbox");
  await search.fill("fisheye");
  await search.press("Enter");
  await search.fill("wall");
  await expect(previews(stage)).toHaveCount(1);
  await search.press("Enter");
  await page.getByRole("button", { name: "Remove search word wall", exact: true }).click();
  await expect(previews(stage)).toHaveCount(2);
  await search.press("Backspace");
  await expect.poll(() => previews(stage).count()).toBeGreaterThan(2);
  // A word that is wider than the panel is cut, at every width of it; the button that removes it stays in reach.
  const long = "Tiefgaragenzufahrtsschranke".repeat(8);
  await search.fill(long);
  await search.press("Enter");
  const cut = stage.panel.getByTitle(long);
  const away = page.getByRole("button", { name: `Remove search word ${long}`, exact: true });
  for (const width of [415, 640, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const edge = await stage.panel.evaluate((panel) => panel.getBoundingClientRect().right);
    await expect.poll(async () => (await boxOf(away)).x + (await boxOf(away)).width).toBeLessThan(edge);
    expect(await cut.evaluate((word) => word.scrollWidth > word.clientWidth)).toBe(true);
  }
  await away.click();
  await expect.poll(() => previews(stage).count()).toBeGreaterThan(2);
  // Where the word was, the pointer may now rest on another button, whose tooltip would lie over the next one.
  await search.hover();

  // A standalone recorder starts with big pictures; the list and the mosaic of three columns follow.
  await expect(layout(page, "big")).toBeVisible();
  expect(await perRow(stage)).toBe(1);
  const big = await boxOf(previews(stage).first());
  await layout(page, "big").click();
  await expect(layout(page, "list")).toBeVisible();
  await expect.poll(async () => (await boxOf(previews(stage).first())).height).toBeLessThan(big.height / 2);
  await layout(page, "list").click();
  await expect(layout(page, "mosaic")).toBeVisible();
  await expect.poll(() => perRow(stage)).toBe(3);
  // The choice survives a reload; a narrow window has room for big pictures only.
  await page.reload();
  await expect.poll(() => perRow(stage)).toBe(3);
  await page.setViewportSize({ width: 415, height: 800 });
  await expect(layout(page, "big")).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(layout(page, "mosaic")).toBeVisible();
  await layout(page, "mosaic").click();

  await previews(stage).first().focus();
  const name = /^Add (.+) to the stage, /.exec((await previews(stage).first().getAttribute("aria-label")) ?? "")?.[1];
  await page.keyboard.press("Enter");
  const tile = page.locator("[data-tile-id]");
  await expect(tile).toHaveAttribute("aria-label", new RegExp(`^${name?.replaceAll(/[()]/g, "\\$&")}, `));
  const narrow = (await boxOf(tile)).width;
  await page.getByRole("button", { name: "Hide side panel" }).click();
  await expect.poll(async () => (await boxOf(tile)).width).toBeGreaterThan(narrow);
  await page.getByRole("button", { name: "Show side panel" }).click();
  await stage.panel.getByRole("button", { name: "Clear Stage" }).click();
  await expect(tile).toHaveCount(0);
});

test.describe("touch", () => {
  test.use({ hasTouch: true });
  test("a finger pulls a preview onto the stage, short of 30 px nothing happens; two fingers magnify the picture", async ({
    page,
  }) => {
    const stage = await enterStage(page, shared(), { lowBandwidth: true });
    const preview = previews(stage).first();
    const area = await boxOf(page.getByRole("region", { name: "Stage", exact: true }));
    const client = await page.context().newCDPSession(page);
    const finger = async (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0): Promise<void> => {
      await client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x, y, id: 0 }],
      });
    };
    const start = await centreOf(preview);
    const to = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    const pull = async (share: number): Promise<void> => {
      await finger("touchStart", start.x, start.y);
      for (let step = 1; step <= 10; step += 1) {
        const part = (share * step) / 10;
        await finger("touchMove", start.x + (to.x - start.x) * part, start.y + (to.y - start.y) * part);
      }
      await finger("touchEnd");
    };
    await pull(20 / Math.hypot(to.x - start.x, to.y - start.y));
    await pull(1);
    const tile = page.locator("[data-tile-id]");
    await expect(tile).toHaveCount(1);

    // Two fingers that move apart magnify the picture.
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
    const { x, y } = await centreOf(tile);
    const fingers = (type: "touchStart" | "touchMove" | "touchEnd", apartPx = 0) =>
      client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [-1, 1].map((side, id) => ({ x: x + (side * apartPx) / 2, y, id })),
      });
    await fingers("touchStart", 40);
    for (let apartPx = 50; apartPx <= 160; apartPx += 10) await fingers("touchMove", apartPx);
    await fingers("touchEnd");
    await tile.focus();
    const percent = page.getByRole("button", { name: /^Zoom \d+ %, reset$/ });
    await expect(percent).toBeVisible();
    expect(
      Number(/\d+/.exec((await percent.getAttribute("aria-label")) ?? (await percent.innerText()))?.[0]),
    ).toBeGreaterThan(150);
  });
});

test("more players than the server allows are refused and said to be; the cell is free again", async ({ page }) => {
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  await api.patch("/service/settings", { maxPlayerCount: 2 });
  try {
    const stage = await enterStage(page, shared(), { lowBandwidth: true });
    await stage.add("Yard");
    await stage.add("Lobby");
    const tiles = page.locator("[data-tile-id]");
    await stage.camera("Corridor").dblclick();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(
      "You cannot view more than 2 players at a time. Please remove a player first and try again.",
    );
    await dialog.getByRole("button", { name: "OK" }).click();
    await expect(tiles).toHaveCount(2);
    await stage.tile("Lobby").focus();
    await page.keyboard.press("Delete");
    await expect(tiles).toHaveCount(1);
    await stage.add("Corridor");
    await expect(dialog).toHaveCount(0);
    await expect(tiles).toHaveCount(2);
  } finally {
    await api.patch("/service/settings", { maxPlayerCount: null });
  }
});
