/** Where the recordings of some streams begin, for a timeline that seems to have reached that point. */
import type { ArchiveLookup } from "./archive-lookup.ts";

type RecordedBeginning =
  /** a recording lies at or before the time */
  | { readonly kind: "earlier" }
  /** none does; the first recording begins there, server ms */
  | { readonly kind: "begins"; readonly startMs: number }
  /** nothing is recorded at all */
  | { readonly kind: "nothing" };

/** `groups`: streams by their servers (`HttpClient.split`). Rejects when one of the servers does not answer. */
export async function recordedBeginning(
  archives: Pick<ArchiveLookup, "at">,
  groups: readonly (readonly string[])[],
  timeMs: number,
): Promise<RecordedBeginning> {
  const before = await Promise.all(groups.map((streamIds) => archives.at(streamIds, timeMs, -1)));
  if (before.some(({ kind }) => kind !== "none")) return { kind: "earlier" };
  const after = await Promise.all(groups.map((streamIds) => archives.at(streamIds, timeMs, 1)));
  const starts = after.flatMap((found) => (found.kind === "later" ? [found.startMs] : []));
  return starts.length > 0 ? { kind: "begins", startMs: Math.min(...starts) } : { kind: "nothing" };
}
