/** /service/server/thinning: by what rule old recordings are thinned out. Server ms, bytes. */
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import { wireNumber } from "#protocol/scalars.ts";
import { LEAST_THIN_DAYS, MOST_MARGIN_S, MOST_THIN_DAYS, THINNING_WHATS } from "#domain/recordings/thinning.ts";

const rule = {
  /** what is older is thinned out */
  afterDays: z.number().check(z.minimum(LEAST_THIN_DAYS), z.maximum(MOST_THIN_DAYS)),
  /** keys: key pictures without sound remain; motion: whole video around what moves does */
  what: z.enum(THINNING_WHATS),
  /** of motion: seconds before and after it */
  marginS: z.number().check(z.minimum(0), z.maximum(MOST_MARGIN_S)),
  /** ids; null = all, also those that come later */
  cameras: z.nullable(z.readonly(z.array(pathId).check(z.maxLength(10_000)))),
};

/** PUT, and POST /service/server/thinning/due */
export const thinningRule = z.strictObject(rule);

/** As it is kept. */
export const keptThinning = z.object(rule);

/** What a rule would do at once; what goes is estimated from some recordings of each stream. */
export const thinningDue = z.object({
  files: wireNumber,
  bytes: wireNumber,
  /** ms of recordings, of all streams together */
  recorded: wireNumber,
  freedBytes: wireNumber,
  /** ms of these that would not be recorded any more */
  gone: wireNumber,
  /** it is more than that */
  isMore: z.boolean(),
});
export type ThinningDue = z.infer<typeof thinningDue>;

export const thinningState = z.object({
  /** null: nothing is thinned out */
  rule: z.nullable(z.object(rule)),
  /** idle, thinning, unknown (not told yet) */
  state: z.string(),
  /** so many recordings were thinned out since the rule was set or the recorder was started */
  files: wireNumber,
  freedBytes: wireNumber,
  /** so many could not be; they are tried again */
  stuck: wireNumber,
  /** of the last of these, in English */
  reason: z.string(),
});
export type ThinningState = z.infer<typeof thinningState>;
