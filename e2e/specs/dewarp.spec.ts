import { expect, type Locator, type Page, test } from "@playwright/test";
import type { Point } from "#base/geometry.ts";
import { SignInPage } from "../pages/sign-in-page.ts";
import { StagePage } from "../pages/stage-page.ts";
import { shared } from "../support/shared.ts";

/** The demo's ceiling fisheye: red marker at pan 0, tilt 60 (recorder/demo/scenes.ts). */
const SHOP = "Shop \\(ceiling fisheye\\)";
const HALL = "Hall \\(wall fisheye\\)";
const START_MS = 90_000;

test.describe.configure({ timeout: 240_000 });

async function openStage(page: Page): Promise<StagePage> {
  const signIn = new SignInPage(page);
  await signIn.open(shared().url);
  await signIn.signIn("admin", shared().password, { lowBandwidth: true });
  await expect(page).toHaveURL(/#\/?stage/, { timeout: 60_000 });
  return new StagePage(page);
}

async function openShop(page: Page): Promise<{ stage: StagePage; tile: Locator }> {
  const stage = await openStage(page);
  await stage.add(SHOP);
  return { stage, tile: await stage.playing(SHOP, START_MS) };
}

/** Middle of the red marker near a point of the tile, px of the tile; null while it is not there. */
async function redNear(stage: StagePage, tile: Locator, near: Point, reach = 45): Promise<Point | null> {
  const { width, height, rgba } = await stage.pixels(tile);
  let count = 0;
  const sum = { x: 0, y: 0 };
  for (let y = Math.max(0, Math.round(near.y - reach)); y < Math.min(height, near.y + reach); y += 1)
    for (let x = Math.max(0, Math.round(near.x - reach)); x < Math.min(width, near.x + reach); x += 1) {
      const at = (y * width + x) * 4;
      const [r, g, b] = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
      if (r < 190 || g > 85 || b > 75 || r - g < 130) continue;
      count += 1;
      sum.x += x + 0.5;
      sum.y += y + 0.5;
    }
  return count < 150 ? null : { x: sum.x / count, y: sum.y / count };
}

/** Where the marker is in the stream's own view: 15 degrees below the middle, 90 degrees across. */
async function markerAtHome(tile: Locator): Promise<Point> {
  const box = await tile.boundingBox();
  if (!box) throw new Error("the tile is not shown");
  const focal = box.width / 2;
  return { x: box.width / 2, y: box.height / 2 + focal * Math.tan((15 * Math.PI) / 180) };
}

async function expectMarkerAt(stage: StagePage, tile: Locator, at: Point): Promise<void> {
  await expect
    .poll(
      async () => {
        const found = await redNear(stage, tile, at);
        return found ? Math.hypot(found.x - at.x, found.y - at.y) : 1000;
      },
      { timeout: 30_000, message: `the red marker at ${at.x.toFixed(1)}, ${at.y.toFixed(1)}` },
    )
    .toBeLessThan(1);
}

test("dragging keeps the grabbed point under the pointer, the wheel what is under it; Home comes back", async ({
  page,
}) => {
  const { stage, tile } = await openShop(page);
  const home = await markerAtHome(tile);
  await expect.poll(() => redNear(stage, tile, home), { timeout: 60_000 }).not.toBeNull();
  const marker = await redNear(stage, tile, home);
  const box = await tile.boundingBox();
  if (!marker || !box) throw new Error("unreachable: both were seen");
  expect(Math.hypot(marker.x - home.x, marker.y - home.y)).toBeLessThan(2);

  await page.mouse.move(box.x + marker.x, box.y + marker.y);
  await page.mouse.down();
  const to = { x: marker.x + 120, y: marker.y - 90 };
  await page.mouse.move(box.x + to.x, box.y + to.y, { steps: 8 });
  await page.mouse.up();
  await expectMarkerAt(stage, tile, to);

  await page.mouse.wheel(0, -200);
  await expectMarkerAt(stage, tile, to);
  await page.mouse.wheel(0, 300);
  await expectMarkerAt(stage, tile, to);

  await tile.focus();
  await page.keyboard.press("0");
  await expectMarkerAt(stage, tile, marker);
});

test("a lost graphics context comes back dewarped as before", async ({ page }) => {
  const { stage, tile } = await openShop(page);
  const home = await markerAtHome(tile);
  await expect.poll(() => redNear(stage, tile, home), { timeout: 60_000 }).not.toBeNull();
  const marker = await redNear(stage, tile, home);
  if (!marker) throw new Error("unreachable: it was seen");
  await page.evaluate(() => window.__proscenium?.loseContext());
  await expectMarkerAt(stage, tile, marker);
});

test("the mode is kept over a reload", async ({ page }) => {
  const { tile } = await openShop(page);
  await tile.hover();
  await expect(page.getByRole("button", { name: "Perspective", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Panorama", exact: true }).click();
  await page.waitForFunction(() =>
    Object.values(localStorage).some((text) => typeof text === "string" && text.includes('"dewarpMode":2')),
  );
  await page.reload();
  const again = new StagePage(page);
  await expect(again.tile(SHOP)).toBeVisible({ timeout: 60_000 });
  await again.tile(SHOP).hover();
  await expect(page.getByRole("button", { name: "Panorama", exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("past the limit a camera comes undewarped, and it is said why", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("proscenium.preferences", JSON.stringify({ dewarpMax: 1 })));
  const stage = await openStage(page);
  await stage.add(SHOP);
  await stage.camera(HALL).dblclick();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("You cannot dewarp more than 1 players at a time.");
  await dialog.getByRole("button", { name: "OK" }).click();
  await stage.tile(HALL).focus();
  await page.keyboard.press("d");
  await expect(dialog).toContainText("You cannot dewarp more than 1 players at a time.");
});
