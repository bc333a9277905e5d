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

/** limit of exports that do not wait in a queue */
export const MOST_WAITED_FOR = 4;
/** limit of those that do: the machine has recording to do, and further ones wait */
export const RUNNING_MAX = 2;
/** Processes at the same time, with the one that is started in advance. */
export const EXPORTS_AT_ONCE = MOST_WAITED_FOR + RUNNING_MAX + 1;

/** Recording goes first when the processors are busy. */
export function confine(pid: number, { niceness, onStart }: ExportLimits): void {
  onStart?.(pid);
  if (niceness <= 0) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // It may have ended already.
  }
}
