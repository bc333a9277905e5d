/** What a relay shows: the streams that its viewers ask for, by WebRTC, media sockets and RTSP; no recordings, no disk. */
import type { Result } from "#base/result.ts";
import { englishText } from "#domain/failures/english.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { Log } from "#recorder/core/log.ts";
import { isSame } from "#recorder/http/relay/relay-proof.ts";
import type { RelayWindow } from "#recorder/http/relay/relay-server.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { defaultTiming } from "#recorder/ingest/stream-session.ts";
import type { Channel } from "#recorder/ipc/channel.ts";
import type { RtspAsk } from "#recorder/ipc/main-contract.ts";
import type { RtspSight } from "#recorder/ipc/viewing-shapes.ts";
import { VIEWER_SESSION_HEADER } from "#recorder/ipc/process-environment.ts";
import type { RelayContract, RelayedContract } from "#recorder/ipc/relay-contract.ts";
import { HubStreams } from "#recorder/viewing/hub-streams.ts";
import { NO_RECORDINGS } from "#recorder/viewing/playback/no-recordings.ts";
import { RtspProxy, type RtspProxyOptions } from "#recorder/viewing/rtsp-proxy.ts";
import { LowBandwidthSessions } from "#recorder/viewing/socket/low-bandwidth-sessions.ts";
import { ViewerServer } from "#recorder/viewing/socket/viewer-server.ts";
import { StreamMasks } from "#recorder/viewing/stream-masks.ts";
import { AnalysisWorkers } from "#recorder/viewing/transcoding/analysis-workers.ts";
import { StreamTaps } from "#recorder/viewing/transcoding/stream-tap.ts";
import { Transcoders } from "#recorder/viewing/transcoding/transcoders.ts";
import type { RtcNetwork } from "#recorder/viewing/whep/whep-peer.ts";
import { WhepSessions } from "#recorder/viewing/whep/whep-sessions.ts";
import { StreamDemand } from "./stream-demand.ts";

type RecorderChannel = Channel<RelayContract, RelayedContract>;
type Kind = RelayContract["events"]["session.closed"]["kind"];

/** The recorder may only be restarting, and its viewers wait. */
const BACK_OFF_MS = [200, 500, 1000, 2000];

interface RelayMediaOptions {
  /** where each recorder is */
  readonly hosts: readonly string[];
  /** what the relay and its recorders know */
  readonly token: string;
  readonly frameSocket: string;
  readonly viewerSocket: string;
  readonly network: RtcNetwork;
  readonly rtsp: RtspProxyOptions;
  readonly log: Log;
}

type Source = Parameters<StreamDemand["take"]>[2];

const done = { ok: true, value: null } as const;
/** A process that is busy answers within this time. */
const KNOWN_MS = 2000;

interface Recorder {
  readonly host: string;
  /** null: there is no link now */
  channel: RecorderChannel | null;
}
interface Asked {
  readonly recorder: Recorder;
  readonly channel: RecorderChannel;
}

export class RelayMedia {
  readonly #hub = new StreamHub({ ...defaultTiming, backOffMs: BACK_OFF_MS });
  readonly #masks = new StreamMasks();
  readonly #demand: StreamDemand;
  readonly #analysis: AnalysisWorkers;
  readonly #transcoders: Transcoders;
  readonly #whep: WhepSessions;
  readonly #lowBandwidth: LowBandwidthSessions;
  readonly #viewers: ViewerServer;
  readonly #rtsp: RtspProxy;
  readonly #recorders: readonly Recorder[];
  /** the recorder that has told of a session, or was asked about it */
  readonly #sessions = new Map<string, Recorder>();
  readonly #rtspSessions = new Set<string>();
  /** what opens the socket of each session, once */
  readonly #keys = new Map<string, string>();

