/** The fisheye as it comes, with the 15 degree grid, the circle of the lens and what the default view shows of it. */
import type { Graphics } from "pixi.js";
import { type KeyboardEvent, type PointerEvent, useCallback, useId, useRef } from "react";
import type { Point } from "#base/geometry.ts";
import type { Orientation } from "#domain/dewarp/config.ts";
import { gridLines } from "#domain/dewarp/grid.ts";
import { type Lens, lensCircle } from "#domain/dewarp/lens.ts";
import { outlineInCircle, type TileDewarp } from "#domain/dewarp/tile-view.ts";
import { PixiCanvas } from "#chrome/kit/pixi-canvas.tsx";
import { useTexture } from "#chrome/kit/use-texture.ts";
import { useWidth } from "#chrome/kit/use-width.ts";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./dewarp.module.css";

const GRID = 0xffffff;
const ZERO = 0x8aa4ff;
const CIRCLE = 0xe8b44c;
const VIEW = 0x58c98a;
/** A press this near to the rim takes hold of it, CSS px. */
const RIM_PX = 14;
/** The tile whose view is outlined. */
const OUTLINE_TILE = { width: 1600, height: 900 };

export interface RoundPictureProps {
  readonly picture: ImageBitmap;
  readonly orientation: Orientation;
  readonly lens: Lens;
  readonly tile: TileDewarp;
  readonly onLens: (lens: Lens) => void;
}

/** Drag inside moves the circle, drag at the rim sizes it; arrows move it, plus and minus size it. */
export function RoundPicture({ picture, orientation, lens, tile, onLens }: RoundPictureProps) {
  const say = useText();
  const helpId = useId();
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<{ readonly kind: "centre" | "rim"; readonly from: Point; readonly lens: Lens } | null>(null);
  const width = useWidth(box);
  const scale = width / picture.width;
  const height = Math.round(picture.height * scale);
  const texture = useTexture(picture);

  const size = { width: picture.width, height: picture.height };
  const short = Math.min(picture.width, picture.height);
  const at = (event: PointerEvent): Point => {
    const edges = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - edges.left) / scale, y: (event.clientY - edges.top) / scale };
  };
  const press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = at(event);
    const { cx, cy, rx, ry } = lensCircle(lens, size);
    const share = Math.hypot((from.x - cx) / rx, (from.y - cy) / ry);
    held.current = { kind: Math.abs(share - 1) * ry * scale < RIM_PX ? "rim" : "centre", from, lens };
  };
  const move = (event: PointerEvent): void => {
    const hold = held.current;
    if (!hold) return;
    const to = at(event);
    if (hold.kind === "centre") {
      const centerX = hold.lens.centerX + (to.x - hold.from.x) / picture.width;
      const centerY = hold.lens.centerY + (to.y - hold.from.y) / picture.height;
      return onLens({ ...hold.lens, centerX, centerY });
    }
    const { cx, cy } = lensCircle(hold.lens, size);
    onLens({ ...hold.lens, radius: Math.hypot((to.x - cx) / hold.lens.stretch, to.y - cy) / short });
  };
  const release = (): void => {
    held.current = null;
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
      for (const outline of outlineInCircle(tile, OUTLINE_TILE)) {
        const points = outline.map((point) => point && { x: cx + point.x * rx, y: cy + point.y * ry });
        trace(graphics, [...points, points[0] ?? null], scale);
        graphics.stroke({ width: 2.5, color: VIEW });
      }
    },
    [lens, tile, picture, scale],
  );

  return (
    <div>
      <div ref={box} className={css.round}>
        <div role="application" aria-label={say("dewarp.circle")}>
          <button
            type="button"
            aria-label={say("dewarp.circle")}
            aria-describedby={helpId}
            className={css.canvas}
            style={{ height }}
            onPointerDown={press}
            onPointerMove={move}
            onPointerUp={release}
            onPointerCancel={release}
            onKeyDown={key}
          >
            {width > 0 ? (
              <PixiCanvas width={width} height={height} fallback={say("error.dewarp_init_failed")}>
                <pixiSprite texture={texture} width={width} height={height} />
                <pixiGraphics draw={drawGrid} />
                <pixiGraphics draw={drawCircle} />
              </PixiCanvas>
            ) : null}
          </button>
        </div>
      </div>
      <p id={helpId} className={css.help}>
        {say("dewarp.circleHelp")}
      </p>
    </div>
  );
}

/** A line through points of the picture; null breaks it. */
function trace(graphics: Graphics, points: readonly (Point | null)[], scale: number): void {
  let open = false;
  for (const point of points) {
    if (point && open) graphics.lineTo(point.x * scale, point.y * scale);
    else if (point) graphics.moveTo(point.x * scale, point.y * scale);
    open = point !== null;
  }
}
