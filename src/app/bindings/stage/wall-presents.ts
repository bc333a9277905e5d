/** Writes the wall's presents into the store while statistics are open. */
import type { Disposer } from "#base/disposer.ts";
import type { StageClient } from "#stage/stage-client.ts";
import { type PlayerStore, statsAreShown } from "#state/stage/player-store.ts";
import type { PreferenceStore } from "#state/preference-store.ts";

export function bindWallPresents(players: PlayerStore, preferences: PreferenceStore, client: StageClient): Disposer {
  const put = (wall: ReturnType<PlayerStore["get"]>["wall"]): void =>
    players.change((facts) => {
      facts.wall = wall;
    });
  const forget = client.on("facts", ({ wall }) => {
    if (statsAreShown(players.get(), preferences.get().statsOverlay)) {
      const { presentsPerSecond, shownPerSecond, duePerSecond } = wall;
      put({ presentsPerSecond, shownPerSecond, duePerSecond, painter: client.drawnBy });
    } else if (players.get().wall) put(null);
  });
  return () => {
    forget();
    put(null);
  };
}
