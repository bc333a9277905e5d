import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { PNG } from "pngjs";
import type { Point, Size } from "#base/geometry.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS, radians } from "#domain/dewarp/lens.ts";
import { headingDirection } from "#domain/dewarp/mount.ts";
import { worldToPanorama } from "#domain/dewarp/panorama.ts";
import { centreDewarp, centreOnRound, dragDewarp, grabDewarp } from "#domain/dewarp/gestures.ts";
import { noZoom } from "#domain/first-facts.ts";
import {
  blue,
  FisheyeTile,
  green,
  HALL,
  homeView,
  type Marker,
  markerAt,
  red,
  SHOP,
  shopTile,
  yellow,
} from "../../../pages/fisheye.ts";
import { TimelinePage } from "../../../pages/timeline-page.ts";
import { recordedFor } from "../../../support/playback/playback.ts";
import { shared } from "../../../support/shared.ts";

// The picture of a fisheye is dewarped in the same way whatever its source is; and the other things that can be shown
// besides one view.
test.describe.configure({ timeout: 240_000 });

/** The marker's disk and some room around it: one that lies elsewhere does not count. */
const MARKER_REACH_PX = 25;
test.use({ actionTimeout: 30_000 });

const item = (page: Page, name: string) => page.getByRole("menuitem", { name });
async function choose(page: Page, shop: FisheyeTile, name: string): Promise<void> {
  await shop.tile.hover();
  await page.getByRole("button", { name: "Dewarp", exact: true }).click();
  await item(page, name).click();
  await expect(item(page, name)).toHaveCount(0);
}
async function chooseMode(page: Page, shop: FisheyeTile, name: string): Promise<void> {
  await shop.tile.hover();
  await page.getByRole("button", { name, exact: true }).click();
}

test("live by WebRTC, recorded, reverse and paused pictures are dewarped and dragged alike", async ({ page }) => {
  const shop = await FisheyeTile.shop(page, shared(), { lowBandwidth: false });
  await expect(shop.tile).toHaveAttribute("data-mode", "webrtc");
  const size = await shop.size();
  const home = markerAt(red, homeView, size);
  await shop.expectAt(red, home, 2);
  const to = { x: home.x - 80, y: home.y - 60 };
  await shop.drag(home, to);
  await shop.expectAt(red, to);

  const timeline = new TimelinePage(page);
  await recordedFor(page, 25_000);
  await timeline.seekTo(Date.now() - 20_000);
  await expect.poll(async () => (await timeline.state()).mode).toBe("playback");
  // The view that was dragged live also applies to the recorded pictures.
  await shop.expectAt(red, to, 1.5);
  await shop.drag(to, home);
  await shop.expectAt(red, home, 1.5);

  // Backwards it is the same view, and follows the hand alike.
  await timeline.open(Date.now() - 5_000, -1);
  await expect.poll(async () => (await timeline.state()).speed).toBe(-1);
  await shop.expectAt(red, home, 1.5);
  await shop.drag(home, to);
  await shop.expectAt(red, to, 1.5);
  await shop.drag(to, home);
  await shop.expectAt(red, home, 1.5);
  await timeline.open(Date.now() - 20_000, 1);
  await expect.poll(async () => (await timeline.state()).speed).toBe(1);

  await timeline.button("Pause").click();
  await expect.poll(async () => (await timeline.state()).paused).toBe(true);
  const still = async () => (await timeline.shown())[0];
  await shop.drag(home, to);
  await shop.expectAt(red, to, 1.5);
  // Facts are reported once a second, and a picture that was on its way at the pause may still arrive.
  let before: number | undefined;
  const rests = async (): Promise<boolean> => {
    const last = before;
    before = await still();
    return before === last;
  };
  await expect.poll(rests, { intervals: [1500] }).toBe(true);
  await shop.wheel(to, 2);
  await shop.expectAt(red, to, 1.5);
  // The view has moved and the picture has not: nothing was fetched or decoded for it.
  expect(await still()).toBe(before);
});

test("a snapshot shows the dewarped view, as large as the camera's picture", async ({ page }) => {
  const shop = await FisheyeTile.shop(page, shared());
  await shop.expectView(homeView);
  await shop.tile.hover();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("toolbar").getByRole("button", { name: "Save picture" }).click(),
  ]);
  const png = PNG.sync.read(readFileSync(await download.path()));
  const at = markerAt(red, homeView, png);
  let px = 0;
  const sum = { x: 0, y: 0 };
  for (let y = 0; y < png.height; y += 1)
    for (let x = 0; x < png.width; x += 1) {
      const offset = (y * png.width + x) * 4;
      // Edges of the chairs behind it are as red in a picture of few bits, which a busy machine makes.
      if (Math.hypot(x - at.x, y - at.y) > MARKER_REACH_PX) continue;
      if (!red.is(png.data[offset] ?? 0, png.data[offset + 1] ?? 0, png.data[offset + 2] ?? 0)) continue;
      px += 1;
      sum.x += x + 0.5;
      sum.y += y + 0.5;
    }
  expect(px).toBeGreaterThan(100);
  expect(Math.hypot(sum.x / px - at.x, sum.y / px - at.y)).toBeLessThan(2);
});

