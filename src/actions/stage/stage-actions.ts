/** All user actions on the stage, their undo, and storing it in the browser per user (document 1, sections 3 to 5). */
import type { Failure } from "#domain/failures/failure.ts";
import { ok, type Result } from "#base/result.ts";
import { sameData } from "#base/same-data.ts";
import { isKiosk, type StageOpening } from "#domain/stage/deep-link.ts";
import type { DewarpMode } from "#domain/dewarp/config.ts";
import { STAGE_SAVE_DEBOUNCE_MS } from "#domain/limits/stage.ts";
import {
  changeCell,
  clearStage,
  moveCell,
  moveCellBy,
  type NewCell,
  removeCell,
  resizeCell,
  resizeCellBy,
} from "#domain/stage-grid/edit.ts";
import { emptyGrid, noHistory } from "#domain/first-facts.ts";
import type { CellPosition, ClaimedCell, Direction, StageGrid } from "#domain/stage-grid/grid.ts";
import { readStageMatrix } from "#domain/stage-grid/wire.ts";
import { cameraKey as keyOfCamera, type CameraStore } from "#state/camera-store.ts";
import type { DialogStore } from "#state/dialog-store.ts";
import type { StageStore, TileMenu } from "#state/stage/stage-store.ts";
import type { ViewStore } from "#state/stage/view-store.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";
import { createStageEdits } from "./stage-edits.ts";
import { createStageKeeping } from "./stage-keeping.ts";
import { createStageLimits } from "./stage-limits.ts";
import { createTileContents, type TileContents } from "./tile-contents.ts";

export interface StageActions extends TileContents {
  /** Brings a tile to the front of attention: nothing covers it, it flashes and gets the focus. */
  readonly reveal: (tileId: string) => void;
  /** The cells of cameras that may be added together now, in their order: those beyond the limits are missing. */
  readonly newCells: (cameraKeys: readonly string[]) => readonly NewCell[];
  /** Another arrangement of the stage, as one step; `leftOut` is said with it. */
  readonly rearrange: (grid: StageGrid, step: "add" | "arrange", leftOut?: number) => void;
  /** The arrangement before the last step, or after the one that was undone last. */
  readonly undo: () => void;
  readonly redo: () => void;
  /** The message about the last change is shown. */
  readonly changeTold: () => void;
  readonly close: (tileId: string) => void;
  readonly clear: () => void;
  readonly move: (tileId: string, to: CellPosition) => void;
  readonly moveBy: (tileId: string, direction: Direction) => void;
  readonly resize: (tileId: string, rowSpan: number, columnSpan: number) => void;
  readonly resizeBy: (tileId: string, direction: Direction) => void;
  readonly forceLowBandwidth: (tileId: string, forced: boolean) => void;
  /** Off, perspective or panorama; refused with a message where too many players are dewarped. */
  readonly setDewarpMode: (tileId: string, mode: DewarpMode) => void;
  /** A patrol has brought a tile into another mode: no step of its own. */
  readonly keepDewarpMode: (tileId: string, mode: DewarpMode) => void;
  readonly hover: (tileId: string | null) => void;
  readonly focus: (tileId: string | null) => void;
  readonly setFull: (tileId: string | null) => void;
  readonly setEnlarged: (tileId: string | null) => void;
  /** Opens a tile's menu, or closes it. */
  readonly setMenu: (menu: TileMenu | null) => void;
  /** Opens the popover with a tile's PTZ presets, or closes it. */
  readonly setPresets: (tileId: string | null) => void;
  /**
   * Replaces the current stage by a stored one; returns how many cells have cameras that are not known here. Cameras on
   * both keep their players. Players beyond the limit are released. Of the stages that a cycle shows only the first can
   * be undone: it has replaced what the user had arranged.
   */
  readonly show: (stageMatrix: unknown, by?: "user" | "cycle") => Result<number, Failure>;
  /** The server's limit has arrived or has changed: players beyond it are released, with a message. */
  readonly enforceLimit: () => void;
  /**
   * Begins as `opening` (default: own) demands: with the stage that this user last had in this window, otherwise in any
   * window of this browser, otherwise empty. A kiosk has no stage of its own: it begins with the last one of any
   * window.
   */
  readonly restore: (userId: string, opening?: StageOpening) => void;
  /** Writes unsaved changes (the page or its user leaves). */
  readonly flush: () => void;
}

type StageText = "limitTitle" | "dewarpLimitTitle" | "restoreTitle" | "restoreFailed";

interface StageActionOptions {
  readonly stage: StageStore;
  readonly cameras: CameraStore;
  readonly views: ViewStore;
  readonly dialogs: DialogStore;
  readonly storage: KeyValueStorage;
  /**
   * this window's own storage, which a reload finds again; absent: windows begin with the last stage that any of them
   * stored
   */
  readonly windowStorage?: KeyValueStorage;
  /** of a server; null = no limit */
  readonly maxPlayerCount: (orchidId: string) => number | null;
  /** the aggregator: each server counts its own players; default: all count together */
  readonly limitsPerServer?: () => boolean;
  /** most dewarped players at a time */
  readonly dewarpMax?: () => number;
  /** texts of the messages, in the current language */
  readonly text: (which: StageText) => string;
  readonly log: (message: string) => void;
  readonly debounceMs?: number;
}

