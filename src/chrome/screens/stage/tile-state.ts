import type { PlayerFacts } from "#state/player-store.ts";

/** A player's state in the words of the mirror. */
export function tileState(player: PlayerFacts | undefined): { readonly state: string; readonly mode: string } {
  if (!player) return { state: "connecting", mode: "webrtc" };
  const { overlay, mode } = player;
  const state = overlay === "none" || overlay === "play" ? "playing" : overlay;
  return { state, mode };
}
