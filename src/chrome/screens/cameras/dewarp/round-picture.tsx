/**
 * The fisheye picture as the camera sends it, with the 15 degree grid, the circle of the lens and the outline of the
 * default view.
 */
import type { Graphics } from "pixi.js";
import { type KeyboardEvent, useCallback, useRef } from "react";
import type { Point } from "#base/geometry.ts";
import type { Orientation } from "#domain/dewarp/config.ts";
import { gridLines } from "#domain/dewarp/grid.ts";
import { type Lens, lensCircle } from "#domain/dewarp/lens.ts";
import { viewsInCircle } from "#domain/dewarp/tile-in-source.ts";
import { type TileDewarp } from "#domain/dewarp/tile-dewarp.ts";
import { useTexture } from "#chrome/kit/canvas/use-texture.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { PictureCanvas } from "../picture-canvas.tsx";
import { useSurface } from "../use-surface.ts";
import css from "./dewarp.module.css";

const GRID = 0xffffff;
const ZERO = 0x8aa4ff;
const CIRCLE = 0xe8b44c;
const VIEW = 0x58c98a;
/** A press within this distance of the rim grabs the rim, CSS px. */
const RIM_PX = 14;
/** The tile whose view is outlined. */
const OUTLINE_TILE = { width: 1600, height: 900 };

interface RoundPictureProps {
  readonly picture: ImageBitmap;
  readonly orientation: Orientation;
  readonly lens: Lens;
  readonly tile: TileDewarp;
  readonly onLens: (lens: Lens) => void;
}

/** Dragging inside moves the circle, dragging at the rim sizes it; arrow keys move it, plus and minus size it. */
export function RoundPicture({ picture, orientation, lens, tile, onLens }: RoundPictureProps) {
  const say = useText();
  const surface = useSurface(picture);
  const { width, height, scale } = surface;
  const held = useRef<{ readonly kind: "centre" | "rim"; readonly from: Point; readonly lens: Lens } | null>(null);
  const texture = useTexture(picture);

  const size = { width: picture.width, height: picture.height };
  const short = Math.min(picture.width, picture.height);
  const press = (from: Point): void => {
    const { cx, cy, rx, ry } = lensCircle(lens, size);
    const share = Math.hypot((from.x - cx) / rx, (from.y - cy) / ry);
    held.current = { kind: Math.abs(share - 1) * ry * scale < RIM_PX ? "rim" : "centre", from, lens };
  };
  const move = (to: Point, pressed: boolean): void => {
    const hold = held.current;
    if (!hold || !pressed) return;
    if (hold.kind === "centre") {
      const centerX = hold.lens.centerX + (to.x - hold.from.x) / picture.width;
      const centerY = hold.lens.centerY + (to.y - hold.from.y) / picture.height;
      return onLens({ ...hold.lens, centerX, centerY });
    }
    const { cx, cy } = lensCircle(hold.lens, size);
    onLens({ ...hold.lens, radius: Math.hypot((to.x - cx) / hold.lens.stretch, to.y - cy) / short });
  };
  const key = (event: KeyboardEvent): void => {
    const px = event.shiftKey ? 10 : 1;
    const ways: Readonly<Record<string, Partial<Lens>>> = {
      ArrowLeft: { centerX: lens.centerX - px / picture.width },
      ArrowRight: { centerX: lens.centerX + px / picture.width },
      ArrowUp: { centerY: lens.centerY - px / picture.height },
      ArrowDown: { centerY: lens.centerY + px / picture.height },
      "+": { radius: lens.radius + px / short },
      "-": { radius: lens.radius - px / short },
    };
    const change = ways[event.key];
    if (!change) return;
    event.preventDefault();
    onLens({ ...lens, ...change });
  };

  const drawGrid = useCallback(
    (graphics: Graphics) => {
      graphics.clear();
      const picturePx = { width: picture.width, height: picture.height };
      for (const line of gridLines(orientation, lens, picturePx)) {
        trace(graphics, line.points, scale);
        graphics.stroke(line.degrees === 0 ? { width: 2, color: ZERO } : { width: 1, color: GRID, alpha: 0.45 });
      }
    },
    [orientation, lens, picture, scale],
  );
  const drawCircle = useCallback(
    (graphics: Graphics) => {
      graphics.clear();
      const { cx, cy, rx, ry } = lensCircle(lens, { width: picture.width, height: picture.height });
      graphics.ellipse(cx * scale, cy * scale, rx * scale, ry * scale).stroke({ width: 2.5, color: CIRCLE });
      graphics.circle(cx * scale, cy * scale, 5).fill(CIRCLE);
      if (tile.mode !== 1) return;
      for (const { outline, centre } of viewsInCircle(tile, OUTLINE_TILE)) {
        const points = outline.map((point) => point && { x: cx + point.x * rx, y: cy + point.y * ry });
        trace(graphics, [...points, points[0] ?? null], scale);
        if (centre) cross(graphics, (cx + centre.x * rx) * scale, (cy + centre.y * ry) * scale);
        graphics.stroke({ width: 2.5, color: VIEW });
      }
    },
    [lens, tile, picture, scale],
  );

  return (
    <PictureCanvas
      surface={surface}
      label={say("dewarp.circle")}
      help={say("dewarp.circleHelp")}
      fallback={say("failure.dewarp/init-failed")}
      className={css.circle}
      onPress={press}
      onMove={move}
      onKey={key}
    >
      <pixiSprite texture={texture} width={width} height={height} />
      <pixiGraphics draw={drawGrid} />
      <pixiGraphics draw={drawCircle} />
    </PictureCanvas>
  );
}

/** Half the length of a cross's arms, px. */
const CROSS_PX = 7;

function cross(graphics: Graphics, x: number, y: number): void {
  graphics.moveTo(x - CROSS_PX, y).lineTo(x + CROSS_PX, y);
  graphics.moveTo(x, y - CROSS_PX).lineTo(x, y + CROSS_PX);
}

/** A line through points of the picture; null starts a new segment. */
function trace(graphics: Graphics, points: readonly (Point | null)[], scale: number): void {
  let open = false;
  for (const point of points) {
    if (point && open) graphics.lineTo(point.x * scale, point.y * scale);
    else if (point) graphics.moveTo(point.x * scale, point.y * scale);
    open = point !== null;
  }
}
