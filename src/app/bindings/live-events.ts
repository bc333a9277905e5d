/** During a session: the event socket, the pings, and the effect of their messages and of their silence. */
import type { CameraActions, HeardState } from "#actions/cameras/camera-actions.ts";
import { createLiveEventActions } from "#actions/session/live-event-actions.ts";
import type { ServerActions } from "#actions/session/server-actions.ts";
import type { ServerEvents } from "#actions/session/server-events.ts";
import type { SessionActions } from "#actions/session/session-actions.ts";
import type { Disposer } from "#base/disposer.ts";
import { Disposers } from "#base/disposer.ts";
import type { Emitter } from "#base/emitter.ts";
import type { Stores } from "#chrome/product.ts";
import type { ChangesHeard } from "#transport/changes-heard.ts";
import { EVENT_SOCKET_PATH, openEventSocket } from "#transport/event-socket.ts";
import type { HttpClient } from "#transport/http.ts";
import { ping, watchReachability } from "#transport/reachability.ts";
import { greet } from "../greeting.ts";

interface LiveEventDeps {
  readonly stores: Pick<Stores, "session" | "health" | "standing" | "dialogs">;
  readonly http: HttpClient;
  readonly events: Emitter<ServerEvents>;
  readonly session: SessionActions;
  readonly changes: Pick<ChangesHeard, "mayDiffer">;
  readonly cameras: CameraActions;
  readonly server: ServerActions;
  readonly reload: () => void;
  /** the event socket was closed because the session has ended */
  readonly onRefused: () => void;
  /** ws(s) address of what `HttpClient.addressOf` gives, with the credentials where no cookie carries them */
  readonly socketUrl: (address: string) => string;
}

/** A fleet of servers tells a hundred states a second; nobody sees that one comes a twentieth of a second later. */
const GATHERED_MS = 50;

/** Listens until the session or the page ends. */
export function bindLiveEvents(deps: LiveEventDeps): Disposer {
  const { health, dialogs } = deps.stores;
  const all = new Disposers();
  all.add(watch(deps));
  const forgetDeath = health.subscribe(({ death }, before) => {
    if (death === before.death) return;
    all.dispose();
    // Document 1, section 4: dialogs close when the Reload screen appears.
    if (death !== "destroyed") return;
    dialogs.change((facts) => {
      facts.queue = [];
    });
  });
  return () => {
    all.dispose();
    forgetDeath();
  };
}

function watch(deps: LiveEventDeps): Disposer {
  const { stores, http, cameras, server } = deps;
  const all = new Disposers();
  const states = coalesced((orchidId) => void cameras.refreshStates(orchidId));
  all.add(states.dispose);
  const heard = gathered<HeardState>(cameras.hearStates);
  all.add(heard.dispose);
  const events = createLiveEventActions({
    ...stores,
    events: deps.events,
    who: deps.session,
    cameras,
    server,
    refreshStates: states.request,
    hearState: heard.take,
    changes: deps.changes,
    reload: deps.reload,
  });
  const die = (deathCause: "socket" | "noSockets" | "server"): void =>
    stores.health.change((facts) => {
      if (facts.death === "alive") Object.assign(facts, { death: "dying", deathCause });
    });
  let everConnected = false;
  // Document 1, section 4: a lost socket ends the page while the server still answers; the pings find a dead server.
  const lost = async (): Promise<void> => {
    const answers = await ping(http);
    if (!answers) return die("server");
    // A session that has ended takes the socket with it: that is a sign-out and not a broken page.
    await deps.session.recheck();
    if (stores.session.get().phase === "signed-in") die(everConnected ? "socket" : "noSockets");
  };
  const reachability = watchReachability({
    ping: () => ping(http),
    onChange: (answers) =>
      stores.standing.change((facts) => {
        facts.pingAnswers = answers;
      }),
    onLost: () => die("server"),
  });
  all.add(reachability.stop);
  all.add(
    openEventSocket({
      url: () => deps.socketUrl(http.addressOf(EVENT_SOCKET_PATH)),
      onMessage: (message) => events.take(message),
      onConnected: (connected) => {
        if (connected) {
          everConnected = true;
          reachability.heard();
        }
        stores.standing.change((facts) => {
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

/** What comes close together is handled as one. */
function gathered<T>(job: (all: readonly T[]) => void): {
  readonly take: (one: T) => void;
  readonly dispose: Disposer;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting: T[] = [];
  return {
    take: (one) => {
      waiting.push(one);
      timer ??= setTimeout(() => {
        timer = undefined;
        job(waiting.splice(0));
      }, GATHERED_MS);
    },
    dispose: () => clearTimeout(timer),
  };
}
