/**
 * The single player page: credentials from the host page make the session, then the stream is looked up. Later
 * credentials renew the session; the player does not notice. When a session ends, the page goes back to waiting for the
 * next credentials.
 */
import type { Failure } from "#domain/failures/failure.ts";
import type { PostedCredential, SinglePlayerFault } from "#domain/stage/single-player.ts";
import { server } from "#protocol/rest/server/server.ts";
import type { CameraStore } from "#state/camera-store.ts";
import { cameraKey } from "#state/camera-store.ts";
import type { ServerStore } from "#state/server-store.ts";
import type { SessionStore } from "#state/session-store.ts";
import type { SinglePlayerStore } from "#state/stage/single-player-store.ts";
import type { HttpClient } from "#transport/http.ts";
import type { CameraActions } from "../cameras/camera-actions.ts";
import type { SessionActions } from "../session/session-actions.ts";
import type { StageActions } from "./stage-actions.ts";

export interface SingleCredentials {
  /** A credential of the host page: the first signs in, every later one renews. */
  readonly credential: (posted: PostedCredential) => Promise<void>;
}

export interface SingleStream {
  /** Puts the page's stream on the (empty) stage. Failures end in the store. */
  readonly open: (parts: {
    readonly cameras: CameraActions;
    readonly stage: StageActions;
    readonly startAt: (timeMs: number) => void;
  }) => Promise<void>;
}

/** Lives as long as the page. */
export function createSingleCredentials(deps: {
  readonly who: SessionActions;
  readonly session: SessionStore;
  readonly single: SinglePlayerStore;
}): SingleCredentials {
  const { who, session, single } = deps;
  let last: Promise<void> = Promise.resolve();
  session.subscribe((facts, before) => {
    if (before.phase !== "signed-in" || facts.phase === "signed-in") return;
    single.change((page) => {
      page.step = "opening";
      page.fault = null;
    });
  });

  const take = async ({ value }: PostedCredential): Promise<void> => {
    const answer = await who.useToken(value);
    if (answer === "signed-in") {
      // After a failure new credentials are a new try; a running player goes on.
      if (single.get().step !== "playing")
        single.change((facts) => {
          facts.step = "opening";
          facts.fault = null;
        });
      return;
    }
    // A failed renewal leaves the current session.
    if (session.get().phase === "signed-in") return;
    failWith(single, answer === "refused" ? "authentication" : "information");
  };

  return {
    credential(posted) {
      last = last.then(() => take(posted));
      return last;
    },
  };
}

/** Lives as long as one session. */
export function createSingleStream(deps: {
  readonly http: HttpClient;
  readonly session: SessionStore;
  readonly cameras: CameraStore;
  readonly single: SinglePlayerStore;
  /** the aggregator's */
  readonly servers?: ServerStore;
}): SingleStream {
  const { http, session, cameras, single } = deps;
  const failed = (fault: SinglePlayerFault): void => failWith(single, fault);

  /**
   * The aggregator could not name the cameras of the stream's server (when no server is named: of one of the servers).
   */
  const isUnanswered = (serverId: string | null): boolean =>
    Object.keys(deps.servers?.get().cameraFailures ?? {}).some((id) => serverId === null || id === serverId);

  return {
    async open({ cameras: list, stage, startAt }) {
      const { page } = single.get();
      if (!page) return;
      const isAggregator = session.get().about?.edition === "aggregator";
      if (page.serverId !== null && !isAggregator) {
        const answer = await http.json({ path: `/service/servers/${encodeURIComponent(page.serverId)}` }, server);
        if (!answer.ok) return failed(denies(answer.error) ? "server" : "information");
      }
      await list.load();
      if (cameras.get().status !== "ready") return failed("information");
      // The aggregator lists the servers of which this visitor may see something.
      if (page.serverId !== null && isAggregator && !deps.servers?.get().byId[page.serverId]) return failed("server");
      const found = Object.values(cameras.get().byKey).find(
        (each) =>
          each.streams.some(({ id }) => id === page.streamId) &&
          (!isAggregator || page.serverId === null || each.orchidId === page.serverId),
      );
      if (!found && isAggregator && isUnanswered(page.serverId)) return failed("information");
      if (!found || !(found.actions.live || found.actions.playback)) return failed("stream");
      stage.clear();
      if (stage.add(cameraKey(found)) === null) return failed("stream");
      if (page.startTimeMs !== null && found.actions.playback) startAt(page.startTimeMs);
      single.change((facts) => {
        facts.step = "playing";
        facts.fault = null;
      });
    },
  };
}

const failWith = (single: SinglePlayerStore, fault: SinglePlayerFault): void =>
  single.change((facts) => {
    facts.step = "failed";
    facts.fault = fault;
  });

const denies = (failure: Failure): boolean => failure.status === 404 || failure.status === 403;
