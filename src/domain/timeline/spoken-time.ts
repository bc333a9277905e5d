/** The time of a frame in words, for assistive technology: no finer than a listener can follow. */
import type { TimelineState } from "./timeline-state.ts";
import { ISO_TIME, type TimeStyle, writtenTime } from "./written-time.ts";
import { formatLocal, type ZoneOffset } from "./zone.ts";

/** Live: hour and minute; playing: with the date; paused and stepped: to the second. `timeMs`: server ms. */
export function spokenTime(
  { mode, paused }: Pick<TimelineState, "mode" | "paused">,
  timeMs: number,
  zone: ZoneOffset,
  style: TimeStyle = ISO_TIME,
): string {
  if (mode === "live") return formatLocal(timeMs, zone, "%H:%M");
  return writtenTime(timeMs, zone, paused ? "second" : "minute", style);
}

/**
 * The value whose change makes the words spoken again between two minutes: an order, or the second of a paused frame.
 * While the pointer drags through time nothing is spoken.
 */
export function spokenKey(
  { mode, paused, timeMs }: Pick<TimelineState, "mode" | "paused" | "timeMs">,
  epoch: number,
  scrubbing: boolean,
): string {
  if (scrubbing) return "scrubbing";
  return `${mode} ${epoch} ${paused ? Math.floor(timeMs / 1000) : "runs"}`;
}
