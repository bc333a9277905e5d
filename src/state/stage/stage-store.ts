/**
 * What stands on the stage, and the current gestures of the pointer and the keyboard. Lengths are CSS px of the stage
 * area.
 */
import type { Point } from "#base/geometry.ts";
import type { StageOpening } from "#domain/stage/deep-link.ts";
import { emptyGrid, noHistory } from "#domain/first-facts.ts";
import type { StageHistory, StageStep } from "#domain/stage/history.ts";
import type { StageForm } from "#domain/stage-grid/form.ts";
import type { StageGrid } from "#domain/stage-grid/grid.ts";
import type { DropTarget, ResizeEdge } from "#domain/stage-grid/layout.ts";
import { type FactStore, factStore } from "../store.ts";

type StageDrag =
  /** cameras from the side panel; several are arranged, wherever they are dropped */
  | {
      readonly kind: "add";
      readonly cameras: readonly string[];
      /** the camera's named view that is dragged */
      readonly viewId?: string;
      readonly point: Point;
      readonly target: DropTarget | null;
    }
  /** a cell; `grab` = pointer minus the cell's corner when it was taken */
  | {
      readonly kind: "move";
      readonly tileId: string;
      readonly point: Point;
      readonly grab: Point;
      readonly target: DropTarget | null;
    }
  | {
      readonly kind: "resize";
      readonly tileId: string;
      readonly edge: ResizeEdge;
      readonly rowSpan: number;
      readonly columnSpan: number;
      readonly valid: boolean;
    };

/** The open menu of a tile. */
export interface TileMenu {
  readonly tileId: string;
  /** the point where the pointer requested it, null = at the tile's corner */
  readonly at: Point | null;
}

/** The last change by the user; the message about it offers to undo it, and removes this fact. */
export interface StageChange {
  readonly step: StageStep;
  readonly kind: "done" | "undone" | "redone";
  /** cameras that did not fit: beyond the limit of players, or of a template's places */
  readonly leftOut: number;
}

export interface StageFacts {
  /** the single player's page: it has only its one tile */
  readonly single: boolean;
  /** the user who owns this stage; null = not restored yet */
  ownerId: string | null;
  /** how it was last opened */
  opening: StageOpening;
  /** the address asks for tiles that are still until something happens */
  stillByLink: boolean;
  grid: StageGrid;
  history: StageHistory;
  changed: StageChange | null;
  /** the tile of a camera that was asked for again; a new object each time */
  flashed: { readonly tileId: string } | null;
  /** the canvas shows the wall */
  painted: boolean;
  area: { widthCss: number; heightCss: number; devicePixelRatio: number };
  /** how this window shows the stage */
  form: StageForm;
  /** of the column: what has gone up */
  scrollPx: number;
  /** of the column, and of one camera at a time: the camera that the user looks at */
  nearTileId: string | null;
  /** how far a finger has drawn the large picture aside */
  swipePx: number;
  /** one camera at a time: its controls lie over the picture */
  controlsShown: boolean;
  hoveredTileId: string | null;
  focusedTileId: string | null;
  /** full screen of one cell */
  fullTileId: string | null;
  /** the enlarged floating preview of a double-clicked tile */
  enlargedTileId: string | null;
  menu: TileMenu | null;
  /** the tile whose PTZ presets are open in a popover */
  presetsTileId: string | null;
  drag: StageDrag | null;
}
export type StageStore = FactStore<StageFacts>;

export const createStageStore = (single = false): StageStore =>
  factStore<StageFacts>({
    single,
    ownerId: null,
    opening: "own",
    stillByLink: false,
    grid: emptyGrid,
    history: noHistory,
    changed: null,
    flashed: null,
    painted: false,
    area: { widthCss: 0, heightCss: 0, devicePixelRatio: 1 },
    form: "wall",
    scrollPx: 0,
    nearTileId: null,
    swipePx: 0,
    controlsShown: false,
    hoveredTileId: null,
    focusedTileId: null,
    fullTileId: null,
    enlargedTileId: null,
    menu: null,
    presetsTileId: null,
    drag: null,
  });
