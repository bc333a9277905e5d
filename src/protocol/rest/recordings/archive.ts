import * as z from "zod/mini";
import { wireBoolean, wireId, wireNumber } from "#protocol/scalars.ts";
import { masksAsked } from "../cameras/privacy-mask.ts";
import { queryCount, queryIds, queryTimeMs } from "../list.ts";

/** A run of recorded video, at most about a minute long. */
const archive = z.object({
  id: wireId,
  href: z.optional(z.string()),
  streamId: wireId,
  /** server ms */
  start: wireNumber,
  end: wireNumber,
  /** still being written */
  active: z._default(wireBoolean, false),
  bytes: z.optional(wireNumber),
  /** ours. false: it lies on a volume that cannot be reached now */
  reachable: z.optional(wireBoolean),
  /** ours. Stretches of it that a disk has damaged, and of which there is no copy; absent = none */
  damaged: z.optional(z.array(z.object({ start: wireNumber, end: wireNumber }))),
});
export type Archive = z.infer<typeof archive>;

/** Newest first. */
export const archiveList = z.object({ href: z.optional(z.string()), archives: z.array(archive) });

/**
 * The list runs backwards from `start` (0 or absent = now). `stop`, ours: no file that ends before it. A long run then
 * begins with the first file that ends at or after `stop`.
 */
export const archivesQuery = z.strictObject({
  start: z.optional(queryTimeMs),
  stop: z.optional(queryTimeMs),
  take: z.optional(queryCount),
  offset: z.optional(queryCount),
  /** one id or a comma list; absent = every stream that the session may play back */
  streamId: z.optional(queryIds),
  _: z.optional(z.string()),
});
export type ArchivesQuery = z.infer<typeof archivesQuery>;

/**
 * `ids`: streams. Counts files that start from `start` on and before `stop` (0 or absent = now). `zone`: IANA zone of
 * the days, default UTC; `offset`: minutes east of UTC, in place of a zone.
 */
export const archivesPerDayQuery = z.strictObject({
  ids: z.optional(queryIds),
  start: z.optional(queryTimeMs),
  stop: z.optional(queryTimeMs),
  zone: z.optional(z.string().check(z.maxLength(64))),
  offset: z.optional(z.pipe(z.string().check(z.regex(/^-?\d{1,4}$/)), z.transform(Number))),
  _: z.optional(z.string()),
});
export type ArchivesPerDayQuery = z.infer<typeof archivesPerDayQuery>;

/** Minutes with video per day (YYYY-MM-DD); a full day is streamsCount x 1440. */
export const archivesPerDay = z.object({
  archivesPerDay: z.record(z.string(), wireNumber),
  streamsCount: wireNumber,
});
export type ArchivesPerDay = z.infer<typeof archivesPerDay>;

export const exportFormat = z.enum(["mkv", "mov", "mp4", "dewarp", "dewarp-parent"]);
export const exportQuery = z.strictObject({
  start: queryTimeMs,
  stop: queryTimeMs,
  format: z.optional(exportFormat),
  masks: masksAsked,
  ticket: z.optional(z.string()),
  sid: z.optional(z.string()),
  fsid: z.optional(z.string()),
  jwt: z.optional(z.string()),
  _: z.optional(z.string()),
});

/** GET /service/streams/{id}/frame */
export const frameQuery = z.strictObject({
  /** server ms; 0 or absent = the newest frame */
  time: z.optional(queryTimeMs),
  width: z.optional(queryCount),
  height: z.optional(queryCount),
  masks: masksAsked,
  /** true: a black GIF with status 200, not an error */
  fallback: z.optional(z.enum(["true", "false", "1", "0", ""])),
  ticket: z.optional(z.string()),
  sid: z.optional(z.string()),
  fsid: z.optional(z.string()),
  jwt: z.optional(z.string()),
  _: z.optional(z.string()),
});
