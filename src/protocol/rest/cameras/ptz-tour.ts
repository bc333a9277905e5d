/**
 * The tour of a camera and who holds it: GET, PUT, PATCH /service/cameras/{id}/tour, POST and DELETE
 * /service/cameras/{id}/position/hold. [ours]
 */
import * as z from "zod/mini";
import { PATROL_DWELL_MAX_S, PATROL_DWELL_MIN_S, PATROL_STOPS_MAX } from "#domain/limits/dewarp.ts";

const stop = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(64)),
  dwellS: z.number().check(z.minimum(PATROL_DWELL_MIN_S), z.maximum(PATROL_DWELL_MAX_S)),
});

export const ptzTour = z.object({
  href: z.optional(z.string()),
  /** presets in their order; none = the camera has no tour */
  stops: z.array(z.object({ token: z.string(), dwellS: z.number() })),
  enabled: z.boolean(),
  /** waits: somebody holds the camera */
  state: z.enum(["off", "runs", "waits"]),
  /** the preset of the tour where it is, or was when it began to wait */
  at: z.nullable(z.string()),
  /** who moves it by hand; null = nobody */
  hold: z.nullable(
    z.object({
      user: z.object({ name: z.string() }),
      /** this session's user */
      own: z.boolean(),
      leftMs: z.number(),
      mayTakeOver: z.boolean(),
    }),
  ),
});
export type PtzTour = z.infer<typeof ptzTour>;

export const ptzTourWrite = z.strictObject({
  stops: z.array(stop).check(z.maxLength(PATROL_STOPS_MAX)),
  enabled: z.boolean(),
});
export type PtzTourWrite = z.infer<typeof ptzTourWrite>;
export const ptzTourPatch = z.strictObject({ enabled: z.boolean() });

/** `takeOver`: also out of the hand of somebody who ranks lower */
export const ptzHoldAsk = z.strictObject({ takeOver: z._default(z.boolean(), false) });

/**
 * Tours that the camera keeps and goes on by itself: GET /service/cameras/{id}/position/tours, PATCH
 * /service/cameras/{id}/position/tours/{token}. Empty where it knows none.
 */
export const cameraTours = z.object({
  tours: z.readonly(
    z.array(z.object({ token: z.string(), name: z.string(), state: z.enum(["idle", "touring", "paused"]) })),
  ),
});
export type CameraTours = z.infer<typeof cameraTours>["tours"];
export const cameraTourPatch = z.strictObject({ runs: z.boolean() });
