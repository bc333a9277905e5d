import type { CameraFacts } from "#state/camera-store.ts";
import type { StreamOption } from "#media/player/player-ports.ts";
/** A stream whose size is not known yet counts as this. */
const UNKNOWN_SIZE = { widthPx: 1280, heightPx: 720 };

/**
 * The streams that a player of a camera chooses from. The primary one is first, so that it is taken where sizes are
 * equal or unknown. A stream that is switched off has no frames; the primary one is offered even then, so that the
 * reason shows.
 */
export function streamOptions(camera: Pick<CameraFacts, "streams" | "primaryStreamId">): readonly StreamOption[] {
  const first = (id: string): number => (id === camera.primaryStreamId ? 0 : 1);
  return camera.streams
    .filter(({ id, active }) => active || id === camera.primaryStreamId)
    .sort((a, b) => first(a.id) - first(b.id))
    .map(({ id, widthPx, heightPx, framesPerSecond }) => ({
      id,
      widthPx: widthPx ?? UNKNOWN_SIZE.widthPx,
      heightPx: heightPx ?? UNKNOWN_SIZE.heightPx,
      framesPerSecond: framesPerSecond ?? 15,
    }));
}
