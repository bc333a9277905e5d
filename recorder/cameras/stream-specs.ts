/** Turns a stream's row into what `media` shall do with it. */
import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import type { RecordingConfiguration } from "#protocol/rest/cameras/stream.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import type { StreamSpec } from "#recorder/ipc/contracts.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";

/** Document 2, section 5: object size 0 to 100, default 5. */
const DEFAULT_OBJECT_SIZE = 5;

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export function streamSpec(
  row: StreamRow,
  camera: CameraRow,
  credentials: Credentials,
  network: AddressPolicy | null,
): StreamSpec {
  const recording = JSON.parse(row.recording) as RecordingConfiguration;
  const record = recordedAs(row, camera);
  const watchesMotion = isChosen(row, camera) && recording.mode === "ALL_FEATURES_MODE";
  return {
    id: row.id,
    cameraId: camera.id,
    url: row.uri,
    username: credentials.username,
    password: credentials.password,
    transport: transportOf(row),
    ...(network ? { network } : {}),
    active: row.active === 1,
    masks: masksOf(row, camera),
    record,
    motion: watchesMotion
      ? {
          objectSize: recording.bgseg?.boxArea ?? DEFAULT_OBJECT_SIZE,
          keyFramesOnly: recording.decode?.keyFramesOnly ?? false,
          mask: row.mask === null ? null : Buffer.from(row.mask, "base64"),
        }
      : null,
  };
}

/** A stream without masks of its own has those of its camera. */
export const masksOf = (
  row: Pick<StreamRow, "privacy_masks">,
  camera: Pick<CameraRow, "privacy_masks">,
): readonly PrivacyMask[] => JSON.parse(row.privacy_masks ?? camera.privacy_masks) as readonly PrivacyMask[];

const isChosen = (row: StreamRow, camera: CameraRow): boolean =>
  camera.primary_stream_id === row.id || row.record_when_secondary === 1;

/**
 * How this stream of the camera is recorded now: by its style, if it is the primary one or recorded in addition to
 * that.
 */
export const recordedAs = (row: StreamRow, camera: CameraRow): StreamSpec["record"] =>
  isChosen(row, camera) ? recordOf(JSON.parse(row.recording) as RecordingConfiguration) : "proxy";

/** Document 2, section 4: recording styles by mode, motionMode and motionReducer. */
export function recordOf(recording: RecordingConfiguration): StreamSpec["record"] {
  if (recording.mode === "PROXY_ONLY_MODE") return "proxy";
  if (recording.mode !== "ALL_FEATURES_MODE") return "continuous";
  if (recording.filesplit?.motionMode === 2) return "motion";
  return recording.motionReducer === true ? "adaptive" : "continuous";
}

/** The default: continuous with motion detection. */
export const defaultRecording: RecordingConfiguration = {
  mode: "ALL_FEATURES_MODE",
  motionReducer: false,
  decode: { keyFramesOnly: false },
  filesplit: { motionMode: 0, recordState: true },
  bgseg: { boxArea: DEFAULT_OBJECT_SIZE, motionMask: { href: "" } },
};

function transportOf(row: StreamRow): "tcp" | "udp" {
  const { General } = JSON.parse(row.configuration) as { General?: Record<string, unknown> };
  return General?.TransportProtocol === "UDP" ? "udp" : "tcp";
}
