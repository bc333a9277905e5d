import type { Point, Rect, Size } from "#base/geometry.ts";
import { type Orientation, wrap180 } from "./config.ts";
import { degrees, directionToSource, type Lens, radians, sourceToDirection, type Vec3 } from "./lens.ts";
import { apply, headingDirection, mountMatrix, normalise, transpose } from "./mount.ts";

/** All values that determine an unrolled picture (dewarp mode 2). Tile size in device px. */
export interface PanoramaScene {
  readonly orientation: Orientation;
  readonly lens: Lens;
  /** width : height of the strip; 0 fills the tile */
  readonly panoramaAspectRatio: number;
  /** heading in degrees at the middle of the strip */
  readonly panoramaShift: number;
  readonly tile: Size;
}

/** The strip's place in the tile and the angles it spans, in degrees. */
interface Strip {
  readonly rect: Rect;
  /** headings across the width */
  readonly across: number;
  /** depressions down the height */
  readonly down: number;
  /** depression at the top (ceiling, wall) or negated at the bottom (floor) */
  readonly from: number;
}

export function panoramaStrip(scene: PanoramaScene): Strip {
  const { width, height } = scene.tile;
  const aspect = scene.panoramaAspectRatio > 0 ? scene.panoramaAspectRatio : width / height;
  const stripWidth = Math.min(width, height * aspect);
  const stripHeight = stripWidth / aspect;
  const rect = { x: (width - stripWidth) / 2, y: (height - stripHeight) / 2, width: stripWidth, height: stripHeight };
  const half = scene.lens.fov / 2;
  if (scene.orientation === "wall") {
    const across = Math.min(2 * half, 360);
    const down = Math.min(across / aspect, 180);
    return { rect, across, down, from: -down / 2 };
  }
  return { rect, across: 360, down: Math.min(360 / aspect, half), from: 90 - half };
}

/** Heading and depression in degrees at a screen point (also outside the strip, where nothing is drawn). */
export function panoramaAngles(
  scene: PanoramaScene,
  screen: Point,
): { readonly heading: number; readonly depression: number } {
  const strip = panoramaStrip(scene);
  const s = (screen.x - strip.rect.x) / strip.rect.width;
  const t = (screen.y - strip.rect.y) / strip.rect.height;
  const heading = scene.panoramaShift + strip.across * (s - 0.5);
  const depression = scene.orientation === "floor" ? -(strip.from + strip.down * (1 - t)) : strip.from + strip.down * t;
  return { heading, depression };
}

/** Direction in the world under a screen point. */
export function panoramaToWorld(scene: PanoramaScene, screen: Point): Vec3 {
  const { heading, depression } = panoramaAngles(scene, screen);
  return headingDirection(radians(heading), radians(depression));
}

/** Source pixel under a screen point; not visible outside the strip. */
export function panoramaToSource(
  scene: PanoramaScene,
  picture: Size,
  screen: Point,
): Point & { readonly visible: boolean } {
  const { rect } = panoramaStrip(scene);
  const inside =
    screen.x >= rect.x && screen.x <= rect.x + rect.width && screen.y >= rect.y && screen.y <= rect.y + rect.height;
  const source = directionToSource(
    scene.lens,
    picture,
    apply(mountMatrix(scene.orientation), panoramaToWorld(scene, screen)),
  );
  return { ...source, visible: source.visible && inside };
}

/** Screen point of a direction in the world, or null outside the strip. */
export function worldToPanorama(scene: PanoramaScene, direction: Vec3): Point | null {
  const strip = panoramaStrip(scene);
  const [x, y, z] = normalise(direction);
  const heading = degrees(Math.atan2(x, z));
  const depression = degrees(Math.asin(Math.max(-1, Math.min(1, y))));
  const s = 0.5 + wrap180(heading - scene.panoramaShift) / strip.across;
  const t =
    scene.orientation === "floor"
      ? 1 - (-depression - strip.from) / strip.down
      : (depression - strip.from) / strip.down;
  if (s < 0 || s > 1 || t < 0 || t > 1) return null;
  return { x: strip.rect.x + s * strip.rect.width, y: strip.rect.y + t * strip.rect.height };
}

/** Screen point of a source pixel, or null outside the strip. */
export function sourceToPanorama(scene: PanoramaScene, picture: Size, source: Point): Point | null {
  const direction = sourceToDirection(scene.lens, picture, source);
  return direction ? worldToPanorama(scene, apply(transpose(mountMatrix(scene.orientation)), direction)) : null;
}
