/** Which streams a question about recordings covers, limited to those that the user may play back. */
import { type Answer, done } from "#recorder/core/answer.ts";
import { canOnCamera, type Identity } from "#recorder/core/identity.ts";
import type { Services } from "./services.ts";
import { mayOnStream } from "./route.ts";

/**
 * Without ids, all streams that the user may play; with ids exactly these, or the reason why one of them is not
 * allowed.
 */
export function playableStreams(
  { cameras }: Services,
  who: Identity,
  ids: readonly string[] | undefined,
): Answer<readonly string[]> {
  if (ids === undefined || ids.length === 0) {
    const own = cameras.allStreams().filter((row) => canOnCamera(who, row.camera_id, "playback"));
    return done(own.map(({ id }) => id));
  }
  for (const id of ids) {
    const denied = mayOnStream({ cameras }, who, id, "playback");
    if (denied) return denied;
  }
  return done(ids);
}
