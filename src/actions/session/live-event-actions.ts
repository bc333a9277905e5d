/**
 * The effects of the recorder's live events in the application (document 1, section 4). Of a message only its name and
 * id count, and the thing is fetched again; but for streams' states, which it says itself.
 */
import type { Emitter } from "#base/emitter.ts";
import { effectOf, listsOutdatedBy, type Refetched, WHY_MS } from "#domain/live-events.ts";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import type { SessionStore, UserFacts } from "#state/session-store.ts";
import type { CameraActions, HeardState } from "../cameras/camera-actions.ts";
import type { ServerActions } from "./server-actions.ts";
import type { ServerEvents } from "./server-events.ts";
import type { SessionActions } from "./session-actions.ts";

interface LiveEventActions {
  readonly take: (message: EventMessage) => void;
  /** the socket is open again: everything that may have been missed is fetched */
  readonly resync: () => void;
}

interface LiveEventDeps {
  readonly session: SessionStore;
  /** notifies the screens */
  readonly events: Pick<Emitter<ServerEvents>, "emit">;
  readonly who: Pick<SessionActions, "recheck" | "ended">;
  readonly cameras: Pick<CameraActions, "load" | "refresh" | "refreshServer">;
  readonly server: Pick<ServerActions, "load" | "syncClock">;
  /** requests the streams' states of a server soon; several calls become one */
  readonly refreshStates: (orchidId?: string) => void;
  /** takes a stream's state that an event told; several become one change */
  readonly hearState: (heard: HeardState) => void;
  readonly reload: () => void;
  /** what the session's answers have said of the server's lists */
  readonly changes: { readonly mayDiffer: (opening: string | undefined) => boolean };
}

/** What may have changed while nobody listened; cameras and states are fetched with the list. */
const MISSED = [
  "stages",
  "views",
  "ptz",
  "camera-groups",
  "settings",
  "license",
  "motion",
  "marks",
  "recordings",
  "servers",
  "smtp-servers",
  "notifications",
  "users",
  "permission-groups",
] as const;

export function createLiveEventActions(deps: LiveEventDeps): LiveEventActions {
  const { session, events, who, cameras, server } = deps;
  /** the value that stands for one start of the recorder; null = not received yet */
  let boot: string | null = null;

  const isAggregator = (): boolean => session.get().about?.edition === "aggregator";
  /** The server of the aggregator that it came from; a standalone recorder is its own server. */
  const serverOf = ({ orchidId }: EventMessage): string | undefined => (isAggregator() ? orchidId : undefined);
  const refetch = (what: Refetched, message: EventMessage): void => {
    events.emit(what, message);
    switch (what) {
      case "cameras":
        void cameras.refresh(message.id, serverOf(message));
        return;
      case "stream-status":
        // An older server does not say the state.
        if (message.streamState === undefined) deps.refreshStates(serverOf(message));
        else deps.hearState({ orchidId: serverOf(message), streamId: message.id, state: message.streamState });
        return;
      case "servers":
        if (isAggregator()) {
          void cameras.refreshServer(message.id);
          return;
        }
        void server.load();
        return;
      case "settings":
      case "license":
        void server.load();
        return;
      default:
        // Screens that show stages, groups, mail servers, notifications or motion listen for themselves.
        return;
    }
  };

  /** Rights that have changed unheard load the page anew, as the message about them would have done. */
  const recheckRights = async (): Promise<void> => {
    const before = session.get().user;
    await who.recheck(WHY_MS);
    const { user, singlePlayer } = session.get();
    if (!before || !user || singlePlayer || user.userId !== before.userId) return;
    if (rightsOf(user) !== rightsOf(before)) deps.reload();
  };

  const resync = (): void => {
    void recheckRights();
    void cameras.load();
    void server.load();
    for (const what of MISSED) events.emit(what, null);
  };

  return {
    take(message) {
      for (const what of listsOutdatedBy(message.type)) events.emit(what, message);
      const { user, about, singlePlayer } = session.get();
      // A message about a session is sent to that session only; one about a user names the user.
      // Users and sessions of a server behind the aggregator are not ours.
      const isOurs = serverOf(message) === undefined;
      const ownId = isOurs && (message.resource === "sessions" || user === null || message.id === user.userId);
      const effect = effectOf(message.type, { ownId, singlePlayer, edition: about?.edition ?? "standalone" });
      switch (effect.kind) {
        case "sign-out":
          who.ended(message.why);
          return;
        case "check-session":
          void who.recheck();
          return;
        case "reload":
          deps.reload();
          return;
        case "refetch":
          refetch(effect.what, message);
          return;
        case "server-session":
          // The first value is ours; another one means that the recorder has restarted, and everything may be
          // different.
          if (boot === null && deps.changes.mayDiffer(message.changes)) resync();
          else if (boot !== null && boot !== message.id) {
            void who.recheck();
            void cameras.load();
            void server.load();
            void server.syncClock();
          }
          boot = message.id;
          return;
        case "none":
          return;
      }
    },
    resync,
  };
}

const rightsOf = ({ role, admin, scope }: UserFacts): string => JSON.stringify([role, admin, scope]);
