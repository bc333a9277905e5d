/** The list of cameras and their states: of the only recorder, or of all servers of an aggregator. */
import type { Failure } from "#domain/failures/failure.ts";
import { type ListedCamera, listedCamera, listedCameras } from "#protocol/rest/cameras/listed-camera.ts";
import { streamStatusList } from "#protocol/rest/cameras/stream-status.ts";
import { type CameraFacts, cameraKey, type CameraStore } from "#state/camera-store.ts";
import type { ServerStore } from "#state/server-store.ts";
import type { SessionStore, UserFacts } from "#state/session-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { cameraFacts, type OnlyStream } from "./camera-facts.ts";
import { CameraList, streamKey } from "./camera-list.ts";
import { CameraQuestions } from "./camera-questions.ts";
import { createFleetLoading, type FleetLoading } from "./fleet-loading.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { waitAtMost } from "../wait-at-most.ts";
import type { ServerList } from "./server-list.ts";

export interface CameraActions {
  /** Fetches the whole list; calls during a run are answered by one more run after it, or by it (`joins`). */
  readonly load: (how?: { readonly joins: boolean }) => Promise<void>;
  /**
   * Fetches one camera by its id (added, modified). A camera that was removed, or that this session may no longer see,
   * leaves the list.
   */
  readonly refresh: (id: string, orchidId?: string) => Promise<void>;
  /** Takes states of streams that events told. A list that was asked for before does not overwrite them. */
  readonly hearStates: (heard: readonly HeardState[]) => void;
  /** Fetches only the streams' states: of one server, or of the only recorder. */
  readonly refreshStates: (orchidId?: string) => Promise<void>;
  /** A server of the aggregator is new, has changed or was removed: it and its cameras are fetched. */
  readonly refreshServer: (orchidId: string) => Promise<void>;
}

/** What an event says of a stream; `orchidId`: the aggregator's server, absent = the only recorder. */
export interface HeardState {
  readonly orchidId?: string | undefined;
  readonly streamId: string;
  readonly state: CameraFacts["state"];
}

/** A standalone recorder is its own and only server. */
const OWN_SERVER = "1";
/**
 * The list counts as complete when every server has sent its cameras, or after this time: the rest is added when it
 * arrives.
 */
const SLOW_SERVER_MS = 3_000;
export function createCameraActions(deps: {
  readonly http: HttpClient;
  readonly cameras: CameraStore;
  readonly session: SessionStore;
  /** the aggregator's servers; a standalone recorder needs none */
  readonly servers?: {
    readonly list: ServerList;
    readonly store: ServerStore;
    /** resolves when the page has nothing else to do, soon in any case */
    readonly idle: () => Promise<void>;
  };
  /** URL flag show-dewarp: every camera offers it */
  readonly showDewarp?: boolean;
  /** the single player's page: it knows only this stream of its camera, and PTZ only by its option */
  readonly only?: (Omit<OnlyStream, "serverId"> & Partial<OnlyStream>) | null;
}): CameraActions {
  const { http, cameras, session, servers, only = null } = deps;
  const isAggregator = (): boolean => session.get().about?.edition === "aggregator";
  const factsOf = (each: ListedCamera, user: UserFacts, orchidId: string): CameraFacts =>
    cameraFacts(each, { user, orchidId, showDewarp: deps.showDewarp ?? false, only });
  const questions = new CameraQuestions();
  const shown = new CameraList(cameras, () => session.get().user !== null);
  const failed = (failure: Failure | null): void =>
    cameras.change((facts) => {
      // An old list is better than none: a failed refresh keeps it.
      if (facts.status !== "ready") facts.status = "failed";
      facts.failure = failure;
    });
  const complete = (): void =>
    cameras.change((facts) => {
      facts.status = "ready";
      facts.failure = null;
    });

  const loadOwn = async (): Promise<void> => {
    const own = questions.next();
    const answer = await http.json({ path: "/service/cameras" }, listedCameras);
    const { user } = session.get();
    if (!user) return;
    if (!answer.ok) return failed(answer.error);
    questions.listed.set(OWN_SERVER, own);
    shown.put(answer.value.cameras.map((each) => questions.newest(factsOf(each, user, OWN_SERVER), own)));
    complete();
  };

  const fleet = servers && createFleetLoading({ ...servers, http, session, shown, questions, factsOf });

  const loadAll = async (
    list: ServerList,
    store: ServerStore,
    { all, each, dropStrays }: FleetLoading,
  ): Promise<void> => {
    await list.load();
    if (!session.get().user) return;
    const { status, failure, order } = store.get();
    if (status !== "ready") return failed(failure);
    dropStrays();
    // A page of one server asks that one alone.
    const wanted = order.filter((id) => !only?.serverId || id === only.serverId);
    const answers = shown.gather(only?.serverId ? each(wanted) : all(wanted));
    // The single player's page has nothing to show before its own server has answered.
    if (only?.serverId) await answers;
    else await waitAtMost(SLOW_SERVER_MS, answers);
    shown.flush();
    if (session.get().user) complete();
  };

  let loading = false;
  const load = oneAtATime(async () => {
    loading = true;
    cameras.change((facts) => {
      if (facts.status !== "ready") facts.status = "loading";
    });
    await (fleet && servers && isAggregator() ? loadAll(servers.list, servers.store, fleet) : loadOwn());
    loading = false;
  });

  return {
    load,
    async refresh(id, orchidId) {
      // The list that is on its way may be older.
      if (loading) return load();
      if (cameras.get().status !== "ready") return;
      const owner = servers && isAggregator() ? (orchidId ?? http.ownerOf(id)) : OWN_SERVER;
      if (owner === "") return;
      const key = cameraKey({ id, orchidId: owner });
      const own = questions.next();
      questions.askedAlone.set(key, own);
      const path = `/service/cameras/${encodeURIComponent(id)}`;
      const answer = await http.at(owner).json({ path }, listedCamera);
      const { user } = session.get();
      if (!user || questions.askedAlone.get(key) !== own || own < (questions.listed.get(owner) ?? 0)) return;
      const isGone = !answer.ok && (answer.error.status === 404 || answer.error.status === 403);
      if (!answer.ok && !isGone) return;
      questions.told.set(key, own);
      const others = shown.known().filter((each) => each.id !== id);
      shown.put(answer.ok ? [...others, questions.newest(factsOf(answer.value, user, owner), own)] : others);
    },
    hearStates(heard) {
      const now = new Map(
        heard.map(({ orchidId = OWN_SERVER, streamId, state }) => [streamKey(orchidId, streamId), state]),
      );
      questions.hear(now);
      shown.setStates(now);
    },
    async refreshStates(orchidId = OWN_SERVER) {
      const path = "/service/streams/status";
      const answer = await http.at(orchidId).json({ path, query: { live: true } }, streamStatusList);
      if (!answer.ok) return;
      shown.setStates(new Map(answer.value.statuses.map((each) => [streamKey(orchidId, each.id), each.streamState])));
    },
    async refreshServer(orchidId) {
      if (!fleet || !servers || !isAggregator()) return;
      await servers.list.load();
      fleet.dropStrays();
      if (servers.store.get().byId[orchidId]) await fleet.each([orchidId]);
    },
  };
}
