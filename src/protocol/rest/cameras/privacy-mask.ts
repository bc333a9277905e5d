/** /service/cameras/{id}/privacy-masks: the parts of a camera's picture that are hidden. Ours. */
import * as z from "zod/mini";
import { MASK_POINTS_MOST, MASKS_MOST } from "#domain/cameras/privacy-mask.ts";
import { wireId } from "#protocol/scalars.ts";

/** Shares of the picture, from its top left corner. */
const share = z.number().check(z.minimum(0), z.maximum(1));
const privacyMask = z.object({
  points: z.array(z.object({ x: share, y: share })),
});
export const privacyMasks = z.object({
  href: z.optional(z.string()),
  /** of every stream that has none of its own */
  masks: z.array(privacyMask),
  /** the streams that have masks of their own, which may be none */
  streams: z.array(z.object({ id: wireId, masks: z.array(privacyMask) })),
});
export type PrivacyMasksAnswer = z.infer<typeof privacyMasks>;

/** PUT; more than these limits are mistakes, and what is a mistake within them the answer says in words. */
export const privacyMasksWrite = z.strictObject({
  masks: z
    .array(
      z.strictObject({
        points: z.array(z.strictObject({ x: share, y: share })).check(z.maxLength(2 * MASK_POINTS_MOST)),
      }),
    )
    .check(z.maxLength(2 * MASKS_MOST)),
});

/** "off": without privacy masks, for who may; it is written into the audit. */
export const masksAsked = z.optional(z.literal("off"));
