/** Client against server clock (document 1, section 9). */
import { CLOCK_OFFSET_RESUME_MS } from "./limits.ts";

/** A change of the offset above 5 s resumes playback (the timeline's times have moved under it). */
export const offsetChangeResumes = (beforeMs: number, afterMs: number): boolean =>
  Math.abs(afterMs - beforeMs) > CLOCK_OFFSET_RESUME_MS;

/** A hundred years: clocks that are further apart than this were never set, and times of theirs are no dates. [ours] */
const CLOCK_OFFSET_MAX_MS = 100 * 365.25 * 86_400_000;

/** The difference of two clocks (ms) as it was kept in a browser; null = there is none, or what stands there is not one. */
export function readClockOffset(text: string | null): number | null {
  const offsetMs = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return Math.abs(offsetMs) <= CLOCK_OFFSET_MAX_MS ? offsetMs : null;
}
