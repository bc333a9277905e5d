/** What the players of this page are given: the stage, connections to the server, and what is recorded. */
import type { PlayerPorts } from "#media/player/player-ports.ts";
import { fail, ok } from "#base/result.ts";
import { namedIds } from "#domain/servers/server-routing.ts";
import type { StageClient } from "#stage/stage-client.ts";
import { openMediaSession } from "#transport/media-sessions.ts";
import { requestOf } from "#transport/http-request.ts";
import { noPath, openWhep } from "#transport/whep-client.ts";
import type { ClosedPaths } from "./closed-paths.ts";
import type { StageBindingDeps } from "../stage-binding-deps.ts";

/** `rests`: whether the stage presents nothing, so that its figures say nothing about a player. */
export function playerPorts(
  deps: StageBindingDeps,
  client: StageClient,
  paths: ClosedPaths,
  rests: () => boolean,
): PlayerPorts {
  const { http, stores } = deps;
  // A recorder names its ICE servers with each answer: the next session begins with the last ones.
  const iceServers = new Map<string, readonly RTCIceServer[]>();
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
      const opened = await openWhep({
        ...options,
        request: requestOf(http.near(streamId)),
        iceServers: iceServers.get(owner) ?? stores.servers.get().byId[owner]?.iceServers ?? [],
        onIceServers: (servers) => void iceServers.set(owner, servers),
      });
      paths.note(owner, opened.ok ? null : opened.error, begunMs, performance.now());
      return opened;
    },
    async openSession(session, signal) {
      const server = http.near(session.streamId);
      const opened = await openMediaSession({ request: requestOf(server), session, signal });
      // The socket stays on the page's own origin, so that the cookie is sent with it.
      return opened.ok ? ok({ ...opened.value, socketPath: server.addressOf(opened.value.socketPath) }) : opened;
    },
    socketUrl: deps.socketUrl,
    archives: (streamId, timeMs, rate) => deps.archives.at(streamsBeside(deps, streamId), timeMs, rate),
  };
}

/** All streams of a stream's camera: recorded video may come from any of them. */
function streamsBeside({ stores }: StageBindingDeps, streamId: string): readonly string[] {
  const all = Object.values(stores.cameras.get().byKey);
  const ids = all.map((camera) => camera.streams.map(({ id }) => id));
  return ids.find((own) => own.includes(streamId)) ?? [streamId];
}
