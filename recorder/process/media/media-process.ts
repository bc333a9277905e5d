import type { VolumeSpec } from "#domain/recordings/volume.ts";
import { englishText } from "#domain/failures/english.ts";
import { Disposers } from "#base/disposer.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { Channel } from "#recorder/ipc/channel.ts";
import { analysisOf, nameAt } from "#recorder/ipc/process-environment.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import { HubRecording } from "#recorder/recording/hub-recording.ts";
import { Recordings } from "#recorder/recording/recordings.ts";
import { AnalysisWorkers } from "#recorder/viewing/transcoding/analysis-workers.ts";
import { HubStreams } from "#recorder/viewing/hub-streams.ts";
import { LowBandwidthSessions } from "#recorder/viewing/socket/low-bandwidth-sessions.ts";
import { ProcessShare } from "./process-share.ts";
import { RtspProxy, type RtspProxyOptions } from "#recorder/viewing/rtsp-proxy.ts";
import { Snapshots } from "#recorder/viewing/playback/snapshots.ts";
import { StreamMasks } from "#recorder/viewing/stream-masks.ts";
import { StreamTaps } from "#recorder/viewing/transcoding/stream-tap.ts";
import { Transcoders } from "#recorder/viewing/transcoding/transcoders.ts";
import { ViewerServer } from "#recorder/viewing/socket/viewer-server.ts";
import type { RtcNetwork } from "#recorder/viewing/whep/whep-peer.ts";
import { WhepSessions } from "#recorder/viewing/whep/whep-sessions.ts";
import { type AskedParts, serveMain } from "./media-calls.ts";
import { StreamMotion } from "./stream-motion.ts";

interface MediaOptions {
  readonly recordingsDir: string;
  /** absent or empty = the one folder */
  readonly volumes?: readonly VolumeSpec[];
  readonly exportsDir: string;
  /** postgres://... of the index, empty = SQLite in the recordings folder */
  readonly databaseUrl?: string;
  readonly viewerSocket: string;
  /** one for each analysis process of this one */
  readonly frameSockets: readonly string[];
  /** which of several `media` processes it is; absent = the first */
  readonly place?: number;
  /** of all `media` processes; absent = this is the only one */
  readonly playerSockets?: readonly string[];
  readonly network: RtcNetwork;
  /** absent = no RTSP proxy */
  readonly rtsp?: RtspProxyOptions;
}

type MainChannel = Channel<MediaContract, MainContract>;

/** Everything the `media` process does, wired together: cameras' streams, disk, viewers. */
export class MediaProcess {
  readonly #main: MainChannel;
  readonly #hub = new StreamHub();
  readonly #recordings: Recordings;
  readonly #recording: HubRecording;
  readonly #analysis: AnalysisWorkers;
  readonly #masks = new StreamMasks();
  readonly #transcoders: Transcoders;
  readonly #motion: StreamMotion;
  readonly #snapshots: Snapshots;
  readonly #lowBandwidth: LowBandwidthSessions;
  readonly #whep: WhepSessions;
  readonly #viewers: ViewerServer;
  readonly #rtsp: RtspProxy;
  readonly #disposers = new Disposers();

