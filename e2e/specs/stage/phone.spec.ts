/** An operator with a phone or a tablet: tasks by touch at 390x844, 844x390 and 820x1180 (issue 25, "Phone and tablet"). */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import type { StagePage } from "../../pages/stage-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { boxOf, centreOf } from "../../support/browser/boxes.ts";
import { Fingers } from "../../support/browser/fingers.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 30_000, hasTouch: true, isMobile: true });

const UPRIGHT = { width: 390, height: 844 };
const ON_ITS_SIDE = { width: 844, height: 390 };
const tiles = (page: Page): Locator => page.locator("[data-tile-id]");
const area = (page: Page): Locator => page.getByRole("region", { name: "Stage", exact: true });
const bar = (page: Page): Locator => page.getByRole("navigation", { name: "Cameras and stages" });
const cameraOf = async (tile: Locator): Promise<string> =>
  ((await tile.getAttribute("aria-label")) ?? "").split(",")[0] ?? "";
/** Zoom and scroll, as the tests' window tells. */
const zoomOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const facts = window.__proscenium?.facts() as { players: Record<string, { zoom: { scale: number } }> };
    return Math.max(...Object.values(facts.players).map(({ zoom }) => zoom.scale));
  });

async function showAll(page: Page): Promise<StagePage> {
  const stage = await enterStage(page, shared());
  await page.getByRole("button", { name: /^Show all \d+ cameras$/ }).tap();
  await expect.poll(() => tiles(page).count()).toBeGreaterThan(5);
  return stage;
}

