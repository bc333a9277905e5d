/** Stills over a stretch of time, to be searched by eye: when they are taken, and what to look at more closely. */
import { durationOf, type TimeWindow } from "../time-window.ts";

/** How many stills a grid has, in rows and columns of equal number. */
export const STILL_COUNTS = [4, 9, 16, 25, 36, 64] as const;
/** A range that is looked at more closely lasts at least this long: stills nearer than that look the same. */
const CLOSEST_MS = 2_000;

/** The middle of each of `count` equal parts. */
export function stillTimes(range: TimeWindow, count: number): readonly number[] {
  const partMs = durationOf(range) / Math.max(1, count);
  return Array.from({ length: count }, (_, index) => Math.round(range.startMs + (index + 0.5) * partMs));
}

/** From the still before to the still after: what was seen between them lies in there. */
export function closerRange(range: TimeWindow, count: number, index: number): TimeWindow {
  const partMs = durationOf(range) / Math.max(1, count);
  const middleMs = range.startMs + (index + 0.5) * partMs;
  const reachMs = Math.max(partMs, CLOSEST_MS / 2);
  return {
    startMs: Math.max(range.startMs, middleMs - reachMs),
    stopMs: Math.min(range.stopMs, middleMs + reachMs),
  };
}

/** Whether a closer look shows anything else. */
export const canLookCloser = (range: TimeWindow): boolean => durationOf(range) > CLOSEST_MS;

/** A length as people write it: "0:30", "12:05", "1:00:00". */
export function lengthLabel(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** ms of a typed length: "30" are seconds, "1:30" minutes and seconds, "1:00:00" hours; null: no length. */
export function readLength(text: string): number | null {
  const read = /^\s*(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6})\s*$/.exec(text);
  if (!read) return null;
  const [hours, minutes, seconds] = [read[1], read[2], read[3]].map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ];
  if ((read[2] !== undefined && seconds > 59) || (read[1] !== undefined && minutes > 59)) return null;
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return ms > 0 ? ms : null;
}