  /**
   * Resolves when the sockets listen and the recordings are in order. `main` may call at any time, also before: its
   * calls wait.
   */
  static start(options: MediaOptions, main: MainChannel): Promise<MediaProcess> {
    const { place = 0, playerSockets = [] } = options;
    const share = playerSockets.length > 1 ? new ProcessShare(place, playerSockets) : null;
    const ready = MediaProcess.#open(options, main, share);
    const asked = ready.then((media) => media.#asked);
    serveMain(main, asked, (streams) => share?.set(streams));
    return ready;
  }

  static async #open(options: MediaOptions, main: MainChannel, share: ProcessShare | null): Promise<MediaProcess> {
    // What others record is none of its business, nor is what they have open.
    await share?.told;
    const recordings = await Recordings.open({
      recordingsDir: options.recordingsDir,
      ...(options.volumes === undefined ? {} : { volumes: options.volumes }),
      passingDir: options.exportsDir,
      ...share?.recording(main),
      ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }),
      onDiskState: (state) => main.tell("disk.state", state),
      onBucket: (report) => main.tell("bucket", report),
      onThinning: (report) => main.tell("thinning", report),
      onVolumes: (volumes) => main.tell("volumes", { volumes }),
      onDamage: (count) => main.tell("recordings.damaged", { count }),
      onChecked: (files, damaged) => main.tell("recordings.checked", { files, damaged }),
      onRepaired: (count) => main.tell("recordings.repaired", { count }),
      onLog: (level, text, detail) => main.tell("log", { level, text, ...(detail ? { detail } : {}) }),
    });
    const media = new MediaProcess(options, main, recordings, share);
    await media.#analysis.listen();
    await media.#viewers.listen();
    main.tell("rtsp.listening", await media.#rtsp.listen());
    return media;
  }

  private constructor(options: MediaOptions, main: MainChannel, recordings: Recordings, share: ProcessShare | null) {
    this.#main = main;
    this.#recordings = recordings;
    // Main may still have the state of the disk that an earlier process reported.
    this.#recording = new HubRecording(this.#hub, recordings, () => main.tell("disk.state", recordings.diskState));
    this.#analysis = new AnalysisWorkers(options.frameSockets);
    const streams = new HubStreams(this.#hub);
    const taps = new StreamTaps(this.#analysis);
    this.#transcoders = new Transcoders(taps);
    const { reader } = recordings;
    const parts = {
      streams,
      masks: this.#masks,
      siblings: (streamId: string) => this.#siblings(streamId),
      reader,
      analysis: this.#analysis,
      transcoders: this.#transcoders,
      onTrouble: (text: string, error: unknown) => this.#log("error", text, error),
      onPlayback: (sessionId: string, timeMs: number) => main.tell("session.playback", { sessionId, timeMs }),
    };
    const [hub, analysis, recording] = [this.#hub, this.#analysis, this.#recording];
    this.#motion = new StreamMotion({ main, hub, streams, taps, analysis, recording, recordings });
    this.#snapshots = new Snapshots(streams, this.#masks, reader, this.#analysis);
    this.#lowBandwidth = new LowBandwidthSessions(parts, (sessionId, why) => {
      this.#viewers.drop(sessionId);
      main.tell("session.closed", { sessionId, kind: "low-bandwidth", why });
    });
    this.#whep = new WhepSessions(parts, options.network, (sessionId, why) =>
      main.tell("session.closed", { sessionId, kind: "whep", why }),
    );
    this.#viewers = new ViewerServer(options.viewerSocket, this.#lowBandwidth);
    const noProxy = { ports: [], host: "", tlsCert: "", tlsKey: "" };
    const rtsp = { ...(options.rtsp ?? noProxy), ...(share ? { handover: share.handover() } : {}) };
    this.#rtsp = new RtspProxy(rtsp, this.#hub, parts, {
      admit: (ask) => main.call("rtsp.admit", ask),
      closed: (sessionId) => main.tell("session.closed", { sessionId, kind: "rtsp", why: null }),
    });
    this.#disposers.add(this.#hub.events.on("status", (status) => main.tell("stream.status", status)));
    this.#disposers.add(
      this.#hub.events.on("fault", ({ streamId, error }) => this.#log("error", `stream ${streamId}`, error)),
    );
    this.#disposers.add(
      this.#hub.events.on("note", ({ streamId, note }) =>
        main.tell("log", { level: "info", text: `stream ${streamId}: ${englishText(note)}`, detail: { note } }),
      ),
    );
    this.#disposers.add(
      this.#analysis.onConnection((connected, at) =>
        main.tell("log", { level: "info", text: `${analysisName(options, at)} is ${connected ? "there" : "gone"}` }),
      ),
    );
  }

  get #asked(): AskedParts {
    return {
      hub: this.#hub,
      recordings: this.#recordings,
      whep: this.#whep,
      lowBandwidth: this.#lowBandwidth,
      viewers: this.#viewers,
      rtsp: this.#rtsp,
      snapshots: this.#snapshots,
      setStreams: (specs) => this.#setStreams(specs),
    };
  }

  #siblings(streamId: string): readonly string[] {
    const cameraId = this.#hub.spec(streamId)?.cameraId;
    return this.#hub.streams.flatMap(({ id, ...spec }) => (spec.cameraId === cameraId && id !== streamId ? [id] : []));
  }

  /** Ends everything in the order that loses nothing: viewers, cameras, then the files. */
  async close(): Promise<void> {
    this.#whep.closeAll();
    this.#lowBandwidth.closeAll();
    this.#motion.close();
    this.#transcoders.close();
    await this.#viewers.close();
    await this.#rtsp.close();
    this.#hub.close();
    this.#recording.close();
    await this.#recordings.close();
    await this.#analysis.close();
    this.#disposers.dispose();
  }

  async #setStreams(specs: readonly StreamSpec[]): Promise<void> {
    // Before anything of a stream can be seen.
    this.#masks.set(specs);
    // Recorders first: the first frame of a new stream must find its file. A disk or an index that does not work must
    // not prevent live video.
    await this.#recording.setStreams(specs).catch((error: unknown) => {
      this.#log("error", "streams could not be set to record", error);
    });
    this.#hub.setStreams(specs);
    this.#motion.setStreams(specs);
  }

  #log(level: "warn" | "error", text: string, error: unknown): void {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#main.tell("log", { level, text, detail: { reason } });
  }
}

const analysisName = ({ place = 0, playerSockets = [] }: MediaOptions, at: number): string =>
  nameAt("analysis", analysisOf(place, playerSockets.length, at));
