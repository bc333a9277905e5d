import { failureBody } from "../error.ts";
import * as z from "zod/mini";
import { wireId, wireNumber } from "#protocol/scalars.ts";
import { queryCount, queryFlag, queryIds, queryTimeMs } from "../list.ts";

/** Times are server ms; `stop` 0 = still going on. */
const motionEvent = z.object({
  id: wireId,
  streamId: wireId,
  type: z._default(z.string(), "motion"),
  start: wireNumber,
  stop: wireNumber,
});
export type MotionEvent = z.infer<typeof motionEvent>;

export const motionEventList = z.object({ href: z.optional(z.string()), events: z.array(motionEvent) });

/**
 * GET /service/events/camera-stream: events that overlap [start, stop]. `count` limits them, `order` (ours) says from
 * which end. `starting` (ours): only events that start within it, so that motion that has lasted for a long time does
 * not fill the count.
 */
export const motionEventsQuery = z.strictObject({
  start: z.optional(queryTimeMs),
  stop: z.optional(queryTimeMs),
  count: z.optional(queryCount),
  id: z.optional(queryIds),
  eventType: z.optional(z.string().check(z.maxLength(64))),
  order: z.optional(z.enum(["asc", "desc"])),
  starting: z.optional(queryFlag),
  _: z.optional(z.string()),
});
export type MotionEventsQuery = z.infer<typeof motionEventsQuery>;

/**
 * GET /service/events/server: within [start, stop), stop 0 or absent = now. `id`: the streams, cameras, or this server
 * ("1"), whose events they are. `count` limits them, `order` (ours; default newest first) says from which end.
 */
export const serverEventsQuery = z.strictObject({
  start: z.optional(queryTimeMs),
  stop: z.optional(queryTimeMs),
  count: z.optional(queryCount),
  id: z.optional(queryIds),
  eventType: z.optional(z.string().check(z.maxLength(64))),
  order: z.optional(z.enum(["asc", "desc"])),
  _: z.optional(z.string()),
});
export type ServerEventsQuery = z.infer<typeof serverEventsQuery>;

export const motionHistogramQuery = z.strictObject({
  start: queryTimeMs,
  stop: queryTimeMs,
  /** bin length in ms, at least 1000; raised until there are at most 10000 bins */
  minSegment: z.optional(queryCount),
  id: z.optional(queryIds),
  type: z.optional(z.string().check(z.maxLength(64))),
  _: z.optional(z.string()),
});
export type MotionHistogramQuery = z.infer<typeof motionHistogramQuery>;

/** counts[i]: motion events that touch [start + i*segment, +segment). */
export const motionHistogram = z.object({
  start: wireNumber,
  stop: wireNumber,
  segment: wireNumber,
  streams: z.array(z.object({ id: wireId, counts: z.array(z.number()) })),
});
export type MotionHistogram = z.infer<typeof motionHistogram>;

/** An event of the recorder or of a stream: the report's chart. */
export const serverEvent = z.object({
  id: wireId,
  type: z.string(),
  /** in English */
  message: z.string(),
  /** the same in the form of a failure: `code`, `params` and perhaps `cause`; absent in events of an older release */
  ...z.partial(z.omit(failureBody, { reason: true })).shape,
  /** server ms */
  when: wireNumber,
  streamId: z.optional(z.nullable(wireId)),
  cameraId: z.optional(z.nullable(wireId)),
});
export type ServerEvent = z.infer<typeof serverEvent>;

export const serverEventList = z.object({ href: z.optional(z.string()), events: z.array(serverEvent) });
