import { expect, type Locator, type Page } from "@playwright/test";
import type { Point, Size } from "#base/geometry.ts";
import { DEFAULT_DEWARP_CONFIG, type Orientation, type PerspectiveView } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS, radians } from "#domain/dewarp/lens.ts";
import { headingDirection } from "#domain/dewarp/mount.ts";
import { type PerspectiveScene, worldToScreen } from "#domain/dewarp/perspective.ts";
import { homeState, type TileDewarp } from "#domain/dewarp/tile-dewarp.ts";
import { enterStage, type StageOptions, WITH_SHADERS } from "./sign-in-page.ts";
import { StagePage } from "./stage-page.ts";

/** The markers of the demo's fisheyes (demo/scenes/scenes.ts): disks of known colours at known directions. */
export const SHOP = "Shop \\(ceiling fisheye\\)";
export const HALL = "Hall \\(wall fisheye\\)";
export interface Marker {
  readonly panDeg: number;
  /** below the horizon */
  readonly tiltDeg: number;
  readonly is: (r: number, g: number, b: number) => boolean;
}
export const red: Marker = {
  panDeg: 0,
  tiltDeg: 60,
  is: (r, g, b) => r > 190 && g < 85 && b < 75 && r - g > 130,
};
export const green: Marker = { panDeg: 90, tiltDeg: 50, is: (r, g, b) => g > 150 && r < 90 && b < 110 };
export const blue: Marker = { panDeg: 180, tiltDeg: 40, is: (r, g, b) => b > 150 && r < 90 && g < 120 };
export const yellow: Marker = { panDeg: 270, tiltDeg: 30, is: (r, g, b) => r > 180 && g > 160 && b < 100 };

export const homeView: PerspectiveView = DEFAULT_DEWARP_CONFIG.defaultPerspectiveView;

/** A read of some pixels costs less than a fisheye that is drawn while nobody looks. */
const READ_MS = [100, 200];

/** The view of the shop as the TypeScript twin of the shaders computes it. */
export const shopTile = (view = homeView): TileDewarp => ({
  ...homeState(DEFAULT_DEWARP_CONFIG),
  view,
  mode: 1,
  config: DEFAULT_DEWARP_CONFIG,
  lens: DEFAULT_LENS,
});

/** The position of a marker in a perspective view of a tile of this size. */
export function markerAt(
  marker: Marker,
  view: PerspectiveView,
  tile: Size,
  orientation: Orientation = "ceiling",
): Point {
  const scene: PerspectiveScene = { orientation, lens: DEFAULT_LENS, view, perspectiveDepth: 1, tile };
  const at = worldToScreen(scene, headingDirection(radians(marker.panDeg), radians(marker.tiltDeg)));
  if (!at) throw new Error("the marker is behind the view");
  return at;
}

/** A fisheye's tile as a person sees it: finds a marker's disk in its pixels. */
export class FisheyeTile {
  readonly stage: StagePage;
  readonly tile: Locator;

  constructor(stage: StagePage, tile: Locator) {
    this.stage = stage;
    this.tile = tile;
  }

  /** Signs in and puts the ceiling fisheye on the stage, which is drawn by the shaders unless told otherwise. */
  static async shop(
    page: Page,
    recorder: { readonly url: string; readonly password: string },
    {
      lowBandwidth = true,
      painter = WITH_SHADERS,
      startMs = 90_000,
    }: StageOptions & { readonly startMs?: number } = {},
  ): Promise<FisheyeTile> {
    const stage = await enterStage(page, recorder, { lowBandwidth, painter });
    await stage.add(SHOP);
    return new FisheyeTile(stage, await stage.playing(SHOP, startMs));
  }

  async size(): Promise<Size> {
    const { width, height } = await this.box();
    return { width, height };
  }
  async box(): Promise<{ x: number; y: number; width: number; height: number }> {
    const box = await this.tile.boundingBox();
    if (!box) throw new Error("the tile is not shown");
    return box;
  }

  /**
   * The middle of a marker's disk near a point of the tile, and its number of px; null while the marker is not visible.
   */
  async find(marker: Marker, near: Point, reach = 45): Promise<(Point & { readonly px: number }) | null> {
    const size = await this.size();
    const left = Math.max(0, Math.round(near.x - reach));
    const top = Math.max(0, Math.round(near.y - reach));
    const part = {
      x: left,
      y: top,
      width: Math.min(Math.floor(size.width), Math.ceil(near.x + reach)) - left,
      height: Math.min(Math.floor(size.height), Math.ceil(near.y + reach)) - top,
    };
    if (part.width < 1 || part.height < 1) return null;
    const { width, height, rgba } = await this.stage.pixels(this.tile, part);
    let px = 0;
    const sum = { x: 0, y: 0 };
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const at = (y * width + x) * 4;
        if (!marker.is(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0)) continue;
        px += 1;
        sum.x += left + x + 0.5;
        sum.y += top + y + 0.5;
      }
    return px < 12 ? null : { x: sum.x / px, y: sum.y / px, px };
  }

  /** Waits for the marker near a point: a person who walks through the scene may hide it for a moment. */
  async seen(marker: Marker, near: Point): Promise<Point & { readonly px: number }> {
    let found: (Point & { readonly px: number }) | null = null;
    await expect
      .poll(async () => (found = await this.find(marker, near)), { timeout: 30_000, intervals: READ_MS })
      .not.toBeNull();
    if (!found) throw new Error("unreachable: it was seen");
    return found;
  }

  /** The number of px in the whole tile that have the marker's colour. */
  async count(marker: Marker): Promise<number> {
    const { width, height } = await this.size();
    return (await this.find(marker, { x: width / 2, y: height / 2 }, Math.max(width, height)))?.px ?? 0;
  }

  /** Waits until the marker is within `withinPx` of a point of the tile. */
  async expectAt(marker: Marker, at: Point, withinPx = 1): Promise<void> {
    await expect
      .poll(
        async () => {
          const found = await this.find(marker, at);
          return found ? Math.hypot(found.x - at.x, found.y - at.y) : 1000;
        },
        { timeout: 30_000, intervals: READ_MS, message: `the marker at ${at.x.toFixed(1)}, ${at.y.toFixed(1)}` },
      )
      .toBeLessThan(withinPx);
  }

  /** Waits until the marker is where a view shows it. */
  async expectView(view: PerspectiveView, marker = red, withinPx = 1.5): Promise<void> {
    await this.expectAt(marker, markerAt(marker, view, await this.size()), withinPx);
  }

  /** Drags from one point of the tile to another. */
  async drag(from: Point, to: Point): Promise<void> {
    const { x, y } = await this.box();
    const { mouse } = this.stage.page;
    await mouse.move(x + from.x, y + from.y);
    await mouse.down();
    await mouse.move(x + to.x, y + to.y, { steps: 8 });
    await mouse.up();
  }

  /** Turns the wheel over a point of the tile by a number of notches, positive = in. */
  async wheel(at: Point, notches: number): Promise<void> {
    const { x, y } = await this.box();
    await this.stage.page.mouse.move(x + at.x, y + at.y);
    for (let notch = 0; notch < Math.abs(notches); notch += 1)
      await this.stage.page.mouse.wheel(0, -100 * Math.sign(notches));
  }
}
