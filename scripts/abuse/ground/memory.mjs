/** Memory of a process as the system counts it (Linux). */
import { readFileSync } from "node:fs";

const PAGE_BYTES = 4096;

/** Bytes that a process holds in memory now; 0 when it has ended. */
export function rssOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

export const megabytes = (bytes) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** The middle one of several values. */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Looks at the memory of processes again and again; `most()` is the largest sum that was seen. */
export function watchMemory(pids, everyMs = 50) {
  let most = 0;
  const look = () =>
    (most = Math.max(
      most,
      pids().reduce((sum, pid) => sum + rssOf(pid), 0),
    ));
  look();
  const timer = setInterval(look, everyMs);
  return { most: () => most, end: () => clearInterval(timer) };
}
