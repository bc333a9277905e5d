/** Which streams a question about recordings is about, as far as whoever asks may play them back. */
import { ok, type Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { mayOnStreams } from "#recorder/cameras/camera-access.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import { canOnCamera, type Identity } from "#recorder/core/identity.ts";

/**
 * Without ids, all streams that the user may play; with ids exactly these, or the reason why one of them is not
 * allowed.
 */
export function playableStreams(
  cameras: Pick<Cameras, "allStreams" | "stream">,
  who: Identity,
  ids: readonly string[] | undefined,
): Result<readonly string[], Failure> {
  if (ids === undefined || ids.length === 0) {
    const own = cameras.allStreams().filter((row) => canOnCamera(who, row.camera_id, "playback"));
    return ok(own.map(({ id }) => id));
  }
  return mayOnStreams(cameras, who, ids, "playback") ?? ok(ids);
}