  constructor({ hosts, token, frameSocket, viewerSocket, network, rtsp, log }: RelayMediaOptions) {
    this.#recorders = hosts.map((host) => ({ host, channel: null }));
    this.#demand = new StreamDemand(this.#hub, token, (specs) => this.#masks.set(specs));
    this.#analysis = new AnalysisWorkers([frameSocket]);
    this.#transcoders = new Transcoders(new StreamTaps(this.#analysis));
    const parts = {
      streams: new HubStreams(this.#hub),
      masks: this.#masks,
      siblings: () => [],
      reader: NO_RECORDINGS,
      analysis: this.#analysis,
      transcoders: this.#transcoders,
      onTrouble: (text: string, error: unknown) => log.error({ err: error }, text),
      onPlayback: () => undefined,
    };
    this.#whep = new WhepSessions(parts, network, (id, why) => this.#ended(id, "whep", why));
    this.#lowBandwidth = new LowBandwidthSessions(parts, (id, why) => {
      this.#viewers.drop(id);
      this.#ended(id, "low-bandwidth", why);
    });
    this.#viewers = new ViewerServer(viewerSocket, this.#lowBandwidth);
    this.#rtsp = new RtspProxy(rtsp, this.#hub, parts, {
      admit: (ask) => this.#admit(ask),
      closed: (id) => {
        this.#rtspSessions.delete(id);
        this.#ended(id, "rtsp", null);
      },
    });
    this.#hub.events.on("fault", ({ streamId, error }) => log.error({ err: error, streamId }, "a stream has a fault"));
    this.#hub.events.on("status", ({ streamId, state, trouble }) =>
      log.debug({ streamId, state, ...(trouble ? { trouble: englishText(trouble) } : {}) }, "a stream"),
    );
  }

  /** Resolves with where it serves RTSP; port 0: nowhere. */
  async listen(): Promise<{ port: number; reason: string }> {
    await this.#analysis.listen();
    await this.#viewers.listen();
    return this.#rtsp.listen();
  }

  /** Streams that are read, and their viewers. */
  get counts(): { readonly streams: number; readonly viewers: number } {
    const viewers = this.#whep.count + this.#lowBandwidth.count + this.#rtspSessions.size;
    return { streams: this.#demand.streams, viewers };
  }

  /** The recorder of this place in the list may call from now on. */
  serve(at: number, channel: RecorderChannel): void {
    const recorder = this.#recorders[at];
    if (!recorder) return;
    recorder.channel = channel;
    channel.serve("whep.open", async ({ source, ...ask }) =>
      this.#opened(recorder, ask, source, (streamId) => this.#whep.open({ ...ask, streamId })),
    );
    channel.serve("low-bandwidth.open", async ({ source, key, ...ask }) => {
      const answer = await this.#opened(recorder, ask, source, (streamId) =>
        this.#lowBandwidth.open({ ...ask, streamId, format: "fmp4" }),
      );
      if (answer.ok) this.#keys.set(ask.sessionId, key);
      return answer;
    });
    channel.serve("low-bandwidth.state", ({ sessionId }) => this.#lowBandwidth.state(sessionId));
    for (const name of ["whep.close", "low-bandwidth.close", "rtsp.close"] as const)
      channel.serve(name, ({ sessionId }) => {
        if (this.#sessions.get(sessionId) === recorder) this.#close(sessionId);
        return done;
      });
  }

  /** The link is gone: nobody here knows any more who may watch the cameras of this recorder. */
  recorderGone(at: number): void {
    const recorder = this.#recorders[at];
    if (!recorder) return;
    recorder.channel = null;
    for (const [sessionId, its] of [...this.#sessions]) if (its === recorder) this.#close(sessionId);
  }

  /** Takes over an upgrade to the socket of a session; false: its key is not that of a session. */
  readonly openSocket: RelayWindow["openSocket"] = (sessionId, key, request, socket, head) => {
    const expected = this.#keys.get(sessionId);
    if (expected === undefined || !isSame(key, expected)) return false;
    this.#keys.delete(sessionId);
    request.headers[VIEWER_SESSION_HEADER] = sessionId;
    this.#viewers.upgrade(request, socket, head);
    return true;
  };

  async close(): Promise<void> {
    this.#whep.closeAll();
    this.#lowBandwidth.closeAll();
    this.#transcoders.close();
    await this.#viewers.close();
    await this.#rtsp.close();
    this.#demand.close();
    this.#hub.close();
    await this.#analysis.close();
  }

  /** The stream runs before its first viewer connects: then it is known whether it has sound. */
  async #opened<T>(
    recorder: Recorder,
    { sessionId, streamId }: { readonly sessionId: string; readonly streamId: string },
    source: Source,
    open: (hubId: string) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    const hubId = this.#take(recorder, sessionId, streamId, source);
    const isReady = await this.#demand.ready(hubId);
    const answer = isReady ? await open(hubId) : refuse("stream/not-running", { cause: failure("stream/no-picture") });
    if (!answer.ok) this.#forget(sessionId);
    return answer;
  }

  /** Gives the id under which the hub has the stream. */
  #take(recorder: Recorder, sessionId: string, streamId: string, source: Source): string {
    const hubId = `${this.#recorders.indexOf(recorder)}-${streamId}`;
    this.#sessions.set(sessionId, recorder);
    this.#demand.take(sessionId, { hubId, streamId, host: recorder.host }, source);
    return hubId;
  }

  #forget(sessionId: string): void {
    this.#keys.delete(sessionId);
    this.#sessions.delete(sessionId);
    this.#demand.drop(sessionId);
  }

  #close(sessionId: string): void {
    this.#forget(sessionId);
    this.#viewers.drop(sessionId);
    this.#whep.close(sessionId);
    this.#lowBandwidth.close(sessionId);
    this.#rtsp.drop(sessionId);
  }

  #ended(sessionId: string, kind: Kind, why: Failure | null): void {
    const recorder = this.#sessions.get(sessionId);
    this.#forget(sessionId);
    recorder?.channel?.tell("session.closed", { sessionId, kind, why });
  }

  async #admit(ask: RtspAsk): Promise<Result<RtspSight & { readonly hubId: string }, Failure>> {
    const asked = await this.#recorderOf(ask.streamId);
    if (!asked.ok) return asked;
    const { recorder, channel } = asked.value;
    const answer = await channel.call("rtsp.admit", ask);
    if (!answer.ok) return answer;
    this.#rtspSessions.add(ask.sessionId);
    const hubId = this.#take(recorder, ask.sessionId, ask.streamId, answer.value.source);
    await this.#demand.ready(hubId);
    return { ok: true, value: { isUnmasked: false, hubId } };
  }

  /** Only the one that has the stream is asked about its player, whose password the others need not see and would count as a wrong one. */
  async #recorderOf(streamId: string): Promise<Result<Asked, Failure>> {
    const linked = this.#recorders.flatMap((recorder) =>
      recorder.channel ? [{ recorder, channel: recorder.channel }] : [],
    );
    const isAlone = this.#recorders.length === 1;
    const known = await Promise.all(
      linked.map(async (one) => {
        const answer = isAlone ? null : await one.channel.call("stream.known", { streamId }, KNOWN_MS);
        return answer === null || (answer.ok && answer.value.isKnown) ? [one] : [];
      }),
    );
    const [found] = known.flat();
    if (found) return { ok: true, value: found };
    return linked.length < this.#recorders.length ? refuse("media/unavailable") : refuse("stream/unknown");
  }
}
