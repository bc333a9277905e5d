/** All user actions on the stage, and storing it in the browser per user (document 1, sections 3 to 5). */
import type { Failure } from "#domain/failures/failure.ts";
import { ok, type Result } from "#base/result.ts";
import { isKiosk, type StageOpening } from "#domain/stage/deep-link.ts";
import { type DewarpMode, initialDewarpMode } from "#domain/dewarp/config.ts";
import { DEWARP_PLAYERS_DESKTOP, STAGE_SAVE_DEBOUNCE_MS } from "#domain/limits.ts";
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
  trim,
} from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import {
  type CellPosition,
  type ClaimedCell,
  cellById,
  type Direction,
  inReadingOrder,
  type StageGrid,
} from "#domain/stage-grid/grid.ts";
import { type LimitAnswer, mayAddPlayer, mayDewarp } from "#domain/stage-grid/player-limit.ts";
import { readStageMatrix, toStageMatrix } from "#domain/stage-grid/wire.ts";
import { dewarpedTiles } from "#state/stage/dewarp-tile.ts";
import { cameraKey as keyOfCamera, type CameraStore } from "#state/camera-store.ts";
import type { DialogStore } from "#state/dialog-store.ts";
import type { StageStore, TileMenu } from "#state/stage/stage-store.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";

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
  /** Off, perspective or panorama; refused with a message where too many players are dewarped. */
  readonly setDewarpMode: (tileId: string, mode: DewarpMode) => void;
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
   * both keep their players. Players beyond the limit are released.
   */
  readonly show: (stageMatrix: unknown) => Result<number, Failure>;
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

export type StageText = "limitTitle" | "dewarpLimitTitle" | "restoreTitle" | "restoreFailed";

export interface StageActionOptions {
  readonly stage: StageStore;
  readonly cameras: CameraStore;
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

const keyOf = (userId: string): string => `proscenium.stage.${userId}`;

export function createStageActions(options: StageActionOptions): StageActions {
  const { stage, cameras, dialogs, storage, windowStorage } = options;
  const debounceMs = options.debounceMs ?? STAGE_SAVE_DEBOUNCE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keeps = true;

  /** Shown once until it is closed: a cycle would repeat the message at every return of its stage. */
  const message = (title: string, text: string | Failure, about: { readonly ofStage?: true } = {}): void =>
    dialogs.change(({ queue }) => {
      if (!queue.some((each) => each.kind === "message" && isSame(each.text, text)))
        queue.push({ kind: "message", title, text, ...about });
    });
  /** Nobody closes a message at a kiosk: it disappears with the stage that it is about. */
  const forgetMessages = (): void =>
    dialogs.change((facts) => {
      facts.queue = facts.queue.filter((each) => !(each.kind === "message" && each.ofStage));
    });
  const flush = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const { ownerId, grid } = stage.get();
    if (ownerId === null) return;
    const text = JSON.stringify({ stageMatrix: toStageMatrix(grid) });
    windowStorage?.write(keyOf(ownerId), text);
    if (!storage.write(keyOf(ownerId), text)) options.log("the stage could not be stored");
  };
  const edit = (grid: StageGrid): void => {
    if (grid === stage.get().grid) return;
    stage.change((facts) => {
      facts.grid = grid as typeof facts.grid;
      for (const name of ["fullTileId", "enlargedTileId", "hoveredTileId", "focusedTileId", "presetsTileId"] as const) {
        const id = facts[name];
        if (id !== null && !cellById(grid, id)) facts[name] = null;
      }
      if (facts.menu && !cellById(grid, facts.menu.tileId)) facts.menu = null;
    });
    clearTimeout(timer);
    timer = keeps ? setTimeout(flush, debounceMs) : undefined;
  };
  /** A camera that has moved from cell to cell goes on playing: it keeps its cell's id. */
  const withKnownIds = (cells: readonly ClaimedCell[]): readonly ClaimedCell[] => {
    const left = [...stage.get().grid.cells];
    return cells.map((cell) => {
      const at = left.findIndex(
        (old) => keyOfCamera(old.camera) === keyOfCamera(cell.camera) && old.forceLbm === cell.forceLbm,
      );
      const [old] = at < 0 ? [] : left.splice(at, 1);
      return old ? { ...cell, id: old.id } : cell;
    });
  };

  /** Whether one more player of a server may stand beside these. */
  const limitBeside = (cells: readonly ClaimedCell[], orchidId: string): LimitAnswer => {
    const beside = options.limitsPerServer?.() ? cells.filter(({ camera }) => camera.orchidId === orchidId) : cells;
    return mayAddPlayer(beside.length, options.maxPlayerCount(orchidId));
  };
  const refuse = (limit: LimitAnswer & { readonly allowed: false }): void => {
    options.log(limit.logged);
    message(options.text("limitTitle"), limit.shown, { ofStage: true });
  };
  /** Keeps as many players as the servers allow, in reading order; shows a message when some are released. */
  const limited = (grid: StageGrid): StageGrid => {
    const cells: ClaimedCell[] = [];
    let refused: (LimitAnswer & { readonly allowed: false }) | null = null;
    for (const cell of inReadingOrder(grid)) {
      const limit = limitBeside(cells, cell.camera.orchidId);
      if (limit.allowed) cells.push(cell);
      else refused ??= limit;
    }
    if (!refused) return grid;
    refuse(refused);
    return trim({ ...grid, cells });
  };

