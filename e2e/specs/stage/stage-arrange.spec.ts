/** Moving, swapping and resizing without a mouse: with the menu of a tile, and by touch. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import type { StagePage } from "../../pages/stage-page.ts";
import { boxOf, centreOf } from "../../support/browser/boxes.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 120_000 });
test.use({ actionTimeout: 30_000 });

async function openTwo(page: Page): Promise<StagePage> {
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  await stage.add("Corridor");
  return stage;
}
const left = async (tile: Locator): Promise<number> => (await boxOf(tile)).x;
const height = async (tile: Locator): Promise<number> => (await boxOf(tile)).height;

test("a tile's menu moves, swaps and resizes it, and refuses what the drag refuses", async ({ page }) => {
  const stage = await openTwo(page);
  const [yard, corridor] = [stage.tile("Yard"), stage.tile("Corridor")];
  const menu = page.getByRole("menu", { name: "Actions for Yard" });
  const entry = (name: string | RegExp) => menu.getByRole("menuitem", { name });

  // with the toolbar's button: the tile swaps places with its neighbour
  await yard.hover();
  await expect(page.locator("[data-resize-grips]")).toBeVisible();
  await page.getByRole("button", { name: "Actions for Yard" }).click();
  await expect(entry("Wider")).toHaveAttribute("aria-disabled", "true");
  await expect(entry("Narrower")).toHaveAttribute("aria-disabled", "true");
  await expect(entry("Taller")).not.toHaveAttribute("aria-disabled", "true");
  await entry(/Move right.*swaps with Corridor/).click();
  await expect(menu).toBeHidden();
  await expect.poll(async () => (await left(yard)) - (await left(corridor))).toBeGreaterThan(0);

  // with keys alone: to a free place; the tile has the focus again
  await yard.focus();
  await page.keyboard.press("Shift+F10");
  await expect(entry("Full screen")).toBeFocused();
  await page.keyboard.type("move down");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await boxOf(yard)).y - (await boxOf(corridor)).y).toBeGreaterThan(0);
  await expect(yard).toBeFocused();

  // with the right button: a row more, and a row less
  const before = await height(yard);
  await yard.click({ button: "right" });
  await entry("Taller").click();
  await expect.poll(() => height(yard)).not.toBe(before);
  await yard.click({ button: "right" });
  await entry("Shorter").click();
  await expect.poll(() => height(yard)).toBe(before);

  // the menu is visible over a picture in full screen too, and offers no places there
  await yard.focus();
  await page.keyboard.press("Enter");
  await expect(corridor).toBeHidden();
  await yard.click({ button: "right" });
  await expect(entry("Wider")).toHaveCount(0);
  await expect(page.locator("[data-resize-grips]")).toHaveCount(0);
  await entry("Leave full screen").click();
  await expect(corridor).toBeVisible();

  // Escape closes the menu and changes nothing
  await yard.click({ button: "right" });
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(yard).toBeFocused();
});

test.describe("touch", () => {
  test.use({ hasTouch: true });

  test("a finger moves a tile, resizes it by its edge, and opens its menu by resting on it", async ({ page }) => {
    const stage = await openTwo(page);
    const [yard, corridor] = [stage.tile("Yard"), stage.tile("Corridor")];
    const client = await page.context().newCDPSession(page);
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      ...points: readonly { readonly x: number; readonly y: number }[]
    ) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point) => ({ ...point, id: 0 })) });
    const drag = async (from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
      await touch("touchStart", from);
      for (let step = 1; step <= 4; step++)
        await touch("touchMove", {
          x: from.x + ((to.x - from.x) * step) / 4,
          y: from.y + ((to.y - from.y) * step) / 4,
        });
      await touch("touchEnd");
    };

    await drag(await centreOf(yard), await centreOf(corridor));
    await expect.poll(async () => (await left(yard)) - (await left(corridor))).toBeGreaterThan(0);

    // the south edge, 21 px wide, pulled into the row below
    const box = await boxOf(yard);
    const edge = { x: box.x + box.width / 2, y: box.y + box.height - 8 };
    await drag(edge, { x: edge.x, y: edge.y + box.height / 2 });
    await expect.poll(async () => (await height(yard)) / (await height(corridor))).toBeGreaterThan(1.9);

    await touch("touchStart", await centreOf(corridor));
    await expect(page.getByRole("menu", { name: "Actions for Corridor" })).toBeVisible();
    await touch("touchEnd");
    await page.getByRole("menuitem", { name: "Close Corridor" }).tap();
    await expect(corridor).toBeHidden();
  });

  test("a finger's larger buttons leave no header's end out of its tile", async ({ page }) => {
    const stage = await openTwo(page);
    const yard = stage.tile("Yard");
    expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
    const widths: number[] = [];
    for (const width of [1180, 1000, 900, 840, 780, 700]) {
      await page.setViewportSize({ width, height: 800 });
      const size = await settled(page, yard);
      widths.push(Math.round(size.width));
      await yard.tap();
      const buttons = page.getByRole("toolbar", { name: "Player Yard" }).getByRole("button");
      await expect(buttons.last()).toHaveAccessibleName("Close Yard");
      for (const button of await buttons.all()) {
        const box = await boxOf(button);
        expect(Math.min(box.width - (size.width < 260 ? 32 : 40), box.height - 44)).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width, `${await button.getAttribute("aria-label")} at ${size.width}`).toBeLessThanOrEqual(
          size.x + size.width + 1,
        );
      }
    }
    // on both sides of the width at which the header gets its last buttons
    expect(Math.min(...widths)).toBeLessThan(260);
    expect(widths.some((width) => width >= 260 && width < 300)).toBe(true);
  });
});

/**
 * The rectangle of one of two tiles side by side when they fill the stage's width: 20 px of padding, 3 px between them.
 */
async function settled(page: Page, tile: Locator) {
  const width = async (): Promise<number> => (await boxOf(tile)).width;
  const area = await boxOf(page.locator("[data-stage-area]"));
  await expect.poll(async () => Math.abs(2 * (await width()) + 43 - area.width)).toBeLessThan(1);
  return boxOf(tile);
}