export function createStageActions(options: StageActionOptions): StageActions {
  const { stage, cameras, views, dialogs } = options;
  /** Shown once until it is closed: a cycle would repeat the message at every return of its stage. */
  const message = (title: string, text: string | Failure, about: { readonly ofStage?: true } = {}): void =>
    dialogs.change(({ queue }) => {
      if (!queue.some((each) => each.kind === "message" && sameData(each.text, text)))
        queue.push({ kind: "message", title, text, ...about });
    });
  /** Nobody closes a message at a kiosk: it disappears with the stage that it is about. */
  const forgetMessages = (): void =>
    dialogs.change((facts) => {
      facts.queue = facts.queue.filter((each) => !(each.kind === "message" && each.ofStage));
    });
  /** A camera that has moved from cell to cell goes on playing: it keeps its cell's id. */
  const withKnownIds = (cells: readonly ClaimedCell[]): readonly ClaimedCell[] => {
    const left = [...stage.get().grid.cells];
    return cells.map((cell) => {
      const at = left.findIndex(
        (old) =>
          keyOfCamera(old.camera) === keyOfCamera(cell.camera) &&
          old.forceLbm === cell.forceLbm &&
          sameData(old.view, cell.view),
      );
      const [old] = at < 0 ? [] : left.splice(at, 1);
      return old ? { ...cell, id: old.id } : cell;
    });
  };

  const limits = createStageLimits({
    ...options,
    told(title, limit) {
      options.log(limit.logged);
      message(options.text(title), limit.shown, { ofStage: true });
    },
  });
  const keeping = createStageKeeping({ ...options, debounceMs: options.debounceMs ?? STAGE_SAVE_DEBOUNCE_MS });
  const { put, edit, ...edits } = createStageEdits(stage, limits.limited, keeping.later);

  const reveal = (tileId: string): void =>
    stage.change((facts) => {
      if (facts.fullTileId !== tileId) facts.fullTileId = null;
      if (facts.enlargedTileId !== tileId) facts.enlargedTileId = null;
      facts.nearTileId = tileId;
      facts.flashed = { tileId };
    });

  return {
    ...createTileContents({ stage, cameras, views, limits, edit, reveal }),
    reveal,
    newCells: limits.newCells,
    rearrange: (grid, step, leftOut) => edit(grid, step, leftOut),
    undo: edits.undo,
    redo: edits.redo,
    changeTold: () =>
      stage.change((facts) => {
        facts.changed = null;
      }),
    close: (tileId) => edit(removeCell(stage.get().grid, tileId), "close"),
    clear: () => edit(clearStage(stage.get().grid), "clear"),
    move: (tileId, to) => edit(moveCell(stage.get().grid, tileId, to).grid, "move"),
    moveBy: (tileId, direction) => edit(moveCellBy(stage.get().grid, tileId, direction).grid, "move"),
    resize: (tileId, rowSpan, columnSpan) =>
      edit(resizeCell(stage.get().grid, tileId, rowSpan, columnSpan).grid, "resize"),
    resizeBy: (tileId, direction) => edit(resizeCellBy(stage.get().grid, tileId, direction).grid, "resize"),
    forceLowBandwidth: (tileId, forceLbm) => put(changeCell(stage.get().grid, tileId, { forceLbm })),
    setDewarpMode(tileId, dewarpMode) {
      const { grid } = stage.get();
      if (dewarpMode !== 0 && !limits.mayDewarp(tileId)) return;
      edit(changeCell(grid, tileId, { dewarpMode }), "dewarp");
    },
    keepDewarpMode: (tileId, dewarpMode) => put(changeCell(stage.get().grid, tileId, { dewarpMode })),
    hover: (tileId) => set(stage, "hoveredTileId", tileId),
    focus: (tileId) => set(stage, "focusedTileId", tileId),
    setFull: (tileId) => set(stage, "fullTileId", tileId),
    setEnlarged: (tileId) => set(stage, "enlargedTileId", tileId),
    setPresets: (tileId) => set(stage, "presetsTileId", tileId),
    setMenu: (menu) =>
      stage.change((facts) => {
        facts.menu = menu;
      }),
    show(stageMatrix, by = "user") {
      const isKnown = (camera: { readonly id: string; readonly orchidId: string }): boolean =>
        keyOfCamera(camera) in cameras.get().byKey;
      const read = readStageMatrix(stageMatrix, isKnown, stage.get().grid.nextId);
      if (!read.ok) return read;
      const { grid, unknown } = read.value;
      // The chosen stage is shown as a whole, also when one tile was enlarged or in full screen before.
      set(stage, "enlargedTileId", null);
      set(stage, "fullTileId", null);
      if (isKiosk(stage.get().opening)) forgetMessages();
      edit(limits.limited({ ...grid, cells: withKnownIds(grid.cells) }), by === "user" ? "load" : "auto");
      return ok(unknown.length);
    },
    enforceLimit: () => edit(limits.limited(stage.get().grid), "auto"),
    restore(userId, opening = "own") {
      keeping.flush();
      const { grid, isBroken } = keeping.begin(userId, opening);
      const read = grid && limits.limited(grid);
      if (isBroken) message(options.text("restoreTitle"), options.text("restoreFailed"));
      stage.change((facts) => {
        facts.ownerId = userId;
        facts.opening = opening;
        facts.grid = (read ?? { ...emptyGrid, nextId: facts.grid.nextId }) as typeof facts.grid;
        facts.history = noHistory as typeof facts.history;
        facts.changed = null;
        facts.flashed = null;
        facts.nearTileId = null;
        facts.scrollPx = 0;
        facts.fullTileId = null;
        facts.enlargedTileId = null;
        facts.menu = null;
        facts.presetsTileId = null;
      });
      edits.begin();
    },
    flush: keeping.flush,
  };
}

function set(
  stage: StageStore,
  name: "hoveredTileId" | "focusedTileId" | "fullTileId" | "enlargedTileId" | "presetsTileId",
  value: string | null,
): void {
  if (stage.get()[name] !== value)
    stage.change((facts) => {
      facts[name] = value;
    });
}
