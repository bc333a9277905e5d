/** Patrols of a fisheye's named views: GET and POST /service/patrols, GET, PATCH and DELETE /service/patrols/{id}. [ours] */
import * as z from "zod/mini";
import { PATROL_DWELL_MAX_S, PATROL_DWELL_MIN_S, PATROL_GLIDE_MAX_S, PATROL_STOPS_MAX } from "#domain/limits/dewarp.ts";
import { wireBoolean, wireId } from "../scalars.ts";
import { writtenName } from "./name.ts";

const dwellS = z.number().check(z.minimum(PATROL_DWELL_MIN_S), z.maximum(PATROL_DWELL_MAX_S));
const glideS = z.number().check(z.minimum(0), z.maximum(PATROL_GLIDE_MAX_S));

export const patrol = z.object({
  id: wireId,
  href: z.optional(z.string()),
  name: z.string(),
  camera: z.object({ id: wireId, orchidId: z._default(wireId, "1") }),
  /** in their order; a view that this session does not see is left out by whoever shows the patrol */
  stops: z.array(z.object({ view: z.object({ id: wireId }), dwellS: z.number() })),
  /** how long the look moves from one view to the next */
  glideS: z.number(),
  shared: z._default(wireBoolean, false),
  owner: z.object({ id: wireId }),
  /** whether this session may change it */
  editable: z._default(wireBoolean, false),
});
export type PatrolWire = z.infer<typeof patrol>;

export const patrolList = z.object({ href: z.optional(z.string()), patrols: z.array(patrol) });

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
const stops = z
  .array(z.strictObject({ view: z.strictObject({ id }), dwellS }))
  .check(z.minLength(1), z.maxLength(PATROL_STOPS_MAX));

/** Only who may change the server's configuration makes a shared one, and only of shared views. */
export const patrolCreate = z.strictObject({
  name: writtenName,
  camera: z.strictObject({ id, orchidId: z._default(id, "1") }),
  stops,
  glideS,
  shared: z._default(z.boolean(), false),
});
export type PatrolCreate = z.input<typeof patrolCreate>;

export const patrolPatch = z.strictObject({
  name: z.optional(writtenName),
  stops: z.optional(stops),
  glideS: z.optional(glideS),
  shared: z.optional(z.boolean()),
});
export type PatrolPatch = z.input<typeof patrolPatch>;
