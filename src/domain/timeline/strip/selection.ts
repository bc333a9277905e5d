/** The range that is selected on the timeline, while a pointer draws, widens or moves it. Server ms; nothing after now. */
import { shiftWindow, type TimeWindow } from "../time-window.ts";

/** The grabbed part of a selection: a new one that is drawn, an edge, or all of it. */
export type SelectionGrip = "select" | "from" | "to" | "move";

interface SelectionDrag {
  /** where the pointer was pressed, and where it is */
  readonly fromMs: number;
  readonly toMs: number;
  /** the selection when the pointer was pressed */
  readonly selection: TimeWindow | null;
  /** the shortest one: a window of 17 px */
  readonly leastMs: number;
  readonly nowMs: number;
}

/** The range that a seek offers, and that Export takes where none was chosen. */
const OFFERED_MS = 30_000;

/** 30 s about a time; not after now. */
export function rangeAbout(timeMs: number, nowMs: number): TimeWindow {
  const stopMs = Math.min(timeMs + OFFERED_MS / 2, nowMs);
  return { startMs: stopMs - OFFERED_MS, stopMs };
}

/** A range of another length about the middle of this one; not after now. */
export function rangeOfLength({ startMs, stopMs }: TimeWindow, lengthMs: number, nowMs: number): TimeWindow {
  const end = Math.round(Math.min((startMs + stopMs + lengthMs) / 2, nowMs));
  return { startMs: end - lengthMs, stopMs: end };
}

/** A new selection of almost no width counts as none. */
const BEGUN_SHARE = 0.25;

/** The selection that the drag makes; null: none. */
export function dragSelection(grip: SelectionGrip, drag: SelectionDrag): TimeWindow | null {
  const { fromMs, toMs, selection, leastMs, nowMs } = drag;
  if (grip === "select") {
    if (Math.abs(toMs - fromMs) <= leastMs * BEGUN_SHARE) return null;
    const startMs = Math.min(toMs > fromMs ? fromMs : Math.min(toMs, fromMs - leastMs), nowMs - leastMs);
    const stopMs = toMs > fromMs ? Math.max(toMs, fromMs + leastMs) : fromMs;
    return { startMs, stopMs: Math.min(nowMs, stopMs) };
  }
  if (!selection) return null;
  switch (grip) {
    case "from":
      return { ...selection, startMs: Math.min(toMs, selection.stopMs - leastMs) };
    case "to":
      return { ...selection, stopMs: Math.min(nowMs, Math.max(toMs, selection.startMs + leastMs)) };
    case "move":
      return shiftWindow(selection, Math.min(toMs - fromMs, nowMs - selection.stopMs));
  }
}
