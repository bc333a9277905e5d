/** The list of cameras and their states. */
import { cameraActions, cameraPermissions } from "#domain/access.ts";
import { DEFAULT_DEWARP_CONFIG, type DewarpConfig, parseDewarpConfig } from "#domain/dewarp/config.ts";
import type { SinglePlayerArguments } from "#domain/single-player.ts";
import { type Camera, camera, cameraList } from "#protocol/rest/camera.ts";
import { streamStatusList } from "#protocol/rest/stream.ts";
import { type CameraFacts, cameraKey, type CameraStore } from "#state/camera-store.ts";
import type { SessionStore, UserFacts } from "#state/session-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { failureText } from "./failure-text.ts";

export interface CameraActions {
  /** Fetches the whole list; calls while one runs are answered by one more after it. */
  readonly load: () => Promise<void>;
  /** Fetches one camera by its id (added, modified); one that is gone, or no longer shown to us, leaves the list. */
  readonly refresh: (id: string) => Promise<void>;
  /** Fetches only the streams' states. */
  readonly refreshStates: () => Promise<void>;
}

export function createCameraActions(deps: {
  readonly http: HttpClient;
  readonly cameras: CameraStore;
  readonly session: SessionStore;
  /** URL flag show-dewarp: every camera offers it */
  readonly showDewarp?: boolean;
  /** the single player's page: of its camera there is this stream only, and PTZ only by its option */
  readonly only?: Pick<SinglePlayerArguments, "streamId" | "ptz"> | null;
}): CameraActions {
  const { http, cameras, session, only = null } = deps;
  const factsOf = (camera: Camera, user: UserFacts): CameraFacts =>
    narrowed(cameraFacts(camera, user, deps.showDewarp ?? false), only);
  let running: Promise<void> | null = null;
  let again = false;

  const fetchList = async (): Promise<void> => {
    cameras.change((facts) => {
      if (facts.status !== "ready") facts.status = "loading";
    });
    const answer = await http.json({ path: "/service/cameras" }, cameraList);
    const { user } = session.get();
    if (!user) return;
    cameras.change((facts) => {
      if (!answer.ok) {
        // A list that we have is better than none: a failed refresh keeps it.
        if (facts.status !== "ready") facts.status = "failed";
        facts.failure = failureText(answer.error);
        return;
      }
      const found = answer.value.cameras.map((each) => factsOf(each, user));
      found.sort(byName);
      facts.status = "ready";
      facts.failure = null;
      facts.order = found.map(cameraKey);
      facts.byKey = Object.fromEntries(found.map((each) => [cameraKey(each), each])) as typeof facts.byKey;
    });
  };

  return {
    load() {
      if (running) {
        again = true;
        return running;
      }
      running = (async () => {
        do {
          again = false;
          await fetchList();
        } while (again);
        running = null;
      })();
      return running;
    },
    async refresh(id) {
      if (cameras.get().status !== "ready") return;
      const answer = await http.json({ path: `/service/cameras/${encodeURIComponent(id)}` }, camera);
      const { user } = session.get();
      if (!user) return;
      const isGone = !answer.ok && (answer.error.status === 404 || answer.error.status === 403);
      if (!answer.ok && !isGone) return;
      cameras.change((facts) => {
        const known = Object.values(facts.byKey).filter((each) => each.id !== id);
        const found = answer.ok ? [...known, factsOf(answer.value, user)] : known;
        found.sort(byName);
        facts.order = found.map(cameraKey);
        facts.byKey = Object.fromEntries(found.map((each) => [cameraKey(each), each])) as typeof facts.byKey;
      });
    },
    async refreshStates() {
      const answer = await http.json({ path: "/service/streams/status", query: { live: true } }, streamStatusList);
      if (!answer.ok) return;
      const states = new Map(answer.value.statuses.map((each) => [each.id, each.streamState]));
      cameras.change((facts) => {
        for (const camera of Object.values(facts.byKey)) {
          const state = camera.primaryStreamId === null ? undefined : states.get(camera.primaryStreamId);
          if (state !== undefined && state !== camera.state) camera.state = state;
        }
      });
    },
  };
}

const byName = (a: Pick<CameraFacts, "id" | "name">, b: Pick<CameraFacts, "id" | "name">): number =>
  a.name.localeCompare(b.name, undefined, { numeric: true }) || a.id.localeCompare(b.id);

function cameraFacts(camera: Camera, user: UserFacts, showDewarp: boolean): CameraFacts {
  const ptz = camera.features.ptz ?? camera.capabilities.camera.PTZ;
  const moves = ptz !== undefined && (ptz.pan || ptz.tilt || ptz.zoom);
  return {
    id: camera.id,
    orchidId: "1",
    name: camera.name === "" ? camera.id : camera.name,
    driver: camera.driver,
    model: camera.displayModel ?? camera.configuration.Model ?? "",
    primaryStreamId: camera.primaryStream?.id ?? null,
    streams: camera.streams.map(({ id, name, active, status }) => ({
      id,
      name,
      active,
      widthPx: status?.video?.width ?? null,
      heightPx: status?.video?.height ?? null,
      framesPerSecond: status?.video?.framesPerSecond ?? null,
    })),
    state: camera.primaryStream?.status?.streamState ?? "unknown",
    // A recorder that says nothing leaves it to the session's scope.
    actions: camera.permissions?.actions ?? cameraActions(cameraPermissions(user.role, user.scope, camera.id)),
    ptz: moves
      ? {
          pan: ptz.pan,
          tilt: ptz.tilt,
          zoom: ptz.zoom,
          relativeFov: ptz.relativeFOV,
          maxPresets: ptz.maxPresets,
        }
      : null,
    hasDewarp: camera.streams.some((each) => each.dewarpConfiguration?.enable === true),
    dewarp: dewarpOf(camera, showDewarp),
  };
}

/** Whatever fetches the camera anew (an event, a socket that was away) finds it as narrow as the page asked for. */
function narrowed(facts: CameraFacts, only: Pick<SinglePlayerArguments, "streamId" | "ptz"> | null): CameraFacts {
  if (only === null || !facts.streams.some(({ id }) => id === only.streamId)) return facts;
  return {
    ...facts,
    primaryStreamId: only.streamId,
    streams: facts.streams.filter(({ id }) => id === only.streamId),
    ...(only.ptz ? {} : { ptz: null, actions: { ...facts.actions, ptz: false } }),
  };
}

/** The primary stream's settings where they are on, else another stream's; a rejected configuration is none. */
function dewarpOf(camera: Camera, always: boolean): DewarpConfig | null {
  const primary = camera.primaryStream?.id;
  const streams = [...camera.streams].sort((a, b) => Number(b.id === primary) - Number(a.id === primary));
  const read = streams.flatMap(({ dewarpConfiguration }) => {
    const config = parseDewarpConfig(dewarpConfiguration ?? {});
    return config.ok ? [config.value] : [];
  });
  return read.find(({ enable }) => enable) ?? (always ? (read[0] ?? DEFAULT_DEWARP_CONFIG) : null);
}
