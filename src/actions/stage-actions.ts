/** Everything a user does to the stage, and keeping it in the browser's storage per user (document 1, sections 3 to 5). */
import { STAGE_SAVE_DEBOUNCE_MS } from "#domain/limits.ts";
import {
  addCamera,
  addCameraAt,
  changeCell,
  clearStage,
  moveCell,
  moveCellBy,
  removeCell,
  resizeCell,
  resizeCellBy,
} from "#domain/stage-grid/edit.ts";
import { type CellPosition, cellById, type Direction, emptyGrid, type StageGrid } from "#domain/stage-grid/grid.ts";
import { mayAddPlayer } from "#domain/stage-grid/player-limit.ts";
import { readStageMatrix, toStageMatrix } from "#domain/stage-grid/wire.ts";
import type { CameraStore } from "#state/camera-store.ts";
import type { DialogStore } from "#state/dialog-store.ts";
import type { StageStore } from "#state/stage-store.ts";
import type { KeyValueStorage } from "./key-value-storage.ts";

export interface StageActions {
  /** Puts a camera (`cameraKey`) on the stage; the new cell's id, null when the limit is reached. */
  readonly add: (cameraKey: string, at?: CellPosition) => string | null;
  readonly close: (tileId: string) => void;
  readonly clear: () => void;
  readonly move: (tileId: string, to: CellPosition) => void;
  readonly moveBy: (tileId: string, direction: Direction) => void;
  readonly resize: (tileId: string, rowSpan: number, columnSpan: number) => void;
  readonly resizeBy: (tileId: string, direction: Direction) => void;
  readonly forceLowBandwidth: (tileId: string, forced: boolean) => void;
  readonly hover: (tileId: string | null) => void;
  readonly focus: (tileId: string | null) => void;
  readonly setFull: (tileId: string | null) => void;
  readonly setEnlarged: (tileId: string | null) => void;
  /** Loads the stage that this user left in this browser. */
  readonly restore: (userId: string) => void;
  /** Writes what is not written yet (the page goes away). */
  readonly flush: () => void;
  /** Forgets the stage of whoever signed out. What is stored stays. */
  readonly forget: () => void;
}

export interface StageActionOptions {
  readonly stage: StageStore;
  readonly cameras: CameraStore;
  readonly dialogs: DialogStore;
  readonly storage: KeyValueStorage;
  /** null = no limit */
  readonly maxPlayerCount: () => number | null;
  /** texts of the two things that can go wrong */
  readonly texts: { readonly limitTitle: string; readonly restoreFailed: string; readonly restoreTitle: string };
  readonly log: (message: string) => void;
  readonly debounceMs?: number;
}

const keyOf = (userId: string): string => `proscenium.stage.${userId}`;

export function createStageActions(options: StageActionOptions): StageActions {
  const { stage, cameras, dialogs, storage } = options;
  const debounceMs = options.debounceMs ?? STAGE_SAVE_DEBOUNCE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const message = (title: string, text: string): void =>
    dialogs.change((facts) => {
      facts.queue.push({ kind: "message", title, text });
    });
  const flush = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const { ownerId, grid } = stage.get();
    if (ownerId === null) return;
    if (!storage.write(keyOf(ownerId), JSON.stringify({ stageMatrix: toStageMatrix(grid) })))
      options.log("the stage could not be stored");
  };
  const edit = (grid: StageGrid): void => {
    if (grid === stage.get().grid) return;
    stage.change((facts) => {
      facts.grid = grid as typeof facts.grid;
      for (const name of ["fullTileId", "enlargedTileId", "hoveredTileId", "focusedTileId"] as const) {
        const id = facts[name];
        if (id !== null && !cellById(grid, id)) facts[name] = null;
      }
    });
    clearTimeout(timer);
    timer = setTimeout(flush, debounceMs);
  };

  return {
    add(cameraKey, at) {
      const camera = cameras.get().byKey[cameraKey];
      if (!camera) return null;
      const { grid } = stage.get();
      const limit = mayAddPlayer(grid.cells.length, options.maxPlayerCount());
      if (!limit.allowed) {
        options.log(limit.logged);
        message(options.texts.limitTitle, limit.shown);
        return null;
      }
      const wanted = { camera: { id: camera.id, orchidId: camera.orchidId } };
      const claimed = at ? addCameraAt(grid, wanted, at) : addCamera(grid, wanted);
      edit(claimed.grid);
      return claimed.cell.id;
    },
    close: (tileId) => edit(removeCell(stage.get().grid, tileId)),
    clear: () => edit(clearStage(stage.get().grid)),
    move: (tileId, to) => edit(moveCell(stage.get().grid, tileId, to).grid),
    moveBy: (tileId, direction) => edit(moveCellBy(stage.get().grid, tileId, direction).grid),
    resize: (tileId, rowSpan, columnSpan) => edit(resizeCell(stage.get().grid, tileId, rowSpan, columnSpan).grid),
    resizeBy: (tileId, direction) => edit(resizeCellBy(stage.get().grid, tileId, direction).grid),
    forceLowBandwidth: (tileId, forceLbm) => edit(changeCell(stage.get().grid, tileId, { forceLbm })),
    hover: (tileId) => set(stage, "hoveredTileId", tileId),
    focus: (tileId) => set(stage, "focusedTileId", tileId),
    setFull: (tileId) => set(stage, "fullTileId", tileId),
    setEnlarged: (tileId) => set(stage, "enlargedTileId", tileId),
    restore(userId) {
      flush();
      const text = storage.read(keyOf(userId));
      const read = text === null ? null : readStored(text, stage.get().grid.nextId);
      if (text !== null && read === null) {
        storage.write(`${keyOf(userId)}.unreadable`, text);
        message(options.texts.restoreTitle, options.texts.restoreFailed);
      }
      stage.change((facts) => {
        facts.ownerId = userId;
        facts.grid = (read ?? { ...emptyGrid, nextId: facts.grid.nextId }) as typeof facts.grid;
        facts.fullTileId = null;
        facts.enlargedTileId = null;
      });
    },
    flush,
    forget() {
      flush();
      stage.change((facts) => {
        facts.ownerId = null;
        facts.grid = { ...emptyGrid, cells: [], nextId: facts.grid.nextId };
        facts.fullTileId = null;
        facts.enlargedTileId = null;
        facts.hoveredTileId = null;
        facts.focusedTileId = null;
        facts.drag = null;
      });
    },
  };
}

function set(
  stage: StageStore,
  name: "hoveredTileId" | "focusedTileId" | "fullTileId" | "enlargedTileId",
  value: string | null,
): void {
  if (stage.get()[name] !== value)
    stage.change((facts) => {
      facts[name] = value;
    });
}

/** The stored stage, null when it is not one. */
function readStored(text: string, nextId: number): StageGrid | null {
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null || !("stageMatrix" in stored)) return null;
    const read = readStageMatrix(stored.stageMatrix, () => true, nextId);
    return read.ok ? read.value.grid : null;
  } catch {
    return null;
  }
}
