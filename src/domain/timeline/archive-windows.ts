/**
 * Which stretches of archives and events to request: the visible window and its neighbours, in pieces that cache well.
 */
import { durationOf, type TimeWindow } from "./time-window.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./zone.ts";

const PIECES_MS: readonly number[] = [10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS, 28 * DAY_MS];

/** Piece length for a window: at most three pieces cover it. */
export const pieceMs = (window: TimeWindow): number =>
  PIECES_MS.find((piece) => piece * 2 >= durationOf(window)) ?? 28 * DAY_MS;

/** Pieces to load, most wanted first: visible, then the one before, then the one after; none that begins after now. */
export function wantedPieces(window: TimeWindow, nowMs: number): TimeWindow[] {
  const piece = pieceMs(window);
  const first = Math.floor(window.startMs / piece);
  const last = Math.ceil(window.stopMs / piece);
  const order: number[] = [];
  for (let index = first; index < last; index++) order.push(index);
  order.push(first - 1, last);
  return order
    .map((index) => ({ startMs: index * piece, stopMs: (index + 1) * piece }))
    .filter((one) => one.startMs <= nowMs);
}

/** A name for a piece in a cache; a piece that reached to the present when it was fetched must be fetched again. */
export const pieceKey = (piece: TimeWindow): string => `${piece.startMs}-${piece.stopMs}`;
export const pieceIsFinal = (piece: TimeWindow, fetchedAtMs: number): boolean => fetchedAtMs > piece.stopMs + MINUTE_MS;