/** The position of a marker in the shop's panorama with this heading in its middle. */
function onPanorama(marker: Marker, size: Size, shift = 0): Point {
  const scene = {
    orientation: "ceiling" as const,
    lens: DEFAULT_LENS,
    panoramaAspectRatio: DEFAULT_DEWARP_CONFIG.panoramaAspectRatio,
    panoramaShift: shift,
    tile: size,
  };
  const place = worldToPanorama(scene, headingDirection(radians(marker.panDeg), radians(marker.tiltDeg)));
  if (!place) throw new Error("not on the strip");
  return place;
}

test("panorama and double panorama show each marker at its heading, and a drag shifts them", async ({ page }) => {
  const shop = await FisheyeTile.shop(page, shared());
  await shop.expectView(homeView);
  await chooseMode(page, shop, "Panorama");
  const size = await shop.size();
  const at = (marker: Marker, shift: number): Point => onPanorama(marker, size, shift);
  for (const marker of [red, green, yellow]) await shop.expectAt(marker, at(marker, 0), 2);
  // A quarter of the strip is a quarter turn: the red marker follows, the green one moves to the middle.
  const from = at(red, 0);
  await shop.drag(from, { x: from.x - size.width / 4, y: from.y });
  for (const marker of [red, green, blue]) await shop.expectAt(marker, at(marker, 90), 2);
  await page.keyboard.press("0");
  await shop.expectAt(red, at(red, 0), 2);

  await choose(page, shop, "Double panorama");
  // Half a turn on each strip, one above the other: the front half in the upper one, the back half in the lower one.
  const half = size.height / 2;
  const scale = Math.min(size.width / 180, half / 90);
  const onStrip = (marker: Marker, row: number): Point => ({
    x: size.width / 2 + (marker.panDeg - row * 180) * scale,
    y: row * half + (half - 90 * scale) / 2 + marker.tiltDeg * scale,
  });
  await shop.expectAt(red, onStrip(red, 0), 2);
  await shop.expectAt(blue, onStrip(blue, 1), 2);
});

test("digital zoom in the panorama and in the round picture: the wheel keeps what is under it, drag, keys, reset", async ({
  page,
}) => {
  const shop = await FisheyeTile.shop(page, shared());
  await shop.expectView(homeView);
  const percent = (value: number) => page.getByRole("button", { name: `Zoom ${value} %, reset`, exact: true });
  await chooseMode(page, shop, "Panorama");
  const size = await shop.size();
  const home = onPanorama(red, size);
  await shop.expectAt(red, home, 2);
  const before = (await shop.find(red, home))?.px ?? 0;
  // Two notches are 1 + 2 x 0.625: the point under the pointer stays there, five times as large.
  await shop.wheel(home, 2);
  await expect(percent(225)).toBeVisible();
  await expect.poll(async () => (await shop.find(red, home, 80))?.px ?? 0).toBeGreaterThan(before * 3.5);
  const anchored = await shop.find(red, home, 80);
  expect(Math.hypot((anchored?.x ?? 0) - home.x, (anchored?.y ?? 0) - home.y)).toBeLessThan(2.5);
  const to = { x: home.x - 90, y: home.y + 25 };
  await shop.drag(home, to);
  await expect
    .poll(async () => {
      const found = await shop.find(red, to, 80);
      return found ? Math.hypot(found.x - to.x, found.y - to.y) : 1000;
    })
    .toBeLessThan(2.5);
  await percent(225).click();
  await shop.expectAt(red, home, 2);
  await shop.tile.focus();
  await page.keyboard.press("+");
  await expect(percent(159)).toBeVisible();
  await page.keyboard.press("0");
  await shop.expectAt(red, home, 2);

  // The perspective view has a zoom of its own; the round picture's zoom is anchored in the picture, not in the bars
  // beside it.
  await chooseMode(page, shop, "Perspective");
  await shop.wheel({ x: size.width / 2, y: size.height / 2 }, 1);
  await expect(page.getByRole("button", { name: /^Zoom \d+ %, reset$/ })).toHaveCount(0);
  await chooseMode(page, shop, "Dewarp off");
  const radiusPx = size.height / 2;
  const round = { x: size.width / 2, y: size.height / 2 - (radiusPx * (90 - red.tiltDeg)) / 90 };
  await shop.expectAt(red, round, 2);
  const side = { x: size.width / 2 + (radiusPx * (90 - green.tiltDeg)) / 90, y: size.height / 2 };
  await shop.expectAt(green, side, 2);
  await shop.wheel(side, 2);
  await expect(percent(225)).toBeVisible();
  await expect
    .poll(async () => {
      const found = await shop.find(green, side, 80);
      return found ? Math.hypot(found.x - side.x, found.y - side.y) : 1000;
    })
    .toBeLessThan(2.5);
});

