/** Which streams a question about recordings is about, as far as whoever asks may play them back. */
import { type Result, ok } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { canOnCamera, type Identity } from "#recorder/core/identity.ts";
import type { Services } from "./services.ts";
import { mayOnStream } from "./route.ts";

/** Without ids all that they may; with ids just these, or why one of them may not be asked for. */
export function playableStreams(
  { cameras }: Services,
  who: Identity,
  ids: readonly string[] | undefined,
): Result<readonly string[], Failure> {
  if (ids === undefined || ids.length === 0) {
    const own = cameras.allStreams().filter((row) => canOnCamera(who, row.camera_id, "playback"));
    return ok(own.map(({ id }) => id));
  }
  for (const id of ids) {
    const denied = mayOnStream({ cameras }, who, id, "playback");
    if (denied) return denied;
  }
  return ok(ids);
}
