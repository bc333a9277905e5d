/** What `main` may ask of a `media` process, and which part of it answers. */
import { ok } from "#base/result.ts";
import { failure, refuse } from "#domain/failures/failure.ts";
import type { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { probeStream } from "#recorder/ingest/stream-probe.ts";
import type { Channel } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import type { Snapshots } from "#recorder/viewing/playback/snapshots.ts";
import type { RtspProxy } from "#recorder/viewing/rtsp-proxy.ts";
import type { LowBandwidthSessions } from "#recorder/viewing/socket/low-bandwidth-sessions.ts";
import type { ViewerServer } from "#recorder/viewing/socket/viewer-server.ts";
import type { WhepSessions } from "#recorder/viewing/whep/whep-sessions.ts";

export interface AskedParts {
  readonly hub: StreamHub;
  readonly recordings: Recordings;
  readonly whep: WhepSessions;
  readonly lowBandwidth: LowBandwidthSessions;
  readonly viewers: ViewerServer;
  readonly rtsp: RtspProxy;
  readonly snapshots: Snapshots;
  readonly setStreams: (specs: readonly StreamSpec[]) => Promise<void>;
}

/** `onStreams`: is told before anything waits. `main` may ask at any time, also before the parts are `ready`: it is answered then. */
export function serveMain(
  main: Channel<MediaContract, MainContract>,
  ready: Promise<AskedParts>,
  onStreams: (ask: MediaContract["calls"]["streams.set"]["ask"]) => void,
): void {
  const done = { ok: true, value: null } as const;
  main.serve("streams.set", async (ask) => {
    onStreams(ask);
    await (await ready).setStreams(ask.streams);
    return done;
  });
  main.serve("stream.restart", async ({ streamId }) =>
    (await ready).hub.restart(streamId) ? done : refuse("stream/unknown", { cause: failure("stream/none") }),
  );
  main.serve("stream.probe", (target) => probeStream(target));
  main.serve("whep.open", async (ask) => (await ready).whep.open(ask));
  main.serve("whep.close", async ({ sessionId }) => {
    (await ready).whep.close(sessionId);
    return done;
  });
  main.serve("low-bandwidth.open", async (spec) => (await ready).lowBandwidth.open(spec));
  main.serve("low-bandwidth.state", async ({ sessionId }) => (await ready).lowBandwidth.state(sessionId));
  main.serve("low-bandwidth.frame", async ({ sessionId }) => (await ready).lowBandwidth.frame(sessionId));
  main.serve("low-bandwidth.close", async ({ sessionId }) => {
    const media = await ready;
    media.viewers.drop(sessionId);
    media.lowBandwidth.close(sessionId);
    return done;
  });
  main.serve("session.rights", async ({ sessionId, rights }) => {
    const media = await ready;
    (media.whep.find(sessionId) ?? media.lowBandwidth.find(sessionId))?.guard.setRights(rights);
    return done;
  });
  main.serve("rtsp.close", async ({ sessionId }) => {
    (await ready).rtsp.drop(sessionId);
    return done;
  });
  main.serve("snapshot", async (ask) => (await ready).snapshots.take(ask));
  main.serve("retention.set", async ({ policy }) => {
    (await ready).recordings.setPolicy(policy);
    return done;
  });
  main.serve("volumes.set", async ({ volumes }) => {
    await (await ready).recordings.setVolumes(volumes);
    return done;
  });
  main.serve("volumes.forget", async ({ name, take }) => ok(await (await ready).recordings.forget(name, take)));
  main.serve("bucket.set", async ({ bucket }) => {
    await (await ready).recordings.bucket.set(bucket);
    return done;
  });
  main.serve("recordings.check", async () => {
    await (await ready).recordings.check();
    return done;
  });
  main.serve("bucket.restore", async () => {
    (await ready).recordings.bucket.restore();
    return done;
  });
  main.serve("bucket.forget", async () => {
    await (await ready).recordings.bucket.forget();
    return done;
  });
  main.serve("thinning.set", async ({ thinning }) => {
    await (await ready).recordings.thinner.set(thinning);
    return done;
  });
  main.serve("recordings.fill", async (order) => ok(await (await ready).recordings.takeIn(order)));
  main.serve("recordings.drop", async ({ files }) => {
    await (await ready).recordings.drop(files);
    return done;
  });
  main.serve("flush", async () => {
    await (await ready).recordings.flush();
    return done;
  });
}
