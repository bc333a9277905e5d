/** Joins the single player page with the page that shows it: credentials in, what the player does out. A chunk of its own. */
import { createSinglePlayerActions, type SinglePlayerActions } from "#actions/stage/single-player-actions.ts";
import type { SessionActions } from "#actions/session/session-actions.ts";
import type { Stores } from "#chrome/product.ts";
import type { HttpClient } from "#transport/http.ts";
import { openEmbedHost } from "./embed-host.ts";

export interface SinglePlayer extends SinglePlayerActions {
  /** the session is over, or nearly: the host is asked for new credentials */
  readonly askAgain: () => void;
}

export function createSinglePlayer(deps: {
  readonly stores: Pick<Stores, "session" | "players" | "cameras" | "single"> & Partial<Pick<Stores, "servers">>;
  readonly http: HttpClient;
  readonly session: SessionActions;
}): SinglePlayer {
  const { stores } = deps;
  const actions = createSinglePlayerActions({ ...deps, ...stores, who: deps.session });
  const host = openEmbedHost(
    () => stores.session.get().about?.embedOrigins ?? [],
    (posted) => void actions.credential(posted),
  );

  // The list of allowed hosts comes with the server's own description.
  let asked = false;
  const ask = (): void => {
    if (asked || stores.session.get().about === null) return;
    asked = true;
    host.post("awaiting-auth");
  };
  stores.session.subscribe((facts, before) => {
    ask();
    // After the "stop" of its player, which ends with the session.
    if (before.phase === "signed-in" && facts.phase !== "signed-in") queueMicrotask(() => host.post("awaiting-auth"));
  });
  ask();

  let shown = "";
  stores.players.subscribe(({ byTile }) => {
    const player = Object.values(byTile)[0];
    const now = player ? `${player.mode} ${player.overlay}` : "";
    if (now === shown) return;
    shown = now;
    if (!player) return host.post("stop");
    if (player.overlay === "none" || player.overlay === "rip") return host.post("playing");
    if (player.overlay !== "connecting") return;
    host.post(player.mode === "webrtc" ? "play-webrtc" : "play-jpeg");
  });
  addEventListener("pagehide", () => host.post("stop"));

  return { ...actions, askAgain: () => host.post("awaiting-auth") };
}
