/** The list of cameras and their states: of the only recorder, or of all servers of an aggregator. */
import type { Failure } from "#domain/failures/failure.ts";
import { type ListedCamera, listedCamera, listedCameras } from "#protocol/rest/cameras/listed-camera.ts";
import { orchidCameraList } from "#protocol/rest/server/orchid.ts";
import { streamStatusList } from "#protocol/rest/cameras/stream.ts";
import { type CameraFacts, cameraKey, type CameraStore } from "#state/camera-store.ts";
import type { ServerStore } from "#state/server-store.ts";
import type { SessionStore, UserFacts } from "#state/session-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { cameraFacts, type OnlyStream } from "./camera-facts.ts";
import { CameraList, streamKey } from "./camera-list.ts";
import { inGroups } from "../in-groups.ts";
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
/**
 * So many servers are asked at once: as many connections as a browser makes to one. The others are asked while the page has nothing else to
 * do, or after this time, so that the first rows of a large list, and the stage, do not wait for its end.
 */
const SERVERS_AT_ONCE = 6;
const SLOW_GROUP_MS = 500;

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
  const aggregator = () => (session.get().about?.edition === "aggregator" ? servers : undefined);
  const factsOf = (each: ListedCamera, user: UserFacts, orchidId: string): CameraFacts =>
    cameraFacts(each, { user, orchidId, showDewarp: deps.showDewarp ?? false, only });
  /** Answers arrive in any order. Requests are numbered: the answer to a later one is not overwritten. */
  let questions = 0;
  /** by server: the newest request for its list, and the request whose answer was taken last */
  const asked = new Map<string, number>();
  const listed = new Map<string, number>();
  /** by camera: the same for requests about one camera */
  const askedAlone = new Map<string, number>();
  const told = new Map<string, number>();
  /** by server and primary stream: the state that an event told, and the newest request before it */
  const heardStates = new Map<string, { readonly state: CameraFacts["state"]; readonly behind: number }>();
  /** What an answer to the request `own` says, but for a state that was told after that request. */
  const newest = (facts: CameraFacts, own: number): CameraFacts => {
    const heard = heardStates.get(streamKey(facts.orchidId, facts.primaryStreamId));
    return heard && heard.behind >= own ? { ...facts, state: heard.state } : facts;
  };

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
    const own = ++questions;
    const answer = await http.json({ path: "/service/cameras" }, listedCameras);
    const { user } = session.get();
    if (!user) return;
    if (!answer.ok) return failed(answer.error);
    listed.set(OWN_SERVER, own);
    shown.put(answer.value.cameras.map((each) => newest(factsOf(each, user, OWN_SERVER), own)));
    complete();
  };

  /** One server's cameras, as the aggregator knows them. A failure keeps the old list and is stored with its reason. */
  const loadServer = async (orchidId: string, store: ServerStore): Promise<void> => {
    const own = ++questions;
    asked.set(orchidId, own);
    const path = `/service/orchids/${encodeURIComponent(orchidId)}/cameras`;
    const answer = await http.json({ path, query: { brief: true } }, orchidCameraList);
    const { user } = session.get();
    if (!user || asked.get(orchidId) !== own || !store.get().byId[orchidId]) return;
    store.change((facts) => {
      if (answer.ok) delete facts.cameraFailures[orchidId];
      else facts.cameraFailures[orchidId] = answer.error;
    });
    if (!answer.ok) return;
    const isAway = store.get().byId[orchidId]?.isAvailable === false;
    const found = answer.value.cameras.flatMap((wire) => {
      const read = listedCamera.safeParse(wire);
      if (!read.success) return [];
      const facts = newest(factsOf(read.data, user, orchidId), own);
      return [isAway ? { ...facts, state: "unknown" as const } : facts];
    });
    listed.set(orchidId, own);
    const isOlder = (each: CameraFacts): boolean => own < (told.get(cameraKey(each)) ?? 0);
    const kept = shown.known().filter((each) => each.orchidId !== orchidId || isOlder(each));
    shown.put([...kept, ...found.filter((each) => !isOlder(each))]);
  };
  /** Cameras of removed servers leave the list. */
  const dropStrays = (store: ServerStore): void => {
    const { byId } = store.get();
    const left = shown.known().filter(({ orchidId }) => byId[orchidId]);
    if (left.length !== shown.known().length) shown.put(left);
  };

  const loadAll = async ({ list, store, idle }: NonNullable<typeof servers>): Promise<void> => {
    await list.load();
    if (!session.get().user) return;
    const { status, failure, order } = store.get();
    if (status !== "ready") return failed(failure);
    dropStrays(store);
    const wanted = order.filter((id) => !only?.serverId || id === only.serverId);
    const pace = { size: SERVERS_AT_ONCE, patienceMs: SLOW_GROUP_MS, idle };
    const all = shown.gather(inGroups(wanted, (id) => loadServer(id, store), pace));
    // The single player's page has nothing to show before its own server has answered.
    if (only?.serverId) await all;
    else await waitAtMost(SLOW_SERVER_MS, all);
    shown.flush();
    if (session.get().user) complete();
  };

  let loading = false;
  const load = oneAtATime(async () => {
    loading = true;
    cameras.change((facts) => {
      if (facts.status !== "ready") facts.status = "loading";
    });
    const many = aggregator();
    await (many ? loadAll(many) : loadOwn());
    loading = false;
  });

  return {
    load,
    async refresh(id, orchidId) {
      // The list that is on its way may be older.
      if (loading) return load();
      if (cameras.get().status !== "ready") return;
      const many = aggregator();
      const owner = many ? (orchidId ?? http.ownerOf(id)) : OWN_SERVER;
      if (owner === "") return;
      const key = cameraKey({ id, orchidId: owner });
      const own = ++questions;
      askedAlone.set(key, own);
      const path = `/service/cameras/${encodeURIComponent(id)}`;
      const answer = await http.at(owner).json({ path }, listedCamera);
      const { user } = session.get();
      if (!user || askedAlone.get(key) !== own || own < (listed.get(owner) ?? 0)) return;
      const isGone = !answer.ok && (answer.error.status === 404 || answer.error.status === 403);
      if (!answer.ok && !isGone) return;
      told.set(key, own);
      const others = shown.known().filter((each) => each.id !== id);
      shown.put(answer.ok ? [...others, newest(factsOf(answer.value, user, owner), own)] : others);
    },
    hearStates(heard) {
      const now = new Map(
        heard.map(({ orchidId = OWN_SERVER, streamId, state }) => [streamKey(orchidId, streamId), state]),
      );
      for (const [stream, state] of now) heardStates.set(stream, { state, behind: questions });
      shown.setStates(now);
    },
    async refreshStates(orchidId = OWN_SERVER) {
      const path = "/service/streams/status";
      const answer = await http.at(orchidId).json({ path, query: { live: true } }, streamStatusList);
      if (!answer.ok) return;
      shown.setStates(new Map(answer.value.statuses.map((each) => [streamKey(orchidId, each.id), each.streamState])));
    },
    async refreshServer(orchidId) {
      const many = aggregator();
      if (!many) return;
      await many.list.load();
      dropStrays(many.store);
      if (many.store.get().byId[orchidId]) await loadServer(orchidId, many.store);
    },
  };
}
