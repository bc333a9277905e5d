import * as z from "zod/mini";
import { wireBoolean, wireId, wireNumber } from "#protocol/scalars.ts";
import { queryFlag } from "../list.ts";
import { streamStatus } from "./stream-status.ts";

/** Document 1, section 3: the fisheye settings of a stream. `{}` = never set. */
const dewarpConfiguration = z.object({
  enable: z.optional(wireBoolean),
  defaultMode: z.optional(z.enum(["perspective", "panorama", "warped"])),
  orientation: z.optional(z.enum(["ceiling", "floor", "wall"])),
  perspectiveDepth: z.optional(wireNumber),
  defaultPerspectiveView: z.optional(
    z.object({
      pan: z._default(wireNumber, 0),
      tilt: z._default(wireNumber, 45),
      zoom: z._default(wireNumber, 0.5),
    }),
  ),
  panoramaAspectRatio: z.optional(wireNumber),
  panoramaShift: z.optional(wireNumber),
  /** beyond the documents: how the lens draws; absent = equidistant, 180 degrees, centred */
  lens: z.optional(
    z.object({
      projection: z._default(
        z.enum(["equidistant", "equisolid", "stereographic", "orthographic", "polynomial"]),
        "equidistant",
      ),
      fov: z._default(wireNumber, 180),
      centerX: z._default(wireNumber, 0.5),
      centerY: z._default(wireNumber, 0.5),
      radius: z._default(wireNumber, 0.5),
      stretch: z._default(wireNumber, 1),
      roll: z._default(wireNumber, 0),
      k: z.optional(z.tuple([wireNumber, wireNumber, wireNumber, wireNumber])),
    }),
  ),
});

/** Document 2, sections 3 and 4 (recording styles). */
const recordingConfiguration = z.object({
  mode: z.optional(z.string()),
  motionReducer: z.optional(wireBoolean),
  decode: z.optional(z.object({ keyFramesOnly: z.optional(wireBoolean) })),
  filesplit: z.optional(
    z.object({
      motionMode: z.optional(wireNumber),
      recordState: z.optional(wireBoolean),
      timePeriod: z.optional(wireNumber),
    }),
  ),
  bgseg: z.optional(
    z.object({
      boxArea: z.optional(wireNumber),
      motionMask: z.optional(z.object({ href: z._default(z.string(), "") })),
    }),
  ),
});
export type RecordingConfiguration = z.infer<typeof recordingConfiguration>;

const settingGroup = z.record(z.string(), z.unknown());

/**
 * The camera's settings as they were sent to it: General, Video (Resolution, FrameRate, Encoder, GOVLength...), Audio;
 * text or native.
 */
export const streamConfiguration = z.object({
  Name: z.optional(z.string()),
  /** the camera's own RTSP address, without credentials */
  Resource: z.optional(z.string()),
  /** 'true' marks a stream that cannot be deleted */
  Fixed: z._default(wireBoolean, false),
  General: z.optional(settingGroup),
  Video: z.optional(settingGroup),
  Audio: z.optional(settingGroup),
  Metadata: z.optional(settingGroup),
});

export const stream = z.object({
  id: wireId,
  href: z.optional(z.string()),
  name: z._default(z.string(), ""),
  active: z._default(wireBoolean, true),
  camera: z.optional(z.object({ id: wireId, href: z.optional(z.string()), name: z.optional(z.string()) })),
  /** the address at which any RTSP player reads the camera itself (no credentials in it) */
  rtsp: z.optional(z.string()),
  recordingStyle: z.optional(z.string()),
  configuration: z._default(streamConfiguration, { Fixed: false }),
  recordingConfiguration: z._default(recordingConfiguration, {}),
  dewarpConfiguration: z._default(dewarpConfiguration, {}),
  /** record although it is not the primary stream */
  recordWhenSecondary: z.optional(wireBoolean),
  /** parts of its picture are hidden; absent: the server knows no privacy masks */
  isMasked: z.optional(wireBoolean),
  status: z.optional(streamStatus),
});
export type Stream = z.infer<typeof stream>;

export const streamList = z.object({ href: z.optional(z.string()), streams: z.array(stream) });

export const streamsQuery = z.strictObject({
  /** only streams that are meant to run */
  live: z.optional(z.union([queryFlag, z.literal("primary")])),
  sid: z.optional(z.string()),
  _: z.optional(z.string()),
});