/** What a finger can press within a part of the page, and hits less than 44 px of. */
const tooSmall = (page: Page, within: string): Promise<string[]> =>
  page.locator(within).evaluateAll((parts) =>
    parts
      .flatMap((part) => [...part.querySelectorAll("button, [role=menuitem], input:not([type=range]), a")])
      .map((each) => ({ name: each.ariaLabel ?? each.textContent, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
      .map(({ name, box }) => `${name}: ${box.width.toFixed()}x${box.height.toFixed()}`),
  );

test.describe("a phone", () => {
  test.use({ viewport: UPRIGHT });

  test("look through all cameras: one column, a tap opens, a swipe goes on, two fingers magnify", async ({ page }) => {
    await showAll(page);
    const all = await tiles(page).count();
    const message = page.getByText(/^\d+ cameras added$/);
    await expect(message).toBeVisible();
    // The message lies over the bar of the page, not over a picture.
    const [said, stage] = [await boxOf(message), await boxOf(area(page))];
    expect(said.y + said.height).toBeLessThanOrEqual(stage.y);
    for (const tile of await tiles(page).all()) expect((await boxOf(tile)).width).toBe(390);
    await expect(tiles(page).first()).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
    // What is below has not been asked for.
    await expect(tiles(page).last()).toHaveAttribute("data-state", "connecting");
    expect(await axeFindings(page)).toEqual([]);
    expect(await tooSmall(page, "[data-control-bar] > :first-child, [data-phone-bar], header")).toEqual([]);
    const arranged = await page.evaluate(() => JSON.stringify(sessionStorage));

    const hand = await Fingers.of(page);
    const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
    await hand.drag({ ...middle, y: middle.y + 200 }, { ...middle, y: middle.y - 200 }, 8);
    await expect.poll(async () => (await boxOf(tiles(page).first())).y).toBeLessThan(stage.y - 100);
    // The third is a fisheye, whose view a finger turns.
    const fourth = tiles(page).nth(3);
    await fourth.scrollIntoViewIfNeeded();
    const name = await cameraOf(fourth);
    await fourth.tap();
    await expect(tiles(page)).toHaveCount(1);
    expect(await cameraOf(tiles(page))).toBe(name);
    await expect.poll(async () => (await boxOf(tiles(page))).height).toBeCloseTo(stage.height, 0);
    await expect(tiles(page)).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
    expect(await axeFindings(page)).toEqual([]);

    await hand.drag({ ...middle, x: 330 }, { ...middle, x: 60 });
    await expect.poll(() => cameraOf(tiles(page))).not.toBe(name);
    await hand.drag({ ...middle, x: 60 }, { ...middle, x: 330 });
    await expect.poll(() => cameraOf(tiles(page))).toBe(name);
    await bar(page).getByRole("button", { name: "Next", exact: true }).tap();
    await expect.poll(() => cameraOf(tiles(page))).not.toBe(name);
    await bar(page).getByRole("button", { name: "Previous", exact: true }).tap();
    await expect.poll(() => cameraOf(tiles(page))).toBe(name);

    // Downwards it goes back to where the column was.
    await hand.drag({ ...middle, y: middle.y - 100 }, { ...middle, y: middle.y + 100 });
    await expect(tiles(page)).toHaveCount(all);
    await expect(fourth).toBeInViewport();
    const first = tiles(page).first();
    await first.scrollIntoViewIfNeeded();
    await first.tap();
    await expect(tiles(page)).toHaveCount(1);
    await expect(tiles(page)).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
    await hand.pinch(middle, 60, 240);
    await expect.poll(() => zoomOf(page)).toBeGreaterThan(2);
    await page.getByRole("button", { name: /^Zoom \d+ %, reset$/ }).tap();
    await expect.poll(() => zoomOf(page)).toBe(1);
    await bar(page).getByRole("button", { name: "All cameras", exact: true }).tap();
    await expect(tiles(page)).toHaveCount(all);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe(arranged);
  });

  test("choose cameras: one tap adds, one more opens; rest a finger for the menu", async ({ page }) => {
    const stage = await enterStage(page, shared());
    await expect(page.getByText("Tap Cameras, then each camera that you want to see.")).toBeVisible();
    await bar(page).getByRole("button", { name: "Cameras", exact: true }).tap();
    await expect(stage.camera("Yard")).toHaveCount(0);
    await stage.panel.getByRole("searchbox").fill("Yard");
    await stage.camera("Yard").tap();
    await expect(stage.camera("Yard")).toHaveAccessibleName(/on the stage/);
    expect(await axeFindings(page)).toEqual([]);
    expect(await tooSmall(page, "aside")).toEqual([]);
    await stage.camera("Yard").tap();
    await expect(stage.panel).toBeHidden();
    await stage.playing("Yard", 60_000);
    await bar(page).getByRole("button", { name: "All cameras", exact: true }).tap();

    const hand = await Fingers.of(page);
    await hand.touch("touchStart", await centreOf(stage.tile("Yard")));
    const menu = page.getByRole("menu", { name: "Actions for Yard" });
    await expect(menu).toBeVisible();
    await hand.touch("touchEnd");
    expect(await axeFindings(page, "[role=menu]", ["region"])).toEqual([]);
    expect(await tooSmall(page, "[role=menu]")).toEqual([]);
    await menu.getByRole("menuitem", { name: "Close Yard" }).tap();
    await expect(tiles(page)).toHaveCount(0);
  });

  test("turn the phone: the camera stays; on its side it has the whole window, and a tap brings the rest", async ({
    page,
  }) => {
    const stage = await showAll(page);
    const fourth = tiles(page).nth(3);
    const name = await cameraOf(fourth);
    await fourth.evaluate((element) => element.scrollIntoView({ block: "start" }));
    await expect.poll(async () => (await boxOf(fourth)).y).toBeLessThan(200);
    await page.setViewportSize(ON_ITS_SIDE);
    await expect(tiles(page)).toHaveCount(1);
    expect(await cameraOf(tiles(page))).toBe(name);
    await expect.poll(() => boxOf(tiles(page))).toEqual({ x: 0, y: 0, ...ON_ITS_SIDE });
    const controls = page.getByRole("button", { name: "Pause", exact: true });
    await expect(controls).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Menu", exact: true })).toBeHidden();
    expect(await axeFindings(page)).toEqual([]);

    const hand = await Fingers.of(page);
    await hand.drag({ x: 700, y: 200 }, { x: 200, y: 200 });
    await expect.poll(() => cameraOf(tiles(page))).not.toBe(name);
    const next = await cameraOf(tiles(page));
    await page.touchscreen.tap(420, 200);
    await expect(controls).toBeVisible();
    await expect(page.getByRole("button", { name: "Menu", exact: true })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    expect(await tooSmall(page, "[data-control-bar] > :first-child, [data-phone-bar], header")).toEqual([]);
    // The timeline over the picture: drawn earlier time, then a tap goes there.
    const timeline = new TimelinePage(page);
    const strip = await boxOf(timeline.strip);
    const before = await timeline.exactWindow();
    const y = strip.y + strip.height * 0.7;
    await hand.drag({ x: strip.x + 200, y }, { x: strip.x + 400, y });
    await expect.poll(async () => (await timeline.exactWindow()).startMs).toBeLessThan(before.startMs - 30_000);
    // Untouched they go.
    await expect(controls).toHaveCount(0, { timeout: 15_000 });

    await page.setViewportSize(UPRIGHT);
    await expect.poll(() => tiles(page).count()).toBeGreaterThan(5);
    await expect(stage.tile(next)).toBeInViewport({ ratio: 0.5 });
  });
});

test.describe("a tablet", () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test("arrange a wall: a tap adds, a finger that rests lifts a tile or opens its menu, edges are easy to hit", async ({
    page,
  }) => {
    const stage = await enterStage(page, shared());
    await expect(page.getByText("Tap a camera in the side panel, or drag it here.")).toBeVisible();
    await stage.panel.getByRole("searchbox").fill("or");
    for (const name of ["Corridor", "Yard"]) {
      await stage.panel.getByRole("searchbox").fill(name);
      await stage.camera(name).tap();
      await expect(stage.tile(name)).toBeVisible();
    }
    const [yard, corridor] = [stage.tile("Yard"), stage.tile("Corridor")];
    const [wall, panel] = [await boxOf(area(page)), await boxOf(stage.panel)];
    expect(panel.x + panel.width).toBeLessThanOrEqual(wall.x + 1);
    expect(wall.x + wall.width).toBeLessThanOrEqual(820);
    expect(await axeFindings(page)).toEqual([]);
    expect(await tooSmall(page, "[data-control-bar] > :first-child, header, aside")).toEqual([]);

    const hand = await Fingers.of(page);
    const [from, to] = [await centreOf(yard), await centreOf(corridor)];
    await hand.touch("touchStart", from);
    const menu = page.getByRole("menu", { name: "Actions for Yard" });
    await expect(menu).toBeVisible();
    await hand.move(from, to);
    await expect(menu).toBeHidden();
    await hand.touch("touchEnd");
    await expect.poll(() => centreOf(yard)).toEqual(to);
    await expect.poll(() => centreOf(corridor)).toEqual(from);

    // 30 px inside of the edge a finger still takes hold of it; a mouse would not.
    const box = await boxOf(yard);
    const edge = { x: box.x + box.width / 2, y: box.y + box.height - 30 };
    await hand.drag(edge, { ...edge, y: edge.y + box.height * 0.7 });
    await expect.poll(async () => (await boxOf(yard)).height).toBeGreaterThan((await boxOf(corridor)).height * 1.5);
  });
});
