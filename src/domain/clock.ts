/** Client against server clock (document 1, section 9). */
import { clientMs, type ServerMs, toServer } from "#base/time.ts";
import { CLOCK_OFFSET_RESUME_MS } from "./limits/session.ts";

/**
 * The server's now. `skewMs`: server minus this machine's clock; `machineAheadMs`: this machine's clock minus the
 * page's steady one at that measurement. `machineMs` and `steadyMs`: the current values of the two. Between two
 * measurements only the steady one counts; before the first there is only the machine's.
 */
export const serverNow = (
  { skewMs, machineAheadMs }: { readonly skewMs: number | null; readonly machineAheadMs: number | null },
  machineMs: number,
  steadyMs: number,
): ServerMs => toServer(clientMs(machineAheadMs === null ? machineMs : steadyMs + machineAheadMs), skewMs ?? 0);

/** [ours] the two clocks of this machine differ by this much only where one was set, or the machine slept */
const CLOCK_SET_MS = 1_000;

/**
 * Whether the machine's clock has moved against the page's steady one since the last measurement: then the next is due.
 */
export const clockWasSet = (machineAheadMs: number | null, machineMs: number, steadyMs: number): boolean =>
  machineAheadMs !== null && Math.abs(machineMs - steadyMs - machineAheadMs) > CLOCK_SET_MS;

/** A change of the offset above 5 s resumes playback (the timeline's times have moved under it). */
export const offsetChangeResumes = (beforeMs: number, afterMs: number): boolean =>
  Math.abs(afterMs - beforeMs) > CLOCK_OFFSET_RESUME_MS;

/** A hundred years: clocks that are further apart than this were never set, and their times are no dates. [ours] */
const CLOCK_OFFSET_MAX_MS = 100 * 365.25 * 86_400_000;

/** The difference of two clocks (ms), as a browser stored it; null = there is none, or the stored value is not one. */
export function readClockOffset(text: string | null): number | null {
  const offsetMs = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return Math.abs(offsetMs) <= CLOCK_OFFSET_MAX_MS ? offsetMs : null;
}
