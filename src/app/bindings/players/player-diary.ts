/** URL flag webrtc-player-diary: every change of every player, written to the console with its time. */
import type { Disposer } from "#base/disposer.ts";
import type { PlayerStore } from "#state/stage/player-store.ts";

export function bindPlayerDiary(players: PlayerStore, nameOf: (tileId: string) => string): Disposer {
  const { console: sink } = globalThis;
  return players.subscribe(({ byTile }, before) => {
    for (const id of new Set([...Object.keys(byTile), ...Object.keys(before.byTile)])) {
      const now = line(byTile[id]);
      if (now !== line(before.byTile[id])) sink.info(`[player] ${new Date().toISOString()} ${nameOf(id)}: ${now}`);
    }
  });
}

type Player = ReturnType<PlayerStore["get"]>["byTile"][string];
function line(player: Player | undefined): string {
  if (!player) return "closed";
  const { mode, carrier, overlay, retries, sourceId, message, stats } = player;
  const size = stats && stats.widthPx > 0 ? ` ${stats.widthPx}x${stats.heightPx}` : "";
  return `${mode}${carrier === null ? "" : ` by ${carrier}`} ${overlay}${size} source ${sourceId ?? "none"} retries ${retries}${message === "" ? "" : ` (${message})`}`;
}
