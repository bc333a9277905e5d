/** The list of the cameras of all servers of an aggregator. */
import { type ListedCamera, listedCamera } from "#protocol/rest/cameras/listed-camera.ts";
import { orchidCameraList } from "#protocol/rest/server/orchid.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import type { ServerStore } from "#state/server-store.ts";
import type { SessionStore, UserFacts } from "#state/session-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { inGroups } from "../in-groups.ts";
import type { CameraList } from "./camera-list.ts";
import type { CameraQuestions } from "./camera-questions.ts";
import { readFleet } from "./fleet-pages.ts";

/**
 * So many servers are asked at once, where each has to be asked: as many connections as a browser makes to one. The others are asked while
 * the page has nothing else to do, or after this time.
 */
const SERVERS_AT_ONCE = 6;
const SLOW_GROUP_MS = 500;

interface LoadingPorts {
  readonly http: HttpClient;
  readonly session: SessionStore;
  readonly store: ServerStore;
  readonly shown: CameraList;
  readonly questions: CameraQuestions;
  readonly factsOf: (each: ListedCamera, user: UserFacts, orchidId: string) => CameraFacts;
  /** resolves when the page has nothing else to do, soon in any case */
  readonly idle: () => Promise<void>;
}

export interface FleetLoading {
  /** All cameras of these servers. */
  readonly all: (orchidIds: readonly string[]) => Promise<void>;
  /** Those of these servers, each asked itself. A failure keeps the old list and is stored with its reason. */
  readonly each: (orchidIds: readonly string[]) => Promise<void>;
  /** Cameras of removed servers leave the list. */
  readonly dropStrays: () => void;
}

export function createFleetLoading(ports: LoadingPorts): FleetLoading {
  const { http, session, store, shown, questions, factsOf, idle } = ports;

  const camera = (read: ListedCamera, user: UserFacts, orchidId: string, own: number): CameraFacts => {
    const facts = questions.newest(factsOf(read, user, orchidId), own);
    return store.get().byId[orchidId]?.isAvailable === false ? { ...facts, state: "unknown" } : facts;
  };

  const loadServer = async (orchidId: string): Promise<void> => {
    const own = questions.next();
    questions.asked.set(orchidId, own);
    const path = `/service/orchids/${encodeURIComponent(orchidId)}/cameras`;
    const answer = await http.json({ path, query: { brief: true } }, orchidCameraList);
    const { user } = session.get();
    if (!user || questions.asked.get(orchidId) !== own || !store.get().byId[orchidId]) return;
    store.change((facts) => {
      if (answer.ok) delete facts.cameraFailures[orchidId];
      else facts.cameraFailures[orchidId] = answer.error;
    });
    if (!answer.ok) return;
    const found = answer.value.cameras.flatMap((wire) => {
      const read = listedCamera.safeParse(wire);
      return read.success ? [camera(read.data, user, orchidId, own)] : [];
    });
    questions.listed.set(orchidId, own);
    const isOlder = (each: CameraFacts): boolean => questions.isToldSince(each, own);
    const kept = shown.known().filter((each) => each.orchidId !== orchidId || isOlder(each));
    shown.put([...kept, ...found.filter((each) => !isOlder(each))]);
  };

  const each = (orchidIds: readonly string[]): Promise<void> =>
    inGroups(orchidIds, loadServer, { size: SERVERS_AT_ONCE, patienceMs: SLOW_GROUP_MS, idle });

  /** False: the database did not say all. */
  const loadFleet = async (orchidIds: readonly string[]): Promise<boolean> => {
    const first = questions.next();
    let own = first;
    for (const id of orchidIds) questions.asked.set(id, first);
    // Whoever asks a server itself meanwhile has the later answer.
    const isOurs = (orchidId: string): boolean =>
      questions.asked.get(orchidId) === first && store.get().byId[orchidId] !== undefined;
    const seen = new Set<string>();
    const isWhole = await readFleet(http, {
      idle,
      ask: () => void (own = questions.next()),
      take: (page) => {
        const { user } = session.get();
        if (!user) return false;
        const found = page.flatMap((read) => (isOurs(read.orchidId) ? [camera(read, user, read.orchidId, own)] : []));
        const fresh = new Map(
          found.flatMap((one) => (questions.isToldSince(one, own) ? [] : [[cameraKey(one), one] as const])),
        );
        for (const one of found) seen.add(cameraKey(one));
        shown.put([...shown.known().filter((one) => !fresh.has(cameraKey(one))), ...fresh.values()]);
        return true;
      },
    });
    if (!isWhole) return false;
    const ours = orchidIds.filter(isOurs);
    for (const id of ours) questions.listed.set(id, first);
    const kept = (one: CameraFacts): boolean =>
      !isOurs(one.orchidId) || seen.has(cameraKey(one)) || questions.isToldSince(one, first);
    shown.put(shown.known().filter(kept));
    store.change((facts) => {
      for (const id of ours) delete facts.cameraFailures[id];
    });
    return true;
  };

  return {
    each,
    async all(orchidIds) {
      // What the database does not say the aggregator has in memory, by server.
      if (!(await loadFleet(orchidIds)) && session.get().user) await each(orchidIds);
    },
    dropStrays() {
      const { byId } = store.get();
      const left = shown.known().filter(({ orchidId }) => byId[orchidId]);
      if (left.length !== shown.known().length) shown.put(left);
    },
  };
}
