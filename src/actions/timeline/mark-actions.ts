/** Bookmarks and evidence locks: asked for around what the timeline shows, made and removed. */
import { fail, ok, type Result } from "#base/result.ts";
import { durationOf, type TimeWindow } from "#domain/timeline/time-window.ts";
import { bookmarkList, lockList, type Mark, MARK_STREAMS_MAX } from "#protocol/rest/recordings/mark.ts";
import type { TimelineMark, TimelineStore } from "#state/timeline-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { failureText } from "../failure-text.ts";

export type MarkKind = TimelineMark["kind"];

export interface MarkActions {
  /** What the timeline shows now. Cheap to call often: asks only when it does not know enough. */
  readonly show: (window: TimeWindow) => void;
  /** Others have changed marks: what is known is asked for again. */
  readonly refresh: () => void;
  /** Marks a range of some streams (server ms); null, or the failure's text. */
  readonly add: (
    kind: MarkKind,
    streamIds: readonly string[],
    range: TimeWindow,
    text: string,
  ) => Promise<Result<null, string>>;
  readonly remove: (mark: Pick<TimelineMark, "kind" | "id" | "orchidId">) => Promise<Result<null, string>>;
}

const PATHS = { bookmark: "/service/bookmarks", lock: "/service/locks" } as const;
/** So much more than is shown is asked for on either side, in windows. */
const MARGIN = 1;
/** A server that failed is not asked again before this. */
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
  /** a newer question makes older answers void */
  let asked = 0;
  /** what each server said last */
  const said = new Map<string, readonly TimelineMark[]>();
  /** servers that did not say what they have in the known range */
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
        // Each server's are shown when they come.
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
      // From here on this counts as known: while the answer is on its way nothing is asked twice.
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
        // Of several parts, or servers, some may have taken it.
        if (at > 0 || http.split(streams).length > 1) refresh();
        return fail(failureText(answer.error));
      }
      refresh();
      return ok(null);
    },
    async remove({ kind, id, orchidId = "" }) {
      const answer = await viewOf(orchidId).done({ method: "DELETE", path: `${PATHS[kind]}/${id}` });
      if (!answer.ok) return fail(failureText(answer.error));
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
