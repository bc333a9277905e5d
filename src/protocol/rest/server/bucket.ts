/** /service/server/bucket: the archive in a bucket of an S3 service. Server ms, bytes; 0 = none yet. */
import * as z from "zod/mini";
import { pathId, queryFlag } from "#protocol/rest/list.ts";
import { wireNumber } from "#protocol/scalars.ts";
import {
  BUCKET_ENCRYPTIONS,
  BUCKET_ENDPOINT,
  BUCKET_NAME,
  BUCKET_PREFIX,
  BUCKET_WHATS,
  FEWEST_PASSPHRASE_LETTERS,
  MOST_AFTER_DAYS,
  LEAST_UPLOAD_LIMIT,
  MOST_KEEP_DAYS,
  MOST_UPLOAD_LIMIT,
} from "#domain/recordings/bucket.ts";

const hours = z.object({
  from: z.number().check(z.minimum(0), z.maximum(24)),
  to: z.number().check(z.minimum(0), z.maximum(24)),
});
const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

const shown = {
  endpoint: z.string().check(z.regex(BUCKET_ENDPOINT)),
  region: text(64),
  bucket: z.string().check(z.regex(BUCKET_NAME)),
  prefix: z.string().check(z.regex(BUCKET_PREFIX)),
  accessKeyId: text(200),
  afterDays: z.number().check(z.minimum(0), z.maximum(MOST_AFTER_DAYS)),
  what: z._default(z.enum(BUCKET_WHATS), "all"),
  /** ids; null = all, also those that come later */
  cameras: z._default(z.nullable(z.readonly(z.array(pathId).check(z.maxLength(10_000)))), null),
  keepDays: z.nullable(z.number().check(z.positive(), z.maximum(MOST_KEEP_DAYS))),
  limit: z.nullable(z.number().check(z.minimum(LEAST_UPLOAD_LIMIT), z.maximum(MOST_UPLOAD_LIMIT))),
  hours: z.nullable(hours),
  encryption: z.enum(BUCKET_ENCRYPTIONS),
  holds: z.boolean(),
};

/** PUT: what is absent of the secrets stays as it was. */
export const bucketPut = z.strictObject({
  ...shown,
  secretAccessKey: z.optional(text(400)),
  /** of the encryption `own`: without it nobody can read the copies again */
  passphrase: z.optional(z.string().check(z.minLength(FEWEST_PASSPHRASE_LETTERS), z.maxLength(400))),
});
export type BucketPut = z.infer<typeof bucketPut>;

/** As it is kept, sealed. */
export const keptBucket = z.object({
  ...shown,
  secretAccessKey: z.string(),
  passphrase: z.string(),
  phraseSalt: z.string(),
});

/** POST /service/server/bucket/due: what would be copied at once. */
export const bucketDueAsk = z.strictObject({
  afterDays: shown.afterDays,
  what: shown.what,
  cameras: shown.cameras,
});
export type BucketDueAsk = z.infer<typeof bucketDueAsk>;
export const bucketDue = z.object({ files: wireNumber, bytes: wireNumber, isMore: z.boolean() });
export type BucketDue = z.infer<typeof bucketDue>;

/** DELETE: `force` also where something lies there only */
export const bucketRemove = z.strictObject({ force: z._default(queryFlag, false) });

export const bucketState = z.object({
  /** null: recordings are not copied to a bucket */
  bucket: z.nullable(z.object(shown)),
  /** ok, away (the service does not answer or refuses), resting (outside of its hours), unknown (not told yet) */
  state: z.string(),
  /** of away, in English */
  reason: z.string(),
  /** what is due and not there yet */
  backlog: z.object({
    files: wireNumber,
    bytes: wireNumber,
    oldest: wireNumber,
    /** it is more than that */
    isMore: z._default(z.boolean(), false),
  }),
  /** what is there, as the index knows it */
  stored: z.object({ objects: wireNumber, files: wireNumber, bytes: wireNumber, oldest: wireNumber }),
  /** of these, what is nowhere else */
  only: z.object({ files: wireNumber, bytes: wireNumber }),
  /** objects that nobody can delete */
  held: wireNumber,
  /** objects that were held when they were taken in, of an index that is lost; absent: an older server */
  found: z._default(wireNumber, 0),
  bytesPerSecond: wireNumber,
  /** index and bucket, when they were compared last; null = not since the start. Absent: an older server */
  compared: z._default(
    z.nullable(z.object({ time: wireNumber, there: wireNumber, unknown: wireNumber, missing: wireNumber })),
    null,
  ),
  /** null: nobody has asked for what is in the bucket to be taken in */
  restore: z.nullable(z.object({ isRunning: z.boolean(), objects: wireNumber, files: wireNumber, reason: z.string() })),
});
export type BucketState = z.infer<typeof bucketState>;
