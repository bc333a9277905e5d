/** While somebody is signed in: the event socket, the pings, and what their messages and silence mean. */
import type { CameraActions } from "#actions/cameras/camera-actions.ts";
import { createLiveEventActions } from "#actions/session/live-event-actions.ts";
import type { ServerActions } from "#actions/session/server-actions.ts";
import type { SessionActions } from "#actions/session/session-actions.ts";
import type { Disposer } from "#base/disposer.ts";
import { Disposers } from "#base/disposer.ts";
import type { Stores } from "#chrome/product.ts";
import { DEATH_SCREEN_DELAY_MS } from "#domain/limits.ts";
import { EVENT_SOCKET_PATH, openEventSocket } from "#transport/event-socket.ts";
import type { HttpClient } from "#transport/http.ts";
import { ping, watchReachability } from "#transport/reachability.ts";
import { greet } from "../greeting.ts";

type LiveStores = Pick<Stores, "session" | "health" | "cameras" | "dialogs">;

export interface LiveEventDeps {
  readonly stores: LiveStores;
  readonly http: HttpClient;
  readonly session: SessionActions;
  readonly cameras: CameraActions;
  readonly server: ServerActions;
  readonly reload: () => void;
  /** the event socket was closed because the session has ended */
  readonly onRefused: () => void;
  /** ws(s) address of a path, with what proves who we are where no cookie does */
  readonly socketUrl: (path: string) => string;
}

/** Opens and closes with the session. */
export function bindLiveEvents(deps: LiveEventDeps): void {
  const { stores } = deps;
  let close: Disposer | null = null;
  const follow = (): void => {
    const signedIn = stores.session.get().phase === "signed-in" && stores.health.get().death === "alive";
    if (signedIn && !close) close = watch(deps);
    else if (!signedIn && close) {
      close();
      close = null;
    }
  };
  stores.session.subscribe(follow);
  stores.health.subscribe((facts, before) => {
    if (facts.death !== before.death) follow();
  });
  follow();
}

function watch(deps: LiveEventDeps): Disposer {
  const { stores, http, cameras, server } = deps;
  const all = new Disposers();
  let over = false;
  all.add(() => (over = true));
  const states = coalesced((orchidId) => void cameras.refreshStates(orchidId));
  all.add(states.dispose);
  const events = createLiveEventActions({
    ...stores,
    who: deps.session,
    cameras,
    server,
    refreshStates: states.request,
    reload: deps.reload,
  });
  const die = (cause: "socket" | "server"): void => dieOf(stores, cause);
  // Document 1, section 4: a lost socket kills while the server still answers; a dead server does so by its pings.
  const lost = async (): Promise<void> => {
    const answers = await ping(http);
    // Signed out meanwhile: there is nothing left that could die.
    if (over) return;
    if (!answers) return die("server");
    // A session that has ended takes the socket with it: that is a sign-out, and no broken page.
    await deps.session.recheck();
    if (!over && stores.session.get().phase === "signed-in") die("socket");
  };
  const reachability = watchReachability({
    ping: () => ping(http),
    onChange: (answers) =>
      stores.health.change((facts) => {
        facts.pingAnswers = answers;
      }),
    onLost: () => die("server"),
  });
  all.add(reachability.stop);
  all.add(
    openEventSocket({
      url: () => deps.socketUrl(EVENT_SOCKET_PATH),
      onMessage: (message) => events.take(message),
      onConnected: (connected) => {
        if (connected) reachability.heard();
        stores.health.change((facts) => {
          facts.eventsConnected = connected;
        });
      },
      onResync: () => events.resync(),
      onRefused: deps.onRefused,
      onLost: () => void lost(),
    }),
  );
  void server.load();
  void server.syncClock();
  greet(stores);
  return all.dispose;
}

/** Document 1, section 4: after 3 s dialogs close, the navigation goes and the Reload screen is all that is left. */
function dieOf(stores: LiveStores, cause: "socket" | "server"): void {
  if (stores.health.get().death !== "alive") return;
  stores.health.change((facts) => {
    facts.death = "dying";
    facts.deathCause = cause;
  });
  setTimeout(() => {
    stores.dialogs.change((facts) => {
      facts.queue = [];
    });
    stores.health.change((facts) => {
      facts.death = "destroyed";
    });
  }, DEATH_SCREEN_DELAY_MS);
}

/** Many requests for a server close together become one, at most one a second. */
function coalesced(job: (orchidId?: string) => void): {
  readonly request: (orchidId?: string) => void;
  readonly dispose: Disposer;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wanted = new Set<string | undefined>();
  return {
    request: (orchidId) => {
      wanted.add(orchidId);
      timer ??= setTimeout(() => {
        timer = undefined;
        const all = [...wanted];
        wanted.clear();
        for (const each of all) job(each);
      }, 1_000);
    },
    dispose: () => clearTimeout(timer),
  };
}
