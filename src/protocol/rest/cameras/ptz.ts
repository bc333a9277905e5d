import * as z from "zod/mini";
import { PTZ_MOVE_DEFAULT_MS, PTZ_MOVE_MAX_MS } from "#domain/limits/ptz.ts";
import { asOneLine } from "#protocol/rest/name.ts";
import { wireNumber } from "#protocol/scalars.ts";

export const ptzPreset = z.object({
  /** cameras and other servers name it as they like */
  name: z.pipe(z.string(), z.transform(asOneLine)),
  token: z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((token) => String(token)),
  ),
  type: z._default(z.literal("preset"), "preset"),
});
export type PtzPreset = z.infer<typeof ptzPreset>;

export const ptzPresetList = z.object({ href: z.optional(z.string()), presets: z.array(ptzPreset) });

/** Document 1, section 5: at most 32 letters, digits and spaces. */
export const ptzPresetWrite = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(32), z.regex(/^[A-Za-z0-9 ]+$/)),
});

const speed = z.number().check(z.minimum(-1), z.maximum(1));
const share = z.number().check(z.minimum(-1), z.maximum(1));

/** POST /service/cameras/{id}/position */
export const ptzMove = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("preset"),
    token: z.string().check(z.minLength(1), z.maxLength(64)),
    name: z.optional(z.string()),
  }),
  /** speeds of -1..1 until `stop`, or until `timeoutMs` have passed without a repeat of the order */
  z.strictObject({
    type: z.literal("continuous"),
    pan: z._default(speed, 0),
    tilt: z._default(speed, 0),
    zoom: z._default(speed, 0),
    timeoutMs: z._default(z.int().check(z.minimum(500), z.maximum(PTZ_MOVE_MAX_MS)), PTZ_MOVE_DEFAULT_MS),
  }),
  z.strictObject({ type: z.literal("stop") }),
  /** x, y: which point of the picture becomes its centre, -1 (left, bottom) .. 1; zoom: factor of change, 0 = none */
  z.strictObject({ type: z.literal("relativeFOV"), x: share, y: share, zoom: z._default(share, 0) }),
  z.strictObject({
    type: z.literal("absolute"),
    pan: share,
    tilt: share,
    zoom: z.number().check(z.minimum(0), z.maximum(1)),
  }),
]);
export type PtzMove = z.input<typeof ptzMove>;

/** GET /service/cameras/{id}/position: null for an axis that the camera lacks. */
export const ptzPosition = z.object({
  pan: z.nullable(wireNumber),
  tilt: z.nullable(wireNumber),
  zoom: z.nullable(wireNumber),
  moving: z._default(z.boolean(), false),
});
export type PtzPosition = z.infer<typeof ptzPosition>;
