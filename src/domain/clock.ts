/** Client against server clock (document 1, sections 2 and 9). */
import { CLOCK_OFFSET_RESUME_MS, CLOCK_WARNING_MS } from "./limits.ts";

/** One probe of /service/time: client ms when asked and answered, server ms in between. */
export interface ClockProbe {
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly serverMs: number;
}

/** Server minus client, taking the answer to have been made half-way. */
export const probeSkewMs = (probe: ClockProbe): number => probe.serverMs - (probe.sentMs + probe.receivedMs) / 2;

/** The best of several probes is the one that took the least time: it leaves the least doubt. */
export function bestProbe(probes: readonly ClockProbe[]): ClockProbe | null {
  const took = (probe: ClockProbe) => probe.receivedMs - probe.sentMs;
  return probes.reduce<ClockProbe | null>((best, probe) => (best && took(best) <= took(probe) ? best : probe), null);
}

/** The clock-warning button shows above 5000 ms, either way. */
export const clockWarning = (skewMs: number): boolean => Math.abs(skewMs) > CLOCK_WARNING_MS;

/** A change of the offset above 5 s resumes playback (the timeline's times have moved under it). */
export const offsetChangeResumes = (beforeMs: number, afterMs: number): boolean =>
  Math.abs(afterMs - beforeMs) > CLOCK_OFFSET_RESUME_MS;