  const dewarpMax = (): number => options.dewarpMax?.() ?? DEWARP_PLAYERS_DESKTOP;
  const dewarped = (): readonly string[] =>
    dewarpedTiles({ grid: stage.get().grid, cameras: cameras.get(), dewarpMax: dewarpMax() });
  /** Shows a message when no further player may be dewarped. */
  const dewarpRefused = (): boolean => {
    const limit = mayDewarp(dewarped().length, dewarpMax());
    if (limit.allowed) return false;
    options.log(limit.logged);
    message(options.text("dewarpLimitTitle"), limit.shown, { ofStage: true });
    return true;
  };

  return {
    add(cameraKey, at) {
      const camera = cameras.get().byKey[cameraKey];
      if (!camera) return null;
      const { grid } = stage.get();
      const limit = limitBeside(grid.cells, camera.orchidId);
      if (!limit.allowed) {
        refuse(limit);
        return null;
      }
      const mode = camera.dewarp ? initialDewarpMode(camera.dewarp) : 0;
      const dewarpMode = mode !== 0 && dewarpRefused() ? 0 : mode;
      const wanted = { camera: { id: camera.id, orchidId: camera.orchidId }, dewarpMode };
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
    setDewarpMode(tileId, dewarpMode) {
      const { grid } = stage.get();
      if (dewarpMode !== 0 && !dewarped().includes(tileId) && dewarpRefused()) return;
      edit(changeCell(grid, tileId, { dewarpMode }));
    },
    hover: (tileId) => set(stage, "hoveredTileId", tileId),
    focus: (tileId) => set(stage, "focusedTileId", tileId),
    setFull: (tileId) => set(stage, "fullTileId", tileId),
    setEnlarged: (tileId) => set(stage, "enlargedTileId", tileId),
    setPresets: (tileId) => set(stage, "presetsTileId", tileId),
    setMenu: (menu) =>
      stage.change((facts) => {
        facts.menu = menu;
      }),
    show(stageMatrix) {
      const isKnown = (camera: { readonly id: string; readonly orchidId: string }): boolean =>
        keyOfCamera(camera) in cameras.get().byKey;
      const read = readStageMatrix(stageMatrix, isKnown, stage.get().grid.nextId);
      if (!read.ok) return read;
      const { grid, unknown } = read.value;
      // The chosen stage is shown as a whole, also when one tile was enlarged or in full screen before.
      set(stage, "enlargedTileId", null);
      set(stage, "fullTileId", null);
      if (isKiosk(stage.get().opening)) forgetMessages();
      edit(limited({ ...grid, cells: withKnownIds(grid.cells) }));
      return ok(unknown.length);
    },
    enforceLimit: () => edit(limited(stage.get().grid)),
    restore(userId, opening = "own") {
      flush();
      keeps = opening === "own";
      const { nextId } = stage.get().grid;
      const text = keeps || opening === "own-kiosk" ? storage.read(keyOf(userId)) : null;
      const last = readStored(text, nextId);
      const isBroken = text !== null && last === null;
      const own = keeps && !isBroken ? readStored(windowStorage?.read(keyOf(userId)) ?? null, nextId) : null;
      // Another window may store a stage of its own before this one changes anything: a reload must find this window's
      // again.
      if (keeps && text !== null && last !== null && own === null) windowStorage?.write(keyOf(userId), text);
      const stored = own ?? last;
      const read = stored && limited(stored);
      if (isBroken) {
        storage.write(`${keyOf(userId)}.unreadable`, text);
        message(options.text("restoreTitle"), options.text("restoreFailed"));
      }
      stage.change((facts) => {
        facts.ownerId = userId;
        facts.opening = opening;
        facts.grid = (read ?? { ...emptyGrid, nextId: facts.grid.nextId }) as typeof facts.grid;
        facts.fullTileId = null;
        facts.enlargedTileId = null;
        facts.menu = null;
        facts.presetsTileId = null;
      });
    },
    flush,
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

/** The stored stage, null when it is not one. */
function readStored(text: string | null, nextId: number): StageGrid | null {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (typeof stored !== "object" || stored === null || !("stageMatrix" in stored)) return null;
    const read = readStageMatrix(stored.stageMatrix, () => true, nextId);
    return read.ok ? read.value.grid : null;
  } catch {
    return null;
  }
}

const isSame = (a: string | Failure, b: string | Failure): boolean => JSON.stringify(a) === JSON.stringify(b);