test("the round picture shows where the view looks, and Ctrl and a click look there", async ({ page }) => {
  const shop = await FisheyeTile.shop(page, shared());
  await shop.expectView(homeView);
  const outline = page.getByRole("img", { name: "View on the round picture" });
  await choose(page, shop, "Show the view on the round picture");
  // Beside the perspective view it is a small map.
  await expect(outline).toBeVisible();
  const map = await outline.boundingBox();
  expect(map?.width).toBeLessThan((await shop.size()).width / 2);
  // Where the round picture is shown it lies over that, as large.
  await chooseMode(page, shop, "Dewarp off");
  const box = await shop.box();
  await expect.poll(async () => (await outline.boundingBox())?.width).toBeCloseTo(box.width, 0);
  const centreOf = async (): Promise<Point> => {
    const view = await outline.locator("path").first().boundingBox();
    if (!view) throw new Error("no view is drawn");
    return { x: view.x + view.width / 2 - box.x, y: view.y + view.height / 2 - box.y };
  };
  // Pan 0 is the top of a ceiling camera's picture: the home view lies above the middle.
  await expect.poll(async () => (await centreOf()).y).toBeLessThan(box.height / 2);
  await expect.poll(async () => Math.abs((await centreOf()).x - box.width / 2)).toBeLessThan(4);

  // Ctrl and a click to the left on the round picture: the clicked point becomes the middle of the perspective view.
  const picture = { width: 1024, height: 1024 };
  const scale = box.height / picture.height;
  const point = { x: box.width / 2 - 300 * scale, y: box.height / 2 };
  const state = centreOnRound(shopTile(), picture, box, noZoom, point);
  if (!state) throw new Error("beside the circle");
  expect(state.view.pan).toBeCloseTo(270, 1);
  await page.keyboard.down("Control");
  await page.mouse.click(box.x + point.x, box.y + point.y);
  await page.keyboard.up("Control");
  await shop.tile.hover();
  await expect(page.getByRole("button", { name: "Perspective", exact: true })).toHaveAttribute("aria-pressed", "true");
  await shop.expectView(state.view, yellow, 2);

  // And in the perspective view itself: the clicked point moves to the middle.
  const size = await shop.size();
  const aside = { x: size.width * 0.7, y: size.height * 0.4 };
  const next = centreDewarp(shopTile(state.view), size, aside);
  if (!next) throw new Error("unreachable: a perspective view");
  await page.keyboard.down("Control");
  await page.mouse.click(box.x + aside.x, box.y + aside.y);
  await page.keyboard.up("Control");
  await shop.expectView(next.view, yellow, 2);
});

test("two players of one camera have views of their own; the outline shows both on a third", async ({ page }) => {
  const shop = await FisheyeTile.shop(page, shared());
  const { stage } = shop;
  await stage.panel.getByRole("searchbox").fill("fisheye");
  for (const count of [2, 3]) {
    await stage.addAgain(SHOP);
    await expect(stage.tile(SHOP)).toHaveCount(count);
  }
  await stage.camera(HALL).dblclick();
  const tiles = [0, 1, 2].map((at) => new FisheyeTile(stage, stage.tile(SHOP).nth(at)));
  const [first, second, third] = tiles as [FisheyeTile, FisheyeTile, FisheyeTile];
  for (const each of tiles) await each.expectView(homeView);
  const size = await first.size();
  const home = markerAt(red, homeView, size);
  const to = { x: home.x + 60, y: home.y - 40 };
  await first.drag(home, to);
  await first.expectAt(red, to, 1.5);
  await second.expectView(homeView);
  const moved = dragDewarp(shopTile(), grabDewarp(shopTile(), size, home), to).view;
  await first.expectView(moved);

  await third.tile.focus();
  await choose(page, third, "Show the view on the round picture");
  await chooseMode(page, third, "Dewarp off");
  await expect(page.getByRole("img", { name: "View on the round picture" }).locator('[data-part="view"]')).toHaveCount(
    2,
  );
});
