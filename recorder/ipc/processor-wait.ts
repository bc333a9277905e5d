/** How long a process was ready to run and got no processor: on a machine that has too much to do, it looks as if it hung. */
import { readFileSync } from "node:fs";

const NANOSECONDS_PER_MS = 1e6;

/** ms since the start of the process, of its main thread; 0 where the system does not tell (only Linux does). */
export function processorWaitMs(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    // Time on a processor, time ready to run without one, number of turns (the kernel's Documentation/scheduler/sched-stats.rst).
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    return Number(waited) / NANOSECONDS_PER_MS || 0;
  } catch {
    return 0;
  }
}
