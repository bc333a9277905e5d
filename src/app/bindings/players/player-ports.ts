/** What the players of this page are given: the stage, connections to the server, and what is recorded. */
import type { PlayerPorts } from "#media/player/player-ports.ts";
import { fail, ok } from "#base/result.ts";
import { namedIds } from "#domain/servers/server-routing.ts";
import type { StageClient } from "#stage/stage-client.ts";
import { openMediaSession } from "#transport/media-sessions.ts";
import { requestOf } from "#transport/http-request.ts";
import { noPath, openWhep } from "#transport/whep-client.ts";
import type { ClosedPaths } from "./closed-paths.ts";
import type { RelayWays } from "./relay-ways.ts";
import type { StageBindingDeps } from "../stage-binding-deps.ts";

/** `rests`: whether the stage presents nothing, so that its figures say nothing about a player. */
export function playerPorts(
  deps: StageBindingDeps,
  client: StageClient,
  paths: ClosedPaths,
  relays: RelayWays,
  rests: () => boolean,
): PlayerPorts {
  const { http, stores } = deps;
  // A recorder names its ICE servers with each answer: the next session begins with the last ones.
  const iceServers = new Map<string, readonly RTCIceServer[]>();
  /** Null: a server that knows nothing of relays. Our own recorder is as new as this page. */
  const avoided = (owner: string): readonly string[] | null =>
    owner === "" || stores.servers.get().byId[owner]?.hasRelays === true ? relays.avoided(performance.now()) : null;
  return {
    stage: {
      openSource: (sourceId, source) => client.openSource(sourceId, source),
      playSource: (sourceId, play) => client.playSource(sourceId, play),
      stepSource: (sourceId, direction) => client.stepSource(sourceId, direction),
      prefetchSource: (sourceId, timeMs) => client.prefetchSource(sourceId, timeMs),
      clockSource: (sourceId, wallMs, rtpTime) => client.clockSource(sourceId, wallMs, rtpTime),
      decodedSource: (sourceId, frames) => client.decodedSource(sourceId, frames),
      closeSource: (sourceId, forget) => client.closeSource(sourceId, forget),
      onSourceEvent: (listener) => client.on("source", ({ sourceId, event }) => listener(sourceId, event)),
      onSourceFacts: (listener) =>
        client.on("facts", ({ sources }) => {
          if (!rests()) listener(sources);
        }),
    },
    async openWhep(options) {
      const [streamId = ""] = namedIds(options);
      const owner = http.ownerOf(streamId);
      const begunMs = performance.now();
      if (paths.isClosed(owner, begunMs)) return fail(noPath);
      for (;;) {
        const relay = { id: "" };
        const opened = await openWhep({
          ...options,
          path: withAvoided(options.path, avoided(owner)),
          request: requestOf(http.near(streamId)),
          iceServers: iceServers.get(owner) ?? stores.servers.get().byId[owner]?.iceServers ?? [],
          onIceServers: (servers) => void iceServers.set(owner, servers),
          onRelay: (id) => (relay.id = id),
        });
        const nowMs = performance.now();
        if (!opened.ok && relay.id !== "" && opened.error.failure.code === "webrtc/no-path") {
          // The next one that is named is another relay, or the recorder.
          relays.failed(relay.id, false, nowMs);
          continue;
        }
        if (relay.id === "") paths.note(owner, opened.ok ? null : opened.error, begunMs, nowMs);
        return opened;
      }
    },
    relayFailed: (relay, wasReached) => relays.failed(relay, wasReached, performance.now()),
    async openSession(session, signal) {
      const server = http.near(session.streamId);
      const avoid = session.startTime === 0 ? avoided(http.ownerOf(session.streamId)) : null;
      const asked = avoid === null ? session : { ...session, avoid: [...avoid] };
      const opened = await openMediaSession({ request: requestOf(server), session: asked, signal });
      if (!opened.ok || opened.value.relay !== undefined) return opened;
      // The socket stays on the page's own origin, so that the cookie is sent with it.
      return ok({ ...opened.value, socketPath: server.addressOf(opened.value.socketPath) });
    },
    socketUrl: deps.socketUrl,
    archives: (streamId, timeMs, rate) => deps.archives.at(streamsBeside(deps, streamId), timeMs, rate),
  };
}

/** Only live pictures come by relays: for recorded ones the server does not look at it. */
function withAvoided(path: string, avoid: readonly string[] | null): string {
  return avoid === null ? path : `${path}${path.includes("?") ? "&" : "?"}avoid=${avoid.join(",")}`;
}

/** All streams of a stream's camera: recorded video may come from any of them. */
function streamsBeside({ stores }: StageBindingDeps, streamId: string): readonly string[] {
  const all = Object.values(stores.cameras.get().byKey);
  const ids = all.map((camera) => camera.streams.map(({ id }) => id));
  return ids.find((own) => own.includes(streamId)) ?? [streamId];
}
