import type { OverlayState } from "#domain/player/overlay.ts";
import type { PlayerFacts } from "#state/stage/player-store.ts";

/** The picture itself says what these overlays do not. */
const words: Partial<Record<OverlayState, string>> = { none: "playing", play: "paused" };

/** A player's state in the words of the mirror. */
export function tileState(player: PlayerFacts | undefined): { readonly state: string; readonly mode: string } {
  if (!player) return { state: "connecting", mode: "webrtc" };
  const { overlay, mode } = player;
  return { state: words[overlay] ?? overlay, mode };
}
