import { waitAtMost } from "./wait-at-most.ts";

interface Pace {
  readonly size: number;
  /** A group whose jobs take longer holds up the next one no more. */
  readonly patienceMs: number;
  readonly idle: () => Promise<void>;
}

/** Begins the jobs group by group: the next one when the group before is done and the page is idle. Resolves when all are done. */
export async function inGroups<T>(items: readonly T[], job: (item: T) => Promise<void>, pace: Pace): Promise<void> {
  const begun: Promise<unknown>[] = [];
  for (let from = 0; from < items.length; from += pace.size) {
    if (from > 0) await pace.idle();
    const group = Promise.all(items.slice(from, from + pace.size).map(job));
    begun.push(group);
    if (from + pace.size < items.length) await waitAtMost(pace.patienceMs, group);
  }
  await Promise.all(begun);
}
