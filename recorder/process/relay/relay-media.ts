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
  /** where the recorder is, and what both know */
  readonly recorder: { readonly host: string; readonly token: string };
  readonly frameSocket: string;
  readonly viewerSocket: string;
  readonly network: RtcNetwork;
  readonly rtsp: RtspProxyOptions;
  readonly log: Log;
}

const done = { ok: true, value: null } as const;

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
  readonly #rtspSessions = new Set<string>();
  /** what opens the socket of each session, once */
  readonly #keys = new Map<string, string>();
  #recorder: RecorderChannel | null = null;

  constructor({ recorder, frameSocket, viewerSocket, network, rtsp, log }: RelayMediaOptions) {
    this.#demand = new StreamDemand(this.#hub, recorder, (specs) => this.#masks.set(specs));
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

  /** The recorder may call from now on. */
  serve(recorder: RecorderChannel): void {
    this.#recorder = recorder;
    recorder.serve("whep.open", async ({ source, ...ask }) => {
      const { sessionId, streamId } = ask;
      return this.#opened(sessionId, streamId, source, () => this.#whep.open(ask));
    });
    recorder.serve("low-bandwidth.open", async ({ source, key, ...ask }) => {
      const { sessionId, streamId } = ask;
      const answer = await this.#opened(sessionId, streamId, source, () =>
        this.#lowBandwidth.open({ ...ask, format: "fmp4" }),
      );
      if (answer.ok) this.#keys.set(sessionId, key);
      return answer;
    });
    recorder.serve("low-bandwidth.state", ({ sessionId }) => this.#lowBandwidth.state(sessionId));
    recorder.serve("whep.close", ({ sessionId }) => this.#close(sessionId));
    recorder.serve("low-bandwidth.close", ({ sessionId }) => this.#close(sessionId));
    recorder.serve("rtsp.close", ({ sessionId }) => this.#close(sessionId));
  }

  /** The link is gone: nobody here knows any more who may watch. */
  recorderGone(): void {
    this.#recorder = null;
    this.#whep.endAll();
    this.#lowBandwidth.endAll((id) => this.#viewers.drop(id));
    for (const id of [...this.#rtspSessions]) this.#rtsp.drop(id);
    this.#keys.clear();
    this.#demand.dropAll();
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
    sessionId: string,
    streamId: string,
    source: Parameters<StreamDemand["take"]>[2],
    open: () => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    this.#demand.take(sessionId, streamId, source);
    const isReady = await this.#demand.ready(streamId);
    const answer = isReady ? await open() : refuse("stream/not-running", { cause: failure("stream/no-picture") });
    if (!answer.ok) this.#demand.drop(sessionId);
    return answer;
  }

  #close(sessionId: string): typeof done {
    this.#keys.delete(sessionId);
    this.#viewers.drop(sessionId);
    this.#whep.close(sessionId);
    this.#lowBandwidth.close(sessionId);
    this.#rtsp.drop(sessionId);
    this.#demand.drop(sessionId);
    return done;
  }

  #ended(sessionId: string, kind: Kind, why: Failure | null): void {
    this.#keys.delete(sessionId);
    this.#demand.drop(sessionId);
    this.#recorder?.tell("session.closed", { sessionId, kind, why });
  }

  async #admit(ask: RtspAsk): Promise<Result<RtspSight, Failure>> {
    if (!this.#recorder) return refuse("media/unavailable");
    const answer = await this.#recorder.call("rtsp.admit", ask);
    if (!answer.ok) return answer;
    this.#rtspSessions.add(ask.sessionId);
    this.#demand.take(ask.sessionId, ask.streamId, answer.value.source);
    await this.#demand.ready(ask.streamId);
    return { ok: true, value: { isUnmasked: false } };
  }
}
