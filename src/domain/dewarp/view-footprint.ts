/** Where in a fisheye's picture the things lie that a named view shows: for whoever may see no more than that. [ours] */
import type { Size } from "#base/geometry.ts";
import type { MaskPoint, ShownPart } from "../cameras/privacy-mask.ts";
import type { DewarpConfig, FisheyeLook } from "./config.ts";
import type { Lens } from "./lens.ts";
import { stateOfLook } from "./look.ts";
import { meshLensPoints } from "./mesh/mesh.ts";
import { type Matrix3, multiply } from "./mount.ts";
import { dewarpScene } from "./scene.ts";
import { tileDewarpOf } from "./tile-dewarp.ts";
import { type DewarpView, dewarpViews } from "./views.ts";

/**
 * The shapes of tiles in which a view is whole. A perspective's width decides its field, so a higher tile would show
 * more above and below: there it is grey.
 */
const PERSPECTIVE_TILES: readonly Size[] = [{ width: 1200, height: 900 }];
const PANORAMA_TILES: readonly Size[] = [
  { width: 1200, height: 900 },
  { width: 1600, height: 900 },
  { width: 2100, height: 900 },
];
/** Shown on each side beyond the frame, as a share of it: chords cut curved edges, and painting takes two pixels. */
const MARGIN = 0.03;
/** Few, because these corners are in messages and keys; chords of such cells stay inside the margin. */
const COLUMNS = 16;
const ROWS = 8;
/** A cell that reaches this far beyond the rim, in radii, is drawn back to it; one that reaches further is left out. */
const BACK_FROM = 1.3;

/**
 * Polygons in shares of a picture of this size. Empty, so that nothing is shown, where the lens is not known, the
 * picture's size is not, or the stream is no fisheye.
 */
export function viewFootprint(look: FisheyeLook, config: DewarpConfig, picture: Size): readonly ShownPart[] {
  const { lens } = config;
  if (!config.enable || lens === null || !(picture.width > 0) || !(picture.height > 0)) return [];
  const scene = dewarpScene(tileDewarpOf(look.mode, config, stateOfLook(look, config), null));
  return (look.mode === 1 ? PERSPECTIVE_TILES : PANORAMA_TILES).flatMap((tile) =>
    dewarpViews({ ...scene, lens }, { x: 0, y: 0, ...tile }).flatMap((view) => rowsOf(widened(view), lens, picture)),
  );
}

/** The same view with the margin on all sides. */
function widened(view: DewarpView): DewarpView {
  if (view.kind === "perspective") {
    const { width, height } = view.rect;
    const by = 1 + 2 * MARGIN;
    // A pixel of the wider view is one of the view, enlarged and moved.
    const wider: Matrix3 = [by, 0, 0, 0, by, 0, -MARGIN * width, -MARGIN * height, 1];
    return { ...view, screenToLens: multiply(view.screenToLens, wider) };
  }
  const [heading, across, depression, down] = view.angles;
  const more = Math.min(across * MARGIN, (2 * Math.PI - across) / 2);
  return {
    ...view,
    angles: [heading - more, across + 2 * more, depression - down * MARGIN, down * (1 + 2 * MARGIN)],
  };
}

interface Corner extends MaskPoint {
  readonly q: number;
}

/** Each row of cells is one polygon, or several where cells beyond the rim interrupt it. */
function rowsOf(view: DewarpView, lens: Lens, picture: Size): readonly ShownPart[] {
  const points = meshLensPoints(view, lens, COLUMNS, ROWS);
  const corner = (column: number, row: number): Corner => {
    const at = (row * (COLUMNS + 1) + column) * 3;
    const [x, y, q] = [points[at] ?? Number.NaN, points[at + 1] ?? Number.NaN, points[at + 2] ?? Number.NaN];
    return { x, y, q };
  };
  const parts: ShownPart[] = [];
  for (let row = 0; row < ROWS; row += 1) {
    let above: Corner[] = [];
    let below: Corner[] = [];
    const end = (): void => {
      if (above.length > 1)
        parts.push({
          isShown: true,
          points: [...above, ...below.toReversed()].map((one) => share(one, lens, picture)),
        });
      [above, below] = [[], []];
    };
    for (let column = 0; column < COLUMNS; column += 1) {
      const left = [corner(column, row), corner(column, row + 1)] as const;
      const right = [corner(column + 1, row), corner(column + 1, row + 1)] as const;
      const cell = [...left, ...right];
      if (!cell.some(({ q }) => q <= 1) || !cell.every(({ q }) => q <= BACK_FROM)) {
        end();
        continue;
      }
      if (above.length === 0) {
        above.push(left[0]);
        below.push(left[1]);
      }
      above.push(right[0]);
      below.push(right[1]);
    }
    end();
  }
  return parts;
}

/** Four digits: less than a pixel of 8K, and short in messages. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

function share({ x, y, q }: Corner, lens: Lens, { width, height }: Size): MaskPoint {
  const radius = (lens.radius * Math.min(width, height)) / Math.max(1, q);
  return {
    x: rounded(lens.centerX + (x * radius * lens.stretch) / width),
    y: rounded(lens.centerY + (y * radius) / height),
  };
}
