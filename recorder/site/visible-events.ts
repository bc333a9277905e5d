/** Which entries of the journal a user may read, because their texts name cameras. */
import type { ServerEvent } from "#protocol/rest/recordings/motion.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import { can, canSeeCamera, type Identity } from "#recorder/core/identity.ts";

/**
 * Entries without a camera are shown to everybody who may read the journal. Cameras and streams of an entry may have been removed
 * since.
 */
export async function visibleEvents(cameras: Cameras, who: Identity): Promise<(event: ServerEvent) => boolean> {
  if (can(who, "config")) return () => true;
  const cameraOf = new Map((await cameras.everStreams()).map(({ streamId, camera }) => [streamId, camera.id]));
  return ({ cameraId, streamId }) => {
    const of = cameraId ?? (streamId ? (cameraOf.get(streamId) ?? "") : null);
    return of === null || canSeeCamera(who, of);
  };
}
