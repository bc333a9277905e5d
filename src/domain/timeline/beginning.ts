/** Where reverse play ends: before the first recording there is nothing to reach. */
import type { OverlayState } from "../player/overlay.ts";
import type { TimelineState } from "./timeline-state.ts";

/** What a tile reports about its player. */
interface SaidOfPlayer {
  readonly overlay: OverlayState;
  /** of an error: ban where the stream is not available at all */
  readonly errorIcon: "warning" | "ban";
}

/**
 * Whether a timeline that plays backwards has reached a point at which none of its players has an earlier recording.
 * `players`: those that follow it and may play back; a player that is in trouble, or still seeks, may have more. A
 * tile's report may belong to an order before the last one: code that stops the timeline asks the recorder first.
 */
export function isAtBeginning(
  { mode, paused, speed }: Pick<TimelineState, "mode" | "paused" | "speed">,
  players: readonly SaidOfPlayer[],
): boolean {
  if (mode !== "playback" || paused || speed >= 0) return false;
  const able = players.filter(({ overlay, errorIcon }) => !(overlay === "error" && errorIcon === "ban"));
  return able.length > 0 && able.every(({ overlay }) => overlay === "no_video");
}
