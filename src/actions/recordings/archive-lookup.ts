/**
 * Is there recorded video at a time, and if not, where does the next video begin? (document 1, section 4, on a player
 * error)
 */
import { type Archive, archiveList } from "#protocol/rest/recordings/archive.ts";
import { ARCHIVE_REQUESTS_MAX } from "#domain/limits/requests.ts";
import type { HttpClient } from "#transport/http.ts";
import type { Query } from "#transport/http-call.ts";
import { Throttle } from "#transport/throttle.ts";

export type ArchiveAt =
  | { readonly kind: "playable" }
  /** the next video in the direction of play begins there, server ms */
  | { readonly kind: "later"; readonly startMs: number; readonly isAway?: boolean }
  /** `isAway`: it is recorded, where it cannot be reached now */
  | { readonly kind: "none"; readonly isAway?: boolean };

const HOUR_MS = 3_600_000;
/**
 * Each further request reaches further; 0 = to now. The list comes newest first, so a short reach finds the nearest
 * run.
 */
const REACHES_MS = [HOUR_MS, 24 * HOUR_MS, 0] as const;
/** The recorder lists at most this many runs: when there are more, it leaves out the nearest. */
const TAKE = 1_000;

const isReachable = ({ reachable }: Archive): boolean => reachable !== false;

export class ArchiveLookup {
  readonly #http: HttpClient;
  readonly #throttle: Throttle;

  /** `throttle`: shared with all other code that requests archives. */
  constructor(http: HttpClient, throttle = new Throttle(ARCHIVE_REQUESTS_MAX)) {
    this.#http = http;
    this.#throttle = throttle;
  }

  /** `streamIds`: video of any of them counts. Rejects when the server does not answer. */
  async at(streamIds: readonly string[], timeMs: number, rate: number): Promise<ArchiveAt> {
    const streamId = streamIds.join(",");
    // Newest first: one run of each stream is enough to know whether it holds the time.
    const latest = await this.#list({ streamId, start: Math.max(1, Math.round(timeMs)), take: streamIds.length });
    const there = latest.filter(({ start, end }) => start <= timeMs && end > timeMs);
    if (there.some(isReachable)) return { kind: "playable" };
    const away = there.length > 0 ? { isAway: true } : {};
    const earlier = latest.filter(isReachable);
    if (rate < 0)
      return earlier.length > 0
        ? { kind: "later", startMs: Math.max(...earlier.map(({ end }) => end)), ...away }
        : { kind: "none", ...away };
    for (const reachMs of REACHES_MS) {
      const start = reachMs === 0 ? 0 : Math.round(timeMs + reachMs);
      const startMs = await this.#nearest(streamId, timeMs, start);
      if (startMs !== null) return { kind: "later", startMs, ...away };
    }
    return { kind: "none", ...away };
  }

  /** The first run that begins after the time, among those that begin by `start`; null = there is none. */
  async #nearest(streamId: string, timeMs: number, start: number): Promise<number | null> {
    /** no run begins after the time up to here */
    let emptyMs = timeMs;
    let nearestMs: number | null = null;
    // The remaining range is requested in turn up to its end, which suits few runs, and up to its middle, which suits
    // many.
    for (let byMs = start, middle = false; ; middle = !middle) {
      const found = await this.#list({ streamId, stop: Math.round(timeMs), start: byMs, take: TAKE });
      const starts = found
        .filter(isReachable)
        .map((archive) => archive.start)
        .filter((startMs) => startMs > timeMs);
      if (starts.length > 0) nearestMs = Math.min(...starts);
      else emptyMs = byMs;
      if (nearestMs === null) return null;
      const all = starts.length > 0 && found.length < TAKE;
      if (all || nearestMs - emptyMs <= 1) return nearestMs;
      byMs = middle ? Math.floor((emptyMs + nearestMs) / 2) : nearestMs - 1;
    }
  }

  async #list(query: Query & { readonly streamId: string }): Promise<readonly Archive[]> {
    const throttle = this.#throttle.lane(this.#http.ownerOf(query.streamId.split(",")[0] ?? ""));
    const answer = await throttle.run(() => this.#http.json({ path: "/service/archives", query }, archiveList));
    if (!answer?.ok) throw new Error("no answer about archives");
    return answer.value.archives;
  }
}
