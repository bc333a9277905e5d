/**
 * Previous and next motion event, and the number of archives per day: the recorder is asked when the user wants to
 * know.
 */
import { type Failure, failure } from "#domain/failures/failure.ts";
import { type MotionDirection, type MotionEvent, motionQuery, pickMotion } from "#domain/timeline/motion-search.ts";
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import { archiveList, archivesPerDay } from "#protocol/rest/recordings/archive.ts";
import { motionEventList } from "#protocol/rest/recordings/motion.ts";
import { timeExtended } from "#protocol/rest/server/server.ts";
import { type TimelineStore, timelineTime } from "#state/timeline-store.ts";
import type { HttpClient } from "#transport/http.ts";
import type { Query } from "#transport/http-call.ts";
import type { Throttle } from "#transport/throttle.ts";
import { ArchiveLookup } from "./archive-lookup.ts";
import { epochMs } from "../epoch.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { recordedBeginning } from "./recorded-beginning.ts";
import type { TimelineActions } from "../timeline/timeline-actions.ts";

/** Runs per answer: a strip of a few hundred px shows no more. */
const MOST_SPANS = 300;
/** Nothing is recorded before this; the API reads 0 as now. */
const FIRST_RECORDED_MS = 1;

interface DayArchives {
  readonly archivesPerDay: Readonly<Record<string, number>>;
  readonly streamsCount: number;
}

export interface RecordingActions {
  /** Goes to the motion event before or after the playhead on these streams; false when there is none. */
  readonly goToMotion: (direction: MotionDirection, streamIds: readonly string[]) => Promise<Result<boolean, Failure>>;
  /** Minutes with video per day of a zone. */
  readonly archivesPerDay: (
    streamIds: readonly string[],
    range: TimeWindow,
    zone: string,
  ) => Promise<Result<DayArchives, Failure>>;
  /**
   * When the first recording of any of these streams begins, server ms; null: there is none, or no server can answer
   * now.
   */
  readonly beginning: (streamIds: readonly string[]) => Promise<number | null>;
  /** The newest motion events of a stretch of time, newest first, at most `count`. */
  readonly motionEvents: (
    streamIds: readonly string[],
    range: TimeWindow,
    count: number,
  ) => Promise<Result<readonly (MotionEvent & { readonly streamId: string })[], Failure>>;
  /** The recordings of a stream in a stretch of time, in order. */
  readonly spans: (streamIds: readonly string[], range: TimeWindow) => Promise<Result<readonly TimeWindow[], Failure>>;
  /** Learns the server's zone. */
  readonly loadServerZone: () => Promise<void>;
}

export function createRecordingActions(deps: {
  readonly http: HttpClient;
  readonly throttle: Throttle;
  readonly timeline: TimelineStore;
  readonly actions: TimelineActions;
}): RecordingActions {
  const { http, throttle, timeline, actions } = deps;
  const archives = new ArchiveLookup(http, throttle);
  return {
    async goToMotion(direction, streamIds) {
      if (streamIds.length === 0) return ok(false);
      const timeMs = timelineTime(timeline.get(), epochMs());
      const moves = actions.moves();
      const { start, stop, count } = motionQuery(direction, timeMs);
      const query: Query = {
        id: streamIds.join(","),
        eventType: "motion",
        count,
        order: direction === "previous" ? "desc" : "asc",
        // otherwise events that began before and have not ended fill the answer on a busy wall
        ...(start === null ? {} : { start, starting: true }),
        ...(stop === null ? {} : { stop }),
      };
      const answer = await http.json({ path: "/service/events/camera-stream", query }, motionEventList);
      if (!answer.ok) return fail(answer.error);
      const events: MotionEvent[] = answer.value.events.map(({ start, stop }) => ({ start, stop }));
      const event = pickMotion(direction, timeMs, events);
      // A user who has gone elsewhere in the meantime is not taken away from there.
      if (actions.moves() !== moves) return ok(true);
      if (!event) return ok(false);
      actions.seek(event.start, "jump");
      return ok(true);
    },
    async archivesPerDay(streamIds, range, zone) {
      const query = {
        ids: streamIds.join(","),
        start: Math.max(1, Math.round(range.startMs)),
        stop: Math.round(range.stopMs),
        zone,
      };
      const answer = await throttle.run(() => http.json({ path: "/service/archives/per-day", query }, archivesPerDay));
      if (!answer?.ok) return fail(answer?.error ?? failure("network/aborted"));
      return ok(answer.value);
    },
    async beginning(streamIds) {
      const found = await recordedBeginning(archives, http.split(streamIds), FIRST_RECORDED_MS).catch(() => null);
      return found?.kind === "begins" ? found.startMs : null;
    },
    async motionEvents(streamIds, range, count) {
      if (streamIds.length === 0) return ok([]);
      const query = {
        id: streamIds.join(","),
        eventType: "motion",
        order: "desc",
        count,
        start: Math.max(1, Math.round(range.startMs)),
        stop: Math.round(Math.min(range.stopMs, actions.nowMs())),
      };
      const answer = await http.json({ path: "/service/events/camera-stream", query }, motionEventList);
      if (!answer.ok) return fail(answer.error);
      return ok(answer.value.events.map(({ streamId, start, stop }) => ({ streamId, start, stop })));
    },
    async spans(streamIds, range) {
      const query = {
        streamId: streamIds.join(","),
        start: Math.max(1, Math.round(range.stopMs)),
        stop: Math.max(0, Math.round(range.startMs)),
        take: MOST_SPANS,
      };
      const answer = await throttle
        .lane(http.ownerOf(streamIds[0] ?? ""))
        .run(() => http.json({ path: "/service/archives", query }, archiveList));
      if (!answer?.ok) return fail(answer?.error ?? failure("network/aborted"));
      return ok(answer.value.archives.map(({ start, end }) => ({ startMs: start, stopMs: end })).reverse());
    },
    async loadServerZone() {
      const answer = await http.json({ path: "/service/time-extended" }, timeExtended);
      if (answer.ok)
        timeline.change((facts) => {
          facts.serverZone = answer.value.timeZone;
        });
    },
  };
}
