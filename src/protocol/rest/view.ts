/** Named views of fisheyes: GET and POST /service/views, GET, PATCH and DELETE /service/views/{id}. [ours] */
import * as z from "zod/mini";
import { DEWARP_LAYOUTS } from "#domain/dewarp/config.ts";
import { DIGITAL_ZOOM_MAX, DIGITAL_ZOOM_MIN } from "#domain/limits/ptz.ts";
import { wireBoolean, wireId } from "../scalars.ts";
import { writtenName } from "./name.ts";

const degrees = z.number().check(z.minimum(-360), z.maximum(360));
const share = z.number().check(z.minimum(0), z.maximum(1));

/** What a fisheye's tile shows: the mode (1 perspective, 2 panorama) and its values, angles in degrees. */
export const look = z.object({
  mode: z.union([z.literal(1), z.literal(2)]),
  view: z.object({ pan: degrees, tilt: degrees, zoom: z.number().check(z.minimum(0), z.maximum(100)) }),
  shift: degrees,
  layout: z._default(z.enum(DEWARP_LAYOUTS), "single"),
  panoramaZoom: z._default(
    z.object({
      scale: z.number().check(z.minimum(DIGITAL_ZOOM_MIN), z.maximum(DIGITAL_ZOOM_MAX)),
      centerX: share,
      centerY: share,
    }),
    { scale: 1, centerX: 0.5, centerY: 0.5 },
  ),
});

const camera = z.object({ id: wireId, orchidId: z._default(wireId, "1") });

export const namedView = z.object({
  id: wireId,
  href: z.optional(z.string()),
  name: z.string(),
  camera,
  look,
  shared: z._default(wireBoolean, false),
  owner: z.object({ id: wireId }),
  /** whether this session may change it */
  editable: z._default(wireBoolean, false),
  /** this account's own beginning for the camera */
  home: z._default(wireBoolean, false),
});
export type NamedViewWire = z.infer<typeof namedView>;

export const namedViewList = z.object({ href: z.optional(z.string()), views: z.array(namedView) });

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** Only who may change the server's configuration makes a shared one. */
export const viewCreate = z.strictObject({
  name: writtenName,
  camera: z.strictObject({ id, orchidId: z._default(id, "1") }),
  look,
  shared: z._default(z.boolean(), false),
});
export type ViewCreate = z.input<typeof viewCreate>;

/** `home` is the account's own choice, also of a view that it may not change. */
export const viewPatch = z.strictObject({
  name: z.optional(writtenName),
  look: z.optional(look),
  shared: z.optional(z.boolean()),
  home: z.optional(z.boolean()),
});
export type ViewPatch = z.input<typeof viewPatch>;
