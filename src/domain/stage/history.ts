/**
 * Undo and redo of the stage. A step holds the arrangement before it, so that it comes back exactly, with the ids of its
 * cells. [ours]
 */
import type { StageGrid } from "../stage-grid/grid.ts";

/** What a step did; the words of its undo name it. */
export type StageStep =
  | "add"
  | "close"
  | "clear"
  | "move"
  | "resize"
  | "replace"
  | "load"
  | "arrange"
  | "dewarp"
  | "view"
  | "ownView"
  | "patrol"
  | "patrolEnd"
  | "split";

interface KeptGrid {
  readonly step: StageStep;
  readonly grid: StageGrid;
}

export interface StageHistory {
  /** the oldest first; each `grid` is the arrangement before its step */
  readonly past: readonly KeptGrid[];
  /** what was undone, the last undone one last; each `grid` is the arrangement after its step */
  readonly future: readonly KeptGrid[];
}

/** Nobody goes back further than this; a grid of 64 tiles takes some kilobytes. */
export const STAGE_STEPS_MAX = 50;

/** A step was made from the arrangement `before`: what had been undone cannot be redone any more. */
export const recordStep = ({ past }: StageHistory, step: StageStep, before: StageGrid): StageHistory => ({
  past: [...past, { step, grid: before }].slice(-STAGE_STEPS_MAX),
  future: [],
});

interface Stepped extends KeptGrid {
  readonly history: StageHistory;
}

/** Null: there is nothing to undo. */
export function undoStep({ past, future }: StageHistory, now: StageGrid): Stepped | null {
  const last = past.at(-1);
  if (!last) return null;
  const history = { past: past.slice(0, -1), future: [...future, { step: last.step, grid: now }] };
  return { step: last.step, grid: withIdsOf(now, last.grid), history };
}

/** Null: there is nothing to redo. */
export function redoStep({ past, future }: StageHistory, now: StageGrid): Stepped | null {
  const next = future.at(-1);
  if (!next) return null;
  const history = { past: [...past, { step: next.step, grid: now }], future: future.slice(0, -1) };
  return { step: next.step, grid: withIdsOf(now, next.grid), history };
}

/** A cell that is added later never gets the id of one that may come back. */
const withIdsOf = (now: StageGrid, back: StageGrid): StageGrid => ({
  ...back,
  nextId: Math.max(now.nextId, back.nextId),
});
