/** What recorders of one group say to each other over HTTP: which recordings they have for another one (decision 0052). */
import * as z from "zod/mini";
import { pathId } from "./rest/list.ts";

export const STANDBY_PATH = "/service/standby/recordings";
/** Request headers: which recorder asks, and its proof for this one call. */
export const STANDBY_FROM_HEADER = "x-standby-from";
export const STANDBY_PROOF_HEADER = "x-standby-proof";
/** An answer lists no more files. */
export const OFFERED_AT_ONCE = 100;

const timeMs = z.number().check(z.nonnegative());
const fileId = z.int().check(z.positive());

/** a closed file, as the recorder has it that made it */
const offeredFile = z.strictObject({
  id: fileId,
  streamId: pathId,
  startMs: timeMs,
  endMs: timeMs,
  bytes: z.int().check(z.positive()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type OfferedFile = z.infer<typeof offeredFile>;

/** `isMore`: others follow after the last one. `lastId`: of the last file that is there; told to who asks for it */
export const offer = z.strictObject({
  files: z.array(offeredFile),
  isMore: z.boolean(),
  lastId: z.optional(z.int().check(z.nonnegative())),
});
export type Offer = z.infer<typeof offer>;

const count = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.transform((text) => Number(text)),
);
/** files with a higher id; of one stream and time only, where that is named. `last`: the answer says how far they go */
export const offerAsk = z.strictObject({
  after: z.optional(count),
  stream: z.optional(pathId),
  from: z.optional(count),
  to: z.optional(count),
  last: z.optional(z.literal("true")),
});
export type OfferAsk = z.infer<typeof offerAsk>;
export const offeredPath = z.strictObject({ id: count });
export const takenFile = z.strictObject({ sha256: offeredFile.shape.sha256 });
