import { failureBody } from "../error.ts";
import * as z from "zod/mini";
import { wireBoolean, wireId, wireNumber } from "#protocol/scalars.ts";
import { pathId, queryFlag, readOnly } from "../list.ts";
import { writtenName } from "../name.ts";
import { STREAM_STATES } from "#domain/cameras/stream-status.ts";

/** Document 2, section 4; `unknown` also stands for a state of a newer server. */
export const streamStates = z.enum(STREAM_STATES);
export const streamState = z.pipe(
  z.string(),
  z.transform((state): z.infer<typeof streamStates> => {
    const known = streamStates.safeParse(state);
    return known.success ? known.data : "unknown";
  }),
);

export const streamStatus = z.object({
  /** the stream's id */
  id: wireId,
  href: z.optional(z.string()),
  streamState,
  retryCount: z._default(wireNumber, 0),
  /** server ms, 0 = never */
  lastArchiveWritten: z._default(wireNumber, 0),
  timestamp: z.optional(wireNumber),
  /** why it does not run; absent while it runs */
  trouble: z.optional(z.nullable(failureBody)),
  /** averages over at least the last 60 s; the frames as they arrive */
  streamStatistics: z.optional(
    z.array(
      z.object({
        windowSizeSeconds: wireNumber,
        video: z.optional(
          z.object({
            averageBitsPerSecond: z._default(wireNumber, 0),
            averageFramesPerSecond: z.optional(wireNumber),
            packetsLost: z._default(wireNumber, 0),
            packetsReceived: z._default(wireNumber, 0),
          }),
        ),
      }),
    ),
  ),
  video: z.optional(
    z.nullable(
      z.object({
        codec: z.string(),
        codecString: z.optional(z.string()),
        width: z.number(),
        height: z.number(),
        framesPerSecond: z.number(),
        hasBFrames: z.optional(z.boolean()),
        isIntraRefresh: z.optional(z.boolean()),
      }),
    ),
  ),
  audio: z.optional(z.nullable(z.object({ codec: z.string(), sampleRate: z.number(), channels: z.number() }))),
});
export type StreamStatusAnswer = z.infer<typeof streamStatus>;

export const streamStatusList = z.object({ href: z.optional(z.string()), statuses: z.array(streamStatus) });

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

const recordingMode = z.enum(["ALL_FEATURES_MODE", "EMBEDDED_LITE_MODE", "PROXY_ONLY_MODE"]);

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

const settingValue = z.union([z.string(), z.number(), z.boolean()]);
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

/**
 * POST /service/cameras/{id}/streams. Generic RTSP streams need configuration.General.Path. A client may send it as it
 * read another stream: the `id` of that stream and all read-only members are ignored.
 */
export const streamWrite = z.strictObject({
  id: readOnly,
  name: writtenName,
  active: z.optional(wireBoolean),
  configuration: z.optional(writeConfiguration),
  recordingConfiguration: z.optional(writeRecording),
  dewarpConfiguration: z.optional(writeDewarpOrNone),
  recordWhenSecondary: z.optional(wireBoolean),
  ...readOnlyOfStream,
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
  active: z.optional(wireBoolean),
  configuration: z.optional(writeConfiguration),
  recordingConfiguration: z.optional(writeRecording),
  dewarpConfiguration: z.optional(writeDewarpOrNone),
  recordWhenSecondary: z.optional(wireBoolean),
  ...readOnlyOfStream,
});
export type StreamPatch = z.input<typeof streamPatch>;

/** DELETE .../{streamId} answers with the camera's new primary stream when it was the primary one. */
export const streamRemoved = z.object({ primaryStream: z.optional(z.nullable(z.object({ id: wireId }))) });
