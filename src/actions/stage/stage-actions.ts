/** All user actions on the stage, their undo, and storing it in the browser per user (document 1, sections 3 to 5). */
import type { Failure } from "#domain/failures/failure.ts";
import { ok, type Result } from "#base/result.ts";
import { isKiosk, type StageOpening } from "#domain/stage/deep-link.ts";
import { type DewarpMode, initialDewarpMode } from "#domain/dewarp/config.ts";
import { DEWARP_PLAYERS_DESKTOP, SHOW_ALL_MAX, STAGE_SAVE_DEBOUNCE_MS } from "#domain/limits.ts";
import {
  addCamera,
  addCameraAt,
  changeCell,
  clearStage,
  moveCell,
  moveCellBy,
  type NewCell,
  removeCell,
  resizeCell,
  resizeCellBy,
  trim,
} from "#domain/stage-grid/edit.ts";
import { emptyGrid, noHistory } from "#domain/first-facts.ts";
import { recordStep, redoStep, type StageHistory, type StageStep, undoStep } from "#domain/stage/history.ts";
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
import type { StageChange, StageStore, TileMenu } from "#state/stage/stage-store.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";

export interface StageActions {
  /**
   * Puts a camera (`cameraKey`) on the stage; its cell's id, null when the limit is reached. A camera that is on the
   * stage is shown where it is, unless it is wanted `twice`.
   */
  readonly add: (cameraKey: string, at?: CellPosition, twice?: boolean) => string | null;
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

/** The facts that name a tile; a tile that goes is named no more. */
const TILE_FACTS = [
  "fullTileId",
  "enlargedTileId",
  "hoveredTileId",
  "focusedTileId",
  "presetsTileId",
  "nearTileId",
] as const;

const keyOf = (userId: string): string => `proscenium.stage.${userId}`;

export function createStageActions(options: StageActionOptions): StageActions {
  const { stage, cameras, dialogs, storage, windowStorage } = options;
  const debounceMs = options.debounceMs ?? STAGE_SAVE_DEBOUNCE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keeps = true;
  /** what stands on the stage is the work of the user, not of the cycle */
  let isByHand = true;

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
  const put = (grid: StageGrid, history?: StageHistory, changed: StageChange | null = null): void => {
    stage.change((facts) => {
      facts.grid = grid as typeof facts.grid;
      if (history) Object.assign(facts, { history, changed });
      for (const name of TILE_FACTS) {
        const id = facts[name];
        if (id !== null && !cellById(grid, id)) facts[name] = null;
      }
      if (facts.menu && !cellById(grid, facts.menu.tileId)) facts.menu = null;
    });
    clearTimeout(timer);
    timer = keeps ? setTimeout(flush, debounceMs) : undefined;
  };
  const records = (): boolean => !stage.get().single && !isKiosk(stage.get().opening);
  /** `step`: what the user did; "auto": the cycle or the server did it. */
  const edit = (grid: StageGrid, step: StageStep | "auto", leftOut = 0): void => {
    const before = stage.get().grid;
    if (isEqual(grid, before)) return;
    const isStep = records() && (step !== "auto" || isByHand);
    isByHand = step !== "auto";
    if (!isStep) return put(grid);
    const history = recordStep(stage.get().history, step === "auto" ? "load" : step, before);
    put(grid, history, step === "auto" ? null : { step, kind: "done", leftOut });
  };
  const travel = (move: typeof undoStep, kind: "undone" | "redone"): void => {
    const { history, grid: now } = stage.get();
    const to = records() ? move(history, now) : null;
    if (!to) return;
    // Low bandwidth belongs to the line, not to the arrangement.
    const cells = to.grid.cells.map((cell) => ({ ...cell, forceLbm: (cellById(now, cell.id) ?? cell).forceLbm }));
    isByHand = true;
    put(limited({ ...to.grid, cells }), to.history, { step: to.step, kind, leftOut: 0 });
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

  const reveal = (tileId: string): void =>
    stage.change((facts) => {
      if (facts.fullTileId !== tileId) facts.fullTileId = null;
      if (facts.enlargedTileId !== tileId) facts.enlargedTileId = null;
      facts.nearTileId = tileId;
      facts.flashed = { tileId };
    });

  return {
    add(cameraKey, at, twice = false) {
      const camera = cameras.get().byKey[cameraKey];
      if (!camera) return null;
      const { grid } = stage.get();
      const there = twice ? undefined : grid.cells.find((cell) => keyOfCamera(cell.camera) === cameraKey);
      if (there) {
        reveal(there.id);
        return there.id;
      }
      const limit = limitBeside(grid.cells, camera.orchidId);
      if (!limit.allowed) {
        refuse(limit);
        return null;
      }
      const mode = camera.dewarp ? initialDewarpMode(camera.dewarp) : 0;
      const dewarpMode = mode !== 0 && dewarpRefused() ? 0 : mode;
      const wanted = { camera: { id: camera.id, orchidId: camera.orchidId }, dewarpMode };
      const claimed = at ? addCameraAt(grid, wanted, at) : addCamera(grid, wanted);
      edit(claimed.grid, "add");
      return claimed.cell.id;
    },
    reveal,
    newCells(keys) {
      const beside = [...stage.get().grid.cells];
      let views = dewarpMax() - dewarped().length;
      const added: NewCell[] = [];
      for (const key of keys) {
        if (beside.length >= SHOW_ALL_MAX) break;
        const known = cameras.get().byKey[key];
        if (!known || !limitBeside(beside, known.orchidId).allowed) continue;
        const mode = known.dewarp ? initialDewarpMode(known.dewarp) : 0;
        const dewarpMode: DewarpMode = mode !== 0 && views-- > 0 ? mode : 0;
        const camera = { id: known.id, orchidId: known.orchidId };
        added.push({ camera, dewarpMode });
        beside.push({ camera, dewarpMode, id: "", row: 0, column: 0, rowSpan: 1, columnSpan: 1, forceLbm: false });
      }
      return added;
    },
    rearrange: (grid, step, leftOut) => edit(grid, step, leftOut),
    undo: () => travel(undoStep, "undone"),
    redo: () => travel(redoStep, "redone"),
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
      if (dewarpMode !== 0 && !dewarped().includes(tileId) && dewarpRefused()) return;
      edit(changeCell(grid, tileId, { dewarpMode }), "dewarp");
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
      edit(limited({ ...grid, cells: withKnownIds(grid.cells) }), by === "user" ? "load" : "auto");
      return ok(unknown.length);
    },
    enforceLimit: () => edit(limited(stage.get().grid), "auto"),
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
      isByHand = true;
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

/** The same cells in the same places: nothing to undo. */
const isEqual = (a: StageGrid, b: StageGrid): boolean =>
  a === b || JSON.stringify({ ...a, nextId: 0 }) === JSON.stringify({ ...b, nextId: 0 });

const isSame = (a: string | Failure, b: string | Failure): boolean => JSON.stringify(a) === JSON.stringify(b);
