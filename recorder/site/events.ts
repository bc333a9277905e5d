/** Motion events with their histogram, and what happened on the recorder. */
import { ok, type Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type {
  MotionEvent,
  MotionEventsQuery,
  MotionHistogram,
  MotionHistogramQuery,
  ServerEvent,
  ServerEventsQuery,
} from "#protocol/rest/recordings/motion.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import { visibleEvents } from "./visible-events.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { invalid } from "#recorder/core/invalid.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { MotionIndex } from "#recorder/recording/index/recording-index.ts";
import { askedRange } from "./asked-range.ts";
import { playableStreams } from "./playable-streams.ts";

/** What a recorder calls itself in its own lists of servers. */
export const SERVER_ID = "1";
const MAX_EVENTS = 10_000;
const MAX_BINS = 10_000;
/** bins of all streams together: such an answer has a few megabytes */
const MAX_CELLS = 1_000_000;
const LEAST_SEGMENT_MS = 1000;

interface MotionParts {
  readonly cameras: Pick<Cameras, "allStreams" | "stream">;
  readonly index: MotionIndex;
  readonly now: () => number;
}

/** Motion events that overlap the range, or with `starting` those that start within it. */
export async function listMotion(
  { cameras, index, now }: MotionParts,
  who: Identity,
  query: MotionEventsQuery,
): Promise<Result<MotionEvent[], Failure>> {
  const asked = playableStreams(cameras, who, query.id);
  if (!asked.ok) return asked;
  const ids = asked.value;
  const { startMs, stopMs } = askedRange(query, now() + 1);
  const { count = MAX_EVENTS, starting = false } = query;
  // A caller who gets fewer events than asked for would take that for the end of the list.
  if (count > MAX_EVENTS) return invalid("field/at-most", { field: "count", most: MAX_EVENTS });
  if (ids.length === 0 || isOther(query.eventType) || stopMs <= startMs) return ok([]);
  const from = query.order === "desc" ? "newest" : "oldest";
  const found = await index.events(ids, startMs, stopMs, { count, from, starting });
  return ok(
    found.map((event) => ({
      id: `${event.streamId}.${Math.round(event.startMs)}`,
      streamId: event.streamId,
      type: "motion",
      start: event.startMs,
      stop: event.stopMs ?? 0,
    })),
  );
}

/** Motion events per bin. The bins have the length that was asked for, or the length that keeps the answer within MAX_CELLS. */
export async function countMotion(
  { cameras, index, now }: MotionParts,
  who: Identity,
  { id, type, start, stop, minSegment = LEAST_SEGMENT_MS }: MotionHistogramQuery,
): Promise<Result<MotionHistogram, Failure>> {
  const asked = playableStreams(cameras, who, id);
  if (!asked.ok) return asked;
  const ids = asked.value;
  if (stop <= start) return invalid("field/after", { field: "stop", other: "start" });
  const mostBins = Math.min(MAX_BINS, MAX_CELLS / Math.max(1, ids.length));
  const segment = Math.ceil(Math.max(minSegment, LEAST_SEGMENT_MS, (stop - start) / mostBins));
  const count = Math.ceil((stop - start) / segment);
  const bins = { fromMs: start, toMs: stop, segmentMs: segment, count };
  const counts = await index.countEvents(isOther(type) ? [] : ids, bins, now());
  const none = Array.from({ length: count }, () => 0);
  const streams = [...new Set(ids)].map((streamId) => ({ id: streamId, counts: [...(counts.get(streamId) ?? none)] }));
  return ok({ start, stop, segment, streams });
}

/** Entries of the journal, newest first unless `order` says otherwise, without those that name a camera that `who` may not see. */
export async function listServerEvents(
  { cameras, journal, now }: { readonly cameras: Cameras; readonly journal: Journal; readonly now: () => number },
  who: Identity,
  query: ServerEventsQuery,
): Promise<ServerEvent[]> {
  const mayBeSeen = await visibleEvents(cameras, who);
  const isAsked = isOf(query.id ?? []);
  return journal.events({
    ...askedRange(query, now() + 1),
    count: query.count ?? MAX_EVENTS,
    from: query.order === "asc" ? "oldest" : "newest",
    isShown: (event) => isAsked(event) && mayBeSeen(event),
    ...(query.eventType === undefined ? {} : { types: [query.eventType] }),
  });
}

/** Streams have no events but motion: a question for another type gets none. */
const isOther = (type: string | undefined): boolean => type !== undefined && type !== "motion";

/** Every event belongs to this server; no ids: all. */
function isOf(ids: readonly string[]): (event: ServerEvent) => boolean {
  if (ids.length === 0 || ids.includes(SERVER_ID)) return () => true;
  return ({ streamId, cameraId }) => [streamId, cameraId].some((id) => typeof id === "string" && ids.includes(id));
}
