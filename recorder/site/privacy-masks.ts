/** What is hidden of a camera's picture: what is stored of it, and how it changes. */
import { ok, type Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { refuse } from "#domain/failures/failure.ts";
import { keptMask, masksFault, type PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import type { PrivacyMasksAnswer } from "#protocol/rest/cameras/privacy-mask.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";

type MaskedCameras = Pick<Cameras, "streamsOf" | "update" | "streams" | "stream" | "notOurs">;

export function privacyMasksOf(cameras: Pick<Cameras, "streamsOf">, camera: CameraRow): PrivacyMasksAnswer {
  return {
    href: `/service/cameras/${camera.id}/privacy-masks`,
    masks: read(camera.privacy_masks),
    streams: cameras
      .streamsOf(camera.id)
      .flatMap(({ id, privacy_masks: own }) => (own === null ? [] : [{ id, masks: read(own) }])),
  };
}

/** Sets the masks of a whole camera. Viewers see it at once, also in what was recorded before. Failures: privacy-mask/..., camera/unknown, camera/borrowed. */
export async function setCameraMasks(
  cameras: MaskedCameras,
  cameraId: string,
  masks: readonly PrivacyMask[],
): Promise<Result<null, Failure>> {
  const fault = masksFault(masks);
  if (fault) return { ok: false, error: fault };
  const changed = await cameras.update(cameraId, { privacy_masks: written(masks) });
  return changed.ok ? ok(null) : changed;
}

/** Sets the masks of one stream; null: it has those of its camera again. Failures: privacy-mask/..., stream/unknown, camera/borrowed. */
export async function setStreamMasks(
  cameras: MaskedCameras,
  streamId: string,
  masks: readonly PrivacyMask[] | null,
): Promise<Result<null, Failure>> {
  const fault = masks && masksFault(masks);
  if (fault) return { ok: false, error: fault };
  const no = cameras.notOurs(cameras.stream(streamId)?.camera_id ?? "");
  if (no) return no;
  const changed = await cameras.streams.update(streamId, { privacy_masks: masks && written(masks) });
  return changed ? ok(null) : refuse("stream/unknown");
}

const written = (masks: readonly PrivacyMask[]): string => JSON.stringify(masks.map(keptMask));
const read = (json: string): PrivacyMasksAnswer["masks"] => JSON.parse(json) as PrivacyMasksAnswer["masks"];
