/** Turns a stream's row into what `media` shall do with it. */
import { parseDewarpConfig } from "#domain/dewarp/config.ts";
import { viewFootprint } from "#domain/dewarp/view-footprint.ts";
import { look } from "#protocol/rest/view.ts";
import type { Store } from "#recorder/store/store.ts";
import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import type { RecordingConfiguration } from "#protocol/rest/cameras/stream.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
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
    motion: watchesMotion(row, camera)
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

/** Whether motion is looked for in it. */
export const watchesMotion = (row: StreamRow, camera: CameraRow): boolean =>
  isChosen(row, camera) && (JSON.parse(row.recording) as RecordingConfiguration).mode === "ALL_FEATURES_MODE";

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

export interface SharedView {
  readonly id: string;
  /** JSON */
  readonly look: string;
}
/** By the camera. */
export type SharedViews = ReadonlyMap<string, readonly SharedView[]>;

/** What viewers may see whose rights name views. */
export async function sharedViews(store: Store): Promise<SharedViews> {
  const rows = await store
    .selectFrom("fisheye_views")
    .select(["id", "camera_id", "look"])
    .where("shared", "=", 1)
    .where("orchid_id", "=", "1")
    .execute();
  const found = new Map<string, SharedView[]>();
  for (const { id, camera_id, look: json } of rows)
    found.set(camera_id, [...(found.get(camera_id) ?? []), { id, look: json }]);
  return found;
}

/** Empty where nothing can be said of what a view shows: then nothing of it is seen. */
export function shownByView(
  views: readonly SharedView[],
  row: Pick<StreamRow, "dewarp">,
  picture: { readonly width: number; readonly height: number } | null,
): NonNullable<StreamSpec["shownByView"]> {
  const config = parseDewarpConfig(JSON.parse(row.dewarp));
  if (!config.ok || !picture) return {};
  return Object.fromEntries(
    views.map(({ id, look: json }) => {
      // One that cannot be read must not keep the other streams from their orders.
      const read = look.safeParse(JSON.parse(json));
      return [id, read.success ? viewFootprint(read.data, config.value, picture) : []];
    }),
  );
}
