import { failureBody } from "../error.ts";
import * as z from "zod/mini";
import { wireBoolean, wireId, wireNumber } from "#protocol/scalars.ts";
import { cameraCapabilities, ptzCapability } from "./capability.ts";
import { pathId, readOnly } from "../list.ts";
import { oneLine, writtenName, writtenNameOrNone } from "../name.ts";
import { ptzPreset } from "./ptz.ts";
import { stream, streamConfiguration } from "./stream.ts";
import { streamStatus } from "./stream-status.ts";

const cameraDriver = z.enum(["ONVIF", "Generic RTSP"]);
export type CameraDriver = z.infer<typeof cameraDriver>;

/** What the session may do with this camera. When a recorder does not send it, the session's scope decides. */
const cameraActions = z.object({
  live: z._default(wireBoolean, false),
  playback: z._default(wireBoolean, false),
  ptz: z._default(wireBoolean, false),
  export: z._default(wireBoolean, false),
  /** only the views by which it is seen, ours */
  exportViews: z.optional(wireBoolean),
  /** share views of it, and change shared ones, ours */
  shareViews: z.optional(wireBoolean),
  /** see without privacy masks, ours */
  unmask: z._default(wireBoolean, false),
});

/** An unknown driver of a newer server is shown as the plain one. */
const wireDriver = z.pipe(
  z.string(),
  z.transform((driver): CameraDriver => (driver === "ONVIF" ? driver : "Generic RTSP")),
);

const optionalText = z.optional(
  z.pipe(
    z.union([z.string(), z.number(), z.boolean(), z.null()]),
    z.transform((value) => (value === null ? "" : String(value))),
  ),
);

export const cameraConfiguration = z.object({
  IPAddress: optionalText,
  Manufacturer: optionalText,
  Model: optionalText,
  Firmware: optionalText,
  SerialNumber: optionalText,
  MAC: optionalText,
  HostName: optionalText,
  BaseUri: optionalText,
});

export const camera = z.object({
  id: wireId,
  href: z.optional(z.string()),
  name: z._default(z.string(), ""),
  active: z._default(wireBoolean, true),
  driver: z._default(wireDriver, "Generic RTSP"),
  /** without credentials; only sessions with `config` see it */
  connectionUri: z.optional(z.string()),
  displayModel: z.optional(z.string()),
  configured: z.optional(wireBoolean),
  /** ms to keep, 0 = automatic */
  retention: z._default(wireNumber, 0),
  configuration: z._default(cameraConfiguration, {}),
  capabilities: z._default(cameraCapabilities, { camera: {}, stream: {} }),
  features: z._default(z.object({ ptz: z.optional(ptzCapability), ptzPresets: z.optional(z.array(ptzPreset)) }), {}),
  primaryStream: z.optional(
    z.nullable(
      z.object({
        id: wireId,
        href: z.optional(z.string()),
        name: z.optional(z.string()),
        rtsp: z.optional(z.string()),
        configuration: z.optional(streamConfiguration),
        status: z.optional(streamStatus),
      }),
    ),
  ),
  streams: z._default(z.array(stream), []),
  permissions: z.optional(z.object({ actions: cameraActions })),
  lastStreamState: z.optional(z.string()),
  server: z.optional(z.object({ id: wireId, href: z.optional(z.string()) })),
  /** it belongs to another recorder, which this one stands in for or mirrors: it can be changed there alone; absent: it is its own */
  recordedFor: z.optional(z.object({ id: wireId, name: z.string() })),
});
export type Camera = z.infer<typeof camera>;

/**
 * GET /service/cameras. With `since`, a `version` of before, only those that changed since then; the answer repeats it where that
 * could be done, else it has all cameras. Figures of a stream that change all the time are no change.
 */
export const cameraList = z.object({
  href: z.optional(z.string()),
  cameras: z.array(camera),
  /** of the list as this session sees it; absent: an older server */
  version: z.optional(z.string()),
  since: z.optional(z.string()),
  /** with `since`: all ids in their order, where cameras came, went or changed places */
  ids: z.optional(z.array(wireId)),
});
export const cameraListQuery = z.object({ since: z.optional(z.string().check(z.maxLength(64))) });

const username = z.string().check(z.maxLength(200), oneLine);
const password = z.string().check(z.maxLength(200));
/**
 * http(s)://{ip}/onvif/device_service, or rtsp(s)://... and http(s)://... of Motion JPEG; the scheme may be left out
 * (ONVIF: http, RTSP: rtsp).
 */
const uri = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000));

const cameraConnection = z.strictObject({
  uri,
  username: z._default(username, ""),
  password: z._default(password, ""),
});

/**
 * POST /service/cameras. `import`: the camera's settings are taken over unchanged; that also happens without it
 * (decision 0012).
 */
export const cameraRegistration = z.strictObject({
  driver: cameraDriver,
  name: z.optional(writtenNameOrNone),
  import: z.optional(wireBoolean),
  connection: cameraConnection,
});
export type CameraRegistration = z.input<typeof cameraRegistration>;

/** PATCH /service/cameras/{id}. `id` is accepted where the documents send it and must match. */
export const cameraPatch = z.strictObject({
  id: z.optional(pathId),
  name: z.optional(writtenName),
  /** absent username or password keep the stored value; a password is required where scheme, host or port change */
  connection: z.optional(
    z.strictObject({ uri: z.optional(uri), username: z.optional(username), password: z.optional(password) }),
  ),
  primaryStream: z.optional(z.strictObject({ id: pathId, href: readOnly })),
  /** ms; 0 = automatic, at most 10000 days */
  retention: z.optional(wireNumber.check(z.minimum(0), z.maximum(864_000_000_000))),
});
export type CameraPatch = z.input<typeof cameraPatch>;

/** PATCH answers with the camera as it is now (the documents read `data.camera`). */
export const cameraAnswer = z.object({ camera });

export const cameraVerification = z.object({
  success: z.boolean(),
  /** in English */
  message: z.string(),
  told: z.optional(failureBody),
});

/** GET /service/cameras/disk-usage: per camera what lies on disk. `cameras` includes deleted ones with `deleted`. */
export const cameraDiskUsage = z.object({
  href: z.optional(z.string()),
  cameras: z.array(
    z.object({
      id: wireId,
      name: z.optional(z.string()),
      deleted: z._default(wireBoolean, false),
      bytesRecorded: z._default(wireNumber, 0),
      secondsRecorded: z._default(wireNumber, 0),
      /** seconds of media on disk as days; the screen rounds to one decimal */
      daysRecorded: z._default(wireNumber, 0),
      /** from the oldest to the newest frame */
      calendarDays: z._default(wireNumber, 0),
      /** server ms, 0 = nothing */
      oldest: z._default(wireNumber, 0),
      newest: z._default(wireNumber, 0),
      isMotionOnly: z._default(wireBoolean, false),
      /**
       * null: no estimate, because less than 60 s are recorded or nothing is recorded any more; absent: the reader
       * computes it
       */
      bytesEstimatedPerDay: z.optional(z.nullable(wireNumber)),
    }),
  ),
  bytesFromDeletedCameras: z._default(wireNumber, 0),
});
export type CameraDiskUsage = z.infer<typeof cameraDiskUsage>;
