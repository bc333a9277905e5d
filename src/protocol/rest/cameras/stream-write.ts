/** What clients send to add, change and remove a stream. */
import * as z from "zod/mini";
import { wireBoolean, wireId, wireNumber } from "#protocol/scalars.ts";
import { pathId, readOnly } from "../list.ts";
import { writtenName } from "../name.ts";

const recordingMode = z.enum(["ALL_FEATURES_MODE", "EMBEDDED_LITE_MODE", "PROXY_ONLY_MODE"]);

const writeDewarp = z.strictObject({
  enable: wireBoolean,
  defaultMode: z.enum(["perspective", "panorama", "warped"]),
  orientation: z.enum(["ceiling", "floor", "wall"]),
  perspectiveDepth: wireNumber.check(z.minimum(0.1), z.maximum(9)),
  defaultPerspectiveView: z.strictObject({
    pan: wireNumber.check(z.minimum(-360), z.maximum(360)),
    tilt: wireNumber.check(z.minimum(-90), z.maximum(90)),
    zoom: wireNumber.check(z.minimum(0.1), z.maximum(10)),
  }),
  panoramaAspectRatio: wireNumber.check(z.minimum(0), z.maximum(10)),
  panoramaShift: wireNumber.check(z.minimum(-180), z.maximum(180)),
  lens: z.optional(
    z.strictObject({
      projection: z.enum(["equidistant", "equisolid", "stereographic", "orthographic", "polynomial"]),
      fov: wireNumber.check(z.minimum(30), z.maximum(280)),
      centerX: wireNumber.check(z.minimum(0), z.maximum(1)),
      centerY: wireNumber.check(z.minimum(0), z.maximum(1)),
      radius: wireNumber.check(z.minimum(0.05), z.maximum(2)),
      stretch: wireNumber.check(z.minimum(0.25), z.maximum(4)),
      roll: wireNumber.check(z.minimum(-360), z.maximum(360)),
      k: z.optional(z.tuple([wireNumber, wireNumber, wireNumber, wireNumber])),
    }),
  ),
});

const DEWARP_SETTINGS = [
  "enable",
  "defaultMode",
  "orientation",
  "perspectiveDepth",
  "defaultPerspectiveView",
  "panoramaAspectRatio",
  "panoramaShift",
] as const;

/** All settings, with or without the lens; `{}` = never set. */
const writeDewarpOrNone = z
  .partial(writeDewarp)
  .check(
    z.refine(
      (value) => Object.keys(value).length === 0 || DEWARP_SETTINGS.every((name) => value[name] !== undefined),
      "all settings, or none at all",
    ),
  );

const writeRecording = z.strictObject({
  mode: z.optional(recordingMode),
  motionReducer: z.optional(wireBoolean),
  decode: z.optional(z.strictObject({ keyFramesOnly: wireBoolean })),
  filesplit: z.optional(
    z.strictObject({
      motionMode: z.optional(wireNumber.check(z.minimum(0), z.maximum(2))),
      recordState: z.optional(wireBoolean),
      timePeriod: z.optional(wireNumber.check(z.minimum(1), z.maximum(3600))),
    }),
  ),
  bgseg: z.optional(
    z.strictObject({
      /** object size of the motion dialog, 0 to 100 */
      boxArea: z.optional(wireNumber.check(z.minimum(0), z.maximum(100))),
      /** the mask changes only by its own upload: accepted and ignored */
      motionMask: z.optional(z.strictObject({ href: z.string() })),
    }),
  ),
});

const settingValue = z.union([z.string(), z.number(), z.boolean()]);
const writeGroup = z.record(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,40}$/)), settingValue);
const writeConfiguration = z.strictObject({
  Name: z.optional(writtenName),
  Resource: z.optional(z.string().check(z.maxLength(2000))),
  Fixed: z.optional(wireBoolean),
  General: z.optional(writeGroup),
  Video: z.optional(writeGroup),
  Audio: z.optional(writeGroup),
  Metadata: z.optional(writeGroup),
});

/** What a client sends along when it sends a stream back as it read it. */
const readOnlyOfStream = { href: readOnly, camera: readOnly, rtsp: readOnly, status: readOnly, isMasked: readOnly };

/** What both calls may change, and what they ignore. */
const settingsOfStream = {
  active: z.optional(wireBoolean),
  configuration: z.optional(writeConfiguration),
  recordingConfiguration: z.optional(writeRecording),
  dewarpConfiguration: z.optional(writeDewarpOrNone),
  recordWhenSecondary: z.optional(wireBoolean),
  ...readOnlyOfStream,
};

/**
 * POST /service/cameras/{id}/streams. Generic RTSP streams need configuration.General.Path. A client may send it as it
 * read another stream: the `id` of that stream and all read-only members are ignored.
 */
export const streamWrite = z.strictObject({
  id: readOnly,
  name: writtenName,
  ...settingsOfStream,
});
export type StreamWrite = z.input<typeof streamWrite>;

/**
 * PUT and PATCH .../{streamId}, which the documents let carry dewarpConfiguration or recordingConfiguration: an absent
 * member stays unchanged. A client may send a stream back as it read it: `id` must match, read-only members are
 * ignored.
 */
export const streamPatch = z.strictObject({
  id: z.optional(pathId),
  name: z.optional(writtenName),
  ...settingsOfStream,
});
export type StreamPatch = z.input<typeof streamPatch>;

/** DELETE .../{streamId} answers with the camera's new primary stream when it was the primary one. */
export const streamRemoved = z.object({ primaryStream: z.optional(z.nullable(z.object({ id: wireId }))) });
