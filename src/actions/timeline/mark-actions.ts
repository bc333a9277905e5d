/** Bookmarks and evidence locks: loaded for the shown window and its surroundings, made and removed. */
import type { Failure } from "#domain/failures/failure.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { durationOf, type TimeWindow } from "#domain/timeline/time-window.ts";
import { bookmarkList, lockList, type Mark, MARK_STREAMS_MAX } from "#protocol/rest/recordings/mark.ts";
import type { TimelineMark, TimelineStore } from "#state/timeline-store.ts";
import type { HttpClient } from "#transport/http.ts";

export type MarkKind = TimelineMark["kind"];

export interface MarkActions {
  /**
   * The window that the timeline shows now. Frequent calls cost little: it requests marks only where they are missing.
   */
  readonly show: (window: TimeWindow) => void;
  /** Others have changed marks: the known range is requested again. */
  readonly refresh: () => void;
  /** Marks a range of some streams (server ms); null, or why it failed. */
  readonly add: (
    kind: MarkKind,
    streamIds: readonly string[],
    range: TimeWindow,
    text: string,
  ) => Promise<Result<null, Failure>>;
  readonly remove: (mark: Pick<TimelineMark, "kind" | "id" | "orchidId">) => Promise<Result<null, Failure>>;
}

const PATHS = { bookmark: "/service/bookmarks", lock: "/service/locks" } as const;
/** On either side this much more than the window is requested, in windows. */
const MARGIN = 1;
/** A server that failed is not asked again within this time. */
const RETRY_MS = 5000;

export function createMarkActions(deps: {
  readonly http: HttpClient;
  readonly timeline: TimelineStore;
  /** servers of the aggregator whose cameras stand on the stage; a standalone recorder is asked itself */
  readonly servers?: () => readonly string[];
}): MarkActions {
  const { http, timeline } = deps;
  let known: TimeWindow | null = null;
  let knownOf = "";
  const servers = deps.servers ?? (() => [""]);
  const viewOf = (orchidId: string): HttpClient => (orchidId === "" ? http : http.at(orchidId));
  let askedAtMs = Number.NEGATIVE_INFINITY;
  /** a newer request makes older answers void */
  let asked = 0;
  /** the last answer of each server */
  const said = new Map<string, readonly TimelineMark[]>();
  /** servers that have not answered for the known range */
  let silent: readonly string[] = [];

  const load = async (range: TimeWindow, of: readonly string[]): Promise<void> => {
    asked += 1;
    const own = asked;
    askedAtMs = performance.now();
    silent = [];
    const query = { start: Math.max(1, Math.round(range.startMs)), stop: Math.round(range.stopMs) };
    const failed: string[] = [];
    await Promise.all(
      of.map(async (orchidId) => {
        const server = viewOf(orchidId);
        const [bookmarks, locks] = await Promise.all([
          server.json({ path: PATHS.bookmark, query }, bookmarkList),
          server.json({ path: PATHS.lock, query }, lockList),
        ]);
        if (own !== asked) return;
        if (!bookmarks.ok || !locks.ok) return void failed.push(orchidId);
        said.set(orchidId, [
          ...locks.value.locks.map((mark) => shown("lock", mark, orchidId)),
          ...bookmarks.value.bookmarks.map((mark) => shown("bookmark", mark, orchidId)),
        ]);
        // The marks of each server are shown when they arrive.
        timeline.change((facts) => {
          facts.marks = [...said.values()].flat().sort((a, b) => a.startMs - b.startMs);
        });
      }),
    );
    if (own === asked) silent = failed;
  };
  const loadAll = (range: TimeWindow): void => {
    const all = servers();
    for (const id of said.keys()) if (!all.includes(id)) said.delete(id);
    void load(range, all);
  };
  const refresh = (): void => {
    if (known) loadAll(known);
  };

  return {
    show(window) {
      const of = servers().join();
      if (of !== knownOf) known = null;
      if (known && window.startMs >= known.startMs && window.stopMs <= known.stopMs) {
        if (silent.length > 0 && performance.now() - askedAtMs >= RETRY_MS) void load(known, silent);
        return;
      }
      knownOf = of;
      const reach = durationOf(window) * MARGIN;
      const range = { startMs: window.startMs - reach, stopMs: window.stopMs + reach };
      // From here on this range counts as known: while the answer is on its way nothing is requested twice.
      known = range;
      loadAll(range);
    },
    refresh,
    async add(kind, streamIds, range, text) {
      const body = {
        start: Math.round(range.startMs),
        ...(kind === "lock" || range.stopMs > range.startMs ? { stop: Math.round(range.stopMs) } : {}),
        text,
      };
      for (let at = 0; at < streamIds.length; at += MARK_STREAMS_MAX) {
        const streams = streamIds.slice(at, at + MARK_STREAMS_MAX);
        const answer = await http.done({ method: "POST", path: PATHS[kind], body: { ...body, streams } });
        if (answer.ok) continue;
        // When the request was split by size or server, some parts may have been stored.
        if (at > 0 || http.split(streams).length > 1) refresh();
        return fail(answer.error);
      }
      refresh();
      return ok(null);
    },
    async remove({ kind, id, orchidId = "" }) {
      const answer = await viewOf(orchidId).done({ method: "DELETE", path: `${PATHS[kind]}/${id}` });
      if (!answer.ok) return fail(answer.error);
      refresh();
      return ok(null);
    },
  };
}

const shown = (kind: MarkKind, mark: Mark, orchidId: string): TimelineMark => ({
  kind,
  id: mark.id,
  ...(orchidId === "" ? {} : { orchidId }),
  streamId: mark.streamId,
  startMs: mark.start,
  stopMs: mark.stop,
  text: mark.text,
  createdBy: mark.createdBy,
  removable: mark.removable,
});
