/** What the processes of exports may take of the machine, and how many there are. */
import { setPriority } from "node:os";
import { BEAT_TIMING, type BeatTiming } from "#recorder/ipc/heartbeat.ts";

export interface ExportLimits {
  readonly heapMegabytes: number;
  readonly rssBytes: number;
  readonly niceness: number;
  readonly timing: BeatTiming;
  /** called with each new process */
  readonly onStart?: (pid: number) => void;
}

export const USUAL_LIMITS: ExportLimits = { heapMegabytes: 1024, rssBytes: 2 ** 31, niceness: 0, timing: BEAT_TIMING };

/** exports at once for callers who wait for the file itself, without a queue */
export const MOST_WAITED_FOR = 4;
/** exports at once of the queue; the others wait, because the machine has to record */
export const RUNNING_MAX = 2;
/** processes at once, with the one that is started in advance */
export const EXPORTS_AT_ONCE = MOST_WAITED_FOR + RUNNING_MAX + 1;

/** Recording goes first when the processors are busy. */
export function confine(pid: number, { niceness, onStart }: ExportLimits): void {
  onStart?.(pid);
  if (niceness <= 0) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // The process may have ended already.
  }
}
