/** Client against server clock (document 1, section 9). */
import { CLOCK_OFFSET_RESUME_MS } from "./limits.ts";

/** A change of the offset above 5 s resumes playback (the timeline's times have moved under it). */
export const offsetChangeResumes = (beforeMs: number, afterMs: number): boolean =>
  Math.abs(afterMs - beforeMs) > CLOCK_OFFSET_RESUME_MS;
