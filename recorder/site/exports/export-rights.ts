/**
 * Who may export what: whole cameras, or the views by which alone somebody sees one. What such a view leaves out is covered
 * in the source picture, so that no other look at it shows more.
 */
import { sameData } from "#base/same-data.ts";
import { ok, type Result } from "#base/result.ts";
import { type Cover, WHOLE_PICTURE } from "#domain/cameras/privacy-mask.ts";
import type { FisheyeLook } from "#domain/dewarp/config.ts";
import { type Failure, failure, type Refusal, refuse } from "#domain/failures/failure.ts";
import { look } from "#protocol/rest/view.ts";
import { mayOnStream, mayOnStreams } from "#recorder/cameras/camera-access.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import { masksOf } from "#recorder/cameras/stream-specs.ts";
import { exportedViews, type Identity, viewsOnCamera } from "#recorder/core/identity.ts";
import type { ExportStream } from "#recorder/ipc/export-contract.ts";
import type { ExportAsk } from "./export-ask.ts";

export type ExportedCameras = Pick<Cameras, "get" | "stream" | "viewsOf" | "shownBy">;
/** the views by which alone somebody sees a camera; undefined: no such limit */
export type ViewIds = readonly string[] | undefined;

export function viewsOnStream(cameras: ExportedCameras, who: Identity, streamId: string): ViewIds {
  const row = cameras.stream(streamId);
  return row && viewsOnCamera(who, row.camera_id);
}

interface OrderedPart {
  readonly stream: string;
  readonly view?: { readonly look: FisheyeLook };
}

/** null: each part of the order is a camera, or a view of one, that `who` may export */
export function mayOrder(cameras: ExportedCameras, who: Identity, parts: readonly OrderedPart[]): Refusal | null {
  for (const { stream, view } of parts) {
    const denied = deniedOn(cameras, who, stream, (ids, cameraId) =>
      cameras
        .viewsOf(cameraId)
        .some((one) => ids.includes(one.id) && view !== undefined && isLook(one.look, view.look)),
    );
    if (denied) return denied;
  }
  return null;
}

/** The same for an export that was ordered earlier. `stillHides` says whether it shows no more than these views. */
export function mayHave(
  cameras: ExportedCameras,
  who: Identity,
  streams: readonly Pick<ExportStream, "streamId" | "view">[],
): Refusal | null {
  for (const { streamId, view } of streams) {
    const denied = deniedOn(cameras, who, streamId, () => view !== undefined);
    if (denied) return denied;
  }
  return null;
}

function deniedOn(
  cameras: ExportedCameras,
  who: Identity,
  streamId: string,
  isOneOf: (viewIds: readonly string[], cameraId: string) => boolean,
): Refusal | null {
  const denied = mayOnStream(cameras, who, streamId, "export");
  const row = cameras.stream(streamId);
  const own = row && exportedViews(who, row.camera_id);
  if (!denied || !own) return denied;
  return isOneOf(own, row.camera_id) ? null : refuse("access/denied", { cause: failure("access/views-only") });
}

/** `json`: as it is stored. */
function isLook(json: string, asked: FisheyeLook): boolean {
  const stored = look.safeParse(JSON.parse(json));
  const read = look.safeParse(asked);
  return stored.success && read.success && sameData(stored.data, read.data);
}

/** Nothing may be seen of a camera that was removed since. */
export function hiddenOf(cameras: ExportedCameras, streamId: string, views: ViewIds): readonly Cover[] {
  const stream = cameras.stream(streamId);
  const camera = stream && cameras.get(stream.camera_id);
  if (!stream || !camera) return WHOLE_PICTURE;
  const masks = masksOf(stream, camera);
  if (!views) return masks;
  const shown = cameras.shownBy(streamId, views);
  return shown.length > 0 ? [...masks, ...shown] : WHOLE_PICTURE;
}

/** Ok when the export hides what has to be hidden by now, and the caller may still see all that it shows. */
export function stillHides(
  cameras: ExportedCameras,
  who: Identity,
  { streams, isUnmasked }: Pick<ExportAsk, "streams" | "isUnmasked">,
): Result<null, Failure> {
  const ids = streams.map(({ streamId }) => streamId);
  if (isUnmasked) return mayOnStreams(cameras, who, ids, "unmask") ?? ok(null);
  const isSame = streams.every(
    ({ streamId, masks = [] }) =>
      JSON.stringify(masks) === JSON.stringify(hiddenOf(cameras, streamId, viewsOnStream(cameras, who, streamId))),
  );
  return isSame ? ok(null) : refuse("export/masks-changed");
}
