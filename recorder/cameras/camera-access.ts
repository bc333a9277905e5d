/** Who may do what on which camera, for what names one in its path, body or query. */
import type { Permission } from "#domain/accounts/access.ts";
import { failure, type Refusal, refuse } from "#domain/failures/failure.ts";
import { canOnCamera, canSeeCamera, exportedViews, type Identity } from "#recorder/core/identity.ts";

/** Where the camera of a stream is found. */
export interface StreamOwners {
  stream(id: string): { readonly camera_id: string } | undefined;
}

/** Null when it may. A stream of a camera that one may not see answers like one that does not exist. */
export function mayOnStream(
  cameras: StreamOwners,
  who: Identity,
  streamId: string,
  permission: Permission,
): Refusal | null {
  const row = cameras.stream(streamId);
  if (!row || !canSeeCamera(who, row.camera_id)) return refuse("stream/unknown");
  return mayOnCamera(who, row.camera_id, permission);
}

/** The same for several: null when it may on all of them. */
export function mayOnStreams(
  cameras: StreamOwners,
  who: Identity,
  streamIds: readonly string[],
  permission: Permission,
): Refusal | null {
  for (const id of streamIds) {
    const denied = mayOnStream(cameras, who, id, permission);
    if (denied) return denied;
  }
  return null;
}

/** Null when it may; the failure with the documents' words otherwise. */
export function mayOnCamera(who: Identity, cameraId: string, permission: Permission): Refusal | null {
  if (canOnCamera(who, cameraId, permission)) return null;
  if (permission === "live") return refuse("access/denied", { cause: failure("access/no-live") });
  if (permission === "playback") return refuse("access/denied", { cause: failure("access/no-playback") });
  if (permission === "unmask") return refuse("access/denied", { cause: failure("access/no-unmask") });
  return refuse("access/denied");
}

/** Null when all of the camera may be exported, or the views by which it is seen. */
export const mayExportSome = (who: Identity, cameraId: string): Refusal | null =>
  exportedViews(who, cameraId) ? null : mayOnCamera(who, cameraId, "export");
