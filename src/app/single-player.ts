/**
 * Connects the single player page with its host page: credentials come in, the player's reports go out. A chunk of its
 * own.
 */
import { createSingleCredentials } from "#actions/stage/single-player-actions.ts";
import type { SessionActions } from "#actions/session/session-actions.ts";
import type { Disposer } from "#base/disposer.ts";
import type { PageStores } from "#chrome/product.ts";
import { outgoing, type OutgoingType, type PostedCredential, postedCredential } from "#domain/stage/single-player.ts";
import type { PlayerStore } from "#state/stage/player-store.ts";

export interface SinglePlayer {
  /** the session is over, or nearly: the host is asked for new credentials */
  readonly askAgain: () => void;
  /** Reports to the host what a session's player does, until the session ends. */
  readonly follow: (players: PlayerStore) => Disposer;
}

export function createSinglePlayer(deps: {
  readonly stores: Pick<PageStores, "session" | "single">;
  readonly session: SessionActions;
}): SinglePlayer {
  const { stores } = deps;
  const { credential } = createSingleCredentials({ ...stores, who: deps.session });
  const host = openEmbedHost(
    () => stores.session.get().about?.embedOrigins ?? [],
    (posted) => void credential(posted),
  );

  // The list of allowed hosts is part of the server's own description.
  let asked = false;
  const ask = (): void => {
    if (asked || stores.session.get().about === null) return;
    asked = true;
    host.post("awaiting-auth");
  };
  stores.session.subscribe((facts, before) => {
    ask();
    // After the "stop" of its player, which is sent when the session ends.
    if (before.phase === "signed-in" && facts.phase !== "signed-in") queueMicrotask(() => host.post("awaiting-auth"));
  });
  ask();
  addEventListener("pagehide", () => host.post("stop"));

  return {
    askAgain: () => host.post("awaiting-auth"),
    follow(players) {
      let shown = "";
      const tell = ({ byTile }: ReturnType<PlayerStore["get"]>): void => {
        const player = Object.values(byTile)[0];
        const now = player ? `${player.mode} ${player.overlay}` : "";
        if (now === shown) return;
        shown = now;
        if (!player) return host.post("stop");
        if (player.overlay === "none" || player.overlay === "rip") return host.post("playing");
        if (player.overlay !== "connecting") return;
        host.post(player.mode === "webrtc" ? "play-webrtc" : "play-jpeg");
      };
      tell(players.get());
      const leave = players.subscribe(tell);
      return () => {
        leave();
        if (shown !== "") host.post("stop");
      };
    },
  };
}

/**
 * Messages to and from the page that shows us in a frame. Only the parent's messages count, and only from origins of
 * the recorder's list.
 */
interface EmbedHost {
  readonly post: (type: OutgoingType) => void;
}

/** `origins`: the recorder's embed origins, read again for each message. Our own origin always counts. */
function openEmbedHost(origins: () => readonly string[], onCredential: (posted: PostedCredential) => void): EmbedHost {
  const allowed = (): readonly string[] => [...new Set([location.origin, ...origins()])];
  const { parent } = window;
  window.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (parent === window || event.source !== parent || !allowed().includes(event.origin)) return;
    const posted = postedCredential(event.data);
    if (posted) onCredential(posted);
  });
  return {
    post(type) {
      if (parent === window) return;
      // The address of this frame is private: only an allowed parent gets it.
      const above = location.ancestorOrigins?.[0];
      for (const origin of allowed())
        if (above === undefined || above === origin) parent.postMessage(outgoing(type, location.href), origin);
    },
  };
}
