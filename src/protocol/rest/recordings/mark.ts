import * as z from "zod/mini";
import { wireId, wireNumber } from "#protocol/scalars.ts";
import { pathId, queryIds, queryTimeMs } from "../list.ts";

/** Streams that one POST may mark. */
export const MARK_STREAMS_MAX = 64;
/** Longest text of a bookmark or note of a lock. */
export const MARK_TEXT_MAX = 500;
/** An evidence lock keeps video for ever, so one lock may cover no more than this. */
export const LOCK_LONGEST_DAYS = 31;
export const LOCK_LONGEST_MS = LOCK_LONGEST_DAYS * 86_400_000;

/** A bookmark or an evidence lock of one stream. Times are server ms; a bookmark of an instant has `stop` = `start`. */
const mark = z.object({
  id: wireId,
  /** null: all streams */
  streamId: z.nullable(wireId),
  start: wireNumber,
  stop: wireNumber,
  text: z.string(),
  /** name of the account that made it; "" = not known */
  createdBy: z._default(z.string(), ""),
  created: wireNumber,
  /** whether this session may remove it */
  removable: z._default(z.boolean(), false),
});
export type Mark = z.infer<typeof mark>;

export const bookmarkList = z.object({ href: z.optional(z.string()), bookmarks: z.array(mark) });
export const lockList = z.object({ href: z.optional(z.string()), locks: z.array(mark) });

/**
 * Marks that touch start..stop (absent or 0 = without limit) of the named streams (absent = all that this session may
 * play back).
 */
export const marksQuery = z.strictObject({
  start: z.optional(queryTimeMs),
  stop: z.optional(queryTimeMs),
  streamId: z.optional(queryIds),
  _: z.optional(z.string()),
});

const time = z.number().check(z.minimum(1), z.maximum(1e14));
const text = z.string().check(z.trim(), z.maxLength(MARK_TEXT_MAX));
const streams = z.array(pathId).check(z.minLength(1), z.maxLength(MARK_STREAMS_MAX));

/** POST /service/bookmarks: one mark per stream. */
export const bookmarkCreate = z.strictObject({
  streams,
  start: time,
  stop: z.optional(time),
  text: text.check(z.minLength(1)),
});
/** PATCH /service/bookmarks/{id} */
export const bookmarkRename = z.strictObject({ text: text.check(z.minLength(1)) });
/** POST /service/locks: one lock per stream; recordings that it touches are not removed until the lock is. */
export const lockCreate = z.strictObject({ streams, start: time, stop: time, text: z._default(text, "") });

export const markParams = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) });
