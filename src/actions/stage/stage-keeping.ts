/** The stage of a user as it is kept: in this window, which a reload finds again, and in this browser. */
import type { StageOpening } from "#domain/stage/deep-link.ts";
import type { StageGrid } from "#domain/stage-grid/grid.ts";
import { readStageMatrix, toStageMatrix } from "#domain/stage-grid/wire.ts";
import type { StageStore } from "#state/stage/stage-store.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";

interface StageKeeping {
  /** The stage has changed: it is written a little later, together with what changes until then. */
  readonly later: () => void;
  /** Writes unsaved changes. */
  readonly flush: () => void;
  /**
   * What this user begins with, null = with nothing; from now on changes are kept as `opening` demands. A stage that
   * cannot be read is put aside, and `isBroken` tells so.
   */
  readonly begin: (userId: string, opening: StageOpening) => { grid: StageGrid | null; isBroken: boolean };
}

interface StageKeepingOptions {
  readonly stage: StageStore;
  readonly storage: KeyValueStorage;
  /** absent: windows begin with the last stage that any of them stored */
  readonly windowStorage?: KeyValueStorage | undefined;
  readonly log: (message: string) => void;
  readonly debounceMs: number;
}

const keyOf = (userId: string): string => `proscenium.stage.${userId}`;

export function createStageKeeping({
  stage,
  storage,
  windowStorage,
  log,
  debounceMs,
}: StageKeepingOptions): StageKeeping {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keeps = true;
  const flush = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const { ownerId, grid } = stage.get();
    if (ownerId === null) return;
    const text = JSON.stringify({ stageMatrix: toStageMatrix(grid) });
    windowStorage?.write(keyOf(ownerId), text);
    if (!storage.write(keyOf(ownerId), text)) log("the stage could not be stored");
  };
  return {
    later() {
      clearTimeout(timer);
      timer = keeps ? setTimeout(flush, debounceMs) : undefined;
    },
    flush,
    begin(userId, opening) {
      keeps = opening === "own";
      const { nextId } = stage.get().grid;
      const text = keeps || opening === "own-kiosk" ? storage.read(keyOf(userId)) : null;
      const last = readStored(text, nextId);
      const isBroken = text !== null && last === null;
      const own = keeps && !isBroken ? readStored(windowStorage?.read(keyOf(userId)) ?? null, nextId) : null;
      // Another window may store a stage of its own before this one changes anything: a reload must find this window's
      // again.
      if (keeps && text !== null && last !== null && own === null) windowStorage?.write(keyOf(userId), text);
      if (isBroken) storage.write(`${keyOf(userId)}.unreadable`, text);
      return { grid: own ?? last, isBroken };
    },
  };
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
