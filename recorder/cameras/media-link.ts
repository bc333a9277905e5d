/** The `media` process as main sees it: always the newest wishes given to it, always the newest status known of it. */
import { englishText } from "#domain/failures/english.ts";
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import type { ThinningSpec } from "#domain/recordings/thinning.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type { Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { Channel, type Port } from "#recorder/ipc/channel.ts";
import type {
  BucketReport,
  MainContract,
  MediaContract,
  RtspAsk,
  RtspSight,
  StreamSpec,
  StreamStatus,
  ThinningReport,
  VolumeReport,
} from "#recorder/ipc/contracts.ts";
import type { FolderState } from "#recorder/core/folder-watch.ts";
import type { Log } from "#recorder/core/log.ts";
import { type Heard, recordingTrouble } from "./recording-trouble.ts";

const PUSH_AGAIN_MS = 100;
/** A volume that hangs is not waited for longer when the list changes. */
const VOLUMES_MS = 15_000;
/** How often it is asked whether each stream is still recorded. */
const LOOK_MS = 1000;

interface MediaListener {
  readonly onStatus: (status: StreamStatus, before: StreamStatus | undefined) => void;
  readonly onMotion: (event: { streamId: string; startMs: number; stopMs: number | null }) => void;
  readonly onSessionClosed: (session: {
    sessionId: string;
    kind: "whep" | "low-bandwidth" | "rtsp";
    /** null: the viewer left */
    why: Failure | null;
  }) => void;
  /** a command turned a live session into a playback */
  readonly onPlayback: (session: { sessionId: string; timeMs: number }) => void;
  /** what is to be recorded is not, although its camera is connected; null: it is again */
  readonly onTrouble: (streamId: string, trouble: Failure | null, before: Failure | null) => void;
  readonly onDisk: (disk: FolderState) => void;
  /** one of several volumes fails, or is well again */
  readonly onVolume: (volume: VolumeReport) => void;
  /** a volume that is drained holds nothing more; told again until it is none */
  readonly onDrained: (name: string) => void;
  /** the archive in a bucket fails, or is well again */
  readonly onBucket: (report: BucketReport) => void;
  /** what is in the bucket was taken into the index */
  readonly onRestored: (restore: NonNullable<BucketReport["restore"]>) => void;
  /** recordings could not be thinned out */
  readonly onThinningStuck: (reason: string) => void;
  /** so many recordings were found damaged that were not known to be */
  readonly onDamage: (count: number) => void;
  /** so many were, and are whole again by their copies */
  readonly onRepaired: (count: number) => void;
  /** a check that somebody has asked for is over */
  readonly onChecked: (files: number, damaged: number) => void;
  /** an RTSP player wants to watch */
  readonly onRtspAsk: (ask: RtspAsk) => Promise<Result<RtspSight, Failure>>;
  /** every session that lived in the process is gone; `isMeant`: the recorder is stopped */
  readonly onGone: (isMeant: boolean) => void;
}

type MediaChannel = Channel<MainContract, MediaContract>;
type Calls = MediaContract["calls"];
/** What the process shall have, whenever it is started. */
interface Wishes {
  "volumes.set"?: Calls["volumes.set"]["ask"];
  "bucket.set"?: Calls["bucket.set"]["ask"];
  "thinning.set"?: Calls["thinning.set"]["ask"];
  "streams.set": Calls["streams.set"]["ask"];
}

const WELL: FolderState = { state: "ok", reason: "" };

export class MediaLink {
  readonly #log: Log;
  readonly #heard = new Map<string, Heard>();
  /** what is wrong with the recording of a stream, as it was last said */
  readonly #troubles = new Map<string, Failure>();
  #listener: MediaListener | null = null;
  #channel: MediaChannel | null = null;
  readonly #wishes: Wishes = { "streams.set": { streams: [] } };
  #specs: ReadonlyMap<string, StreamSpec> = new Map();
  #rtspPort = 0;
  #lives = 0;
  /** as the process that writes reports it, and as the folder looks from here */
  #written: FolderState = WELL;
  #folder: FolderState = WELL;
  #volumes: readonly VolumeReport[] = [];
  #bucket: BucketReport | null = null;
  #thinning: ThinningReport | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(log: Log) {
    this.#log = log.child({ name: "media" });
  }

  listen(listener: MediaListener): void {
    this.#listener = listener;
  }

  /** Of the recordings. What the folder looks like from here counts first: the process may hang that writes there. */
  get disk(): FolderState {
    return this.#folder.state === "ok" ? this.#written : this.#folder;
  }

  /** As the process that writes sees them; empty = it has told nothing yet, or there is the one folder. */
  get volumes(): readonly VolumeReport[] {
    return this.#volumes;
  }

  /** The archive in a bucket; null = none is set, or nothing was told yet. */
  get bucket(): BucketReport | null {
    return this.#bucket;
  }

  /** How far thinning out is; null = no rule is set, or nothing was told yet. */
  get thinning(): ThinningReport | null {
    return this.#thinning;
  }

  /** The recordings' folder as main sees it. */
  noteFolder(folder: FolderState): void {
    this.#setDisk(() => (this.#folder = folder));
  }

  /** Looks from now on whether what is to be recorded is. The returned function ends that. */
  watch(): () => void {
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    return () => {
      if (this.#timer) clearInterval(this.#timer);
    };
  }

  /** Where the RTSP proxy listens; 0 = nowhere. */
  get rtspPort(): number {
    return this.#rtspPort;
  }

  get connected(): boolean {
    return this.#channel !== null;
  }

  /** How often the process was started: a new process does not know what an earlier one was told. */
  get lives(): number {
    return this.#lives;
  }

  /** The process was started anew: it is told everything again. */
  attach(child: Port): void {
    const channel: MediaChannel = new Channel(child, (call, error) =>
      this.#log.error({ err: error, call }, "a call of the process failed"),
    );
    this.#channel = channel;
    this.#lives += 1;
    channel.on("stream.status", (status) => {
      const before = this.#heard.get(status.streamId)?.status;
      this.#heard.set(status.streamId, { status, atMs: performance.now() });
      this.#listener?.onStatus(status, before);
    });
    channel.on("motion.started", ({ streamId, startMs }) =>
      this.#listener?.onMotion({ streamId, startMs, stopMs: null }),
    );
    channel.on("motion.stopped", (event) => this.#listener?.onMotion(event));
    channel.on("session.closed", (session) => this.#listener?.onSessionClosed(session));
    channel.on("session.playback", (session) => this.#listener?.onPlayback(session));
    channel.on("disk.state", (disk) => this.#setDisk(() => (this.#written = disk)));
    channel.on("volumes", ({ volumes }) => this.#setVolumes(volumes));
    channel.on("bucket", (report) => this.#setBucket(report));
    channel.on("thinning", (report) => this.#setThinning(report));
    channel.on("recordings.damaged", ({ count }) => this.#listener?.onDamage(count));
    channel.on("recordings.checked", ({ files, damaged }) => this.#listener?.onChecked(files, damaged));
    channel.on("recordings.repaired", ({ count }) => this.#listener?.onRepaired(count));
    channel.on("rtsp.listening", ({ port, reason }) => {
      this.#rtspPort = port;
      if (reason !== "") this.#log.warn({ reason }, "the RTSP proxy cannot listen");
    });
    channel.serve("rtsp.admit", async (ask) =>
      this.#listener ? this.#listener.onRtspAsk(ask) : refuse("media/unavailable"),
    );
    channel.on("log", ({ level, text, detail }) => this.#log[level](detail ?? {}, text));
    for (const name of ["volumes.set", "bucket.set", "thinning.set", "streams.set"] as const) void this.#push(name);
  }

  detach(isMeant: boolean): void {
    this.#channel?.close(failure("process/gone"));
    this.#channel = null;
    this.#rtspPort = 0;
    for (const [id, { status }] of this.#heard) {
      const gone: StreamStatus = { ...status, state: "restarting", retryCount: status.retryCount + 1 };
      this.#heard.set(id, { status: gone, atMs: performance.now() });
    }
    this.#listener?.onGone(isMeant);
  }

  /** Makes the streams of `media` equal to this list. */
  async setStreams(streams: readonly StreamSpec[]): Promise<void> {
    this.#wishes["streams.set"] = { streams };
    this.#specs = new Map(streams.map((spec) => [spec.id, spec]));
    for (const id of this.#heard.keys()) if (!this.#specs.has(id)) this.#heard.delete(id);
    await this.#push("streams.set");
  }

  /** Makes the volumes of `media` equal to this list, which is never empty. */
  async setVolumes(volumes: readonly VolumeSpec[]): Promise<void> {
    this.#wishes["volumes.set"] = { volumes };
    const names = new Set(volumes.map(({ name }) => name));
    this.#volumes = this.#volumes.filter(({ name }) => names.has(name));
    await this.#push("volumes.set", VOLUMES_MS);
  }

  /** null: copies go nowhere */
  async setBucket(bucket: BucketSpec | null): Promise<void> {
    this.#wishes["bucket.set"] = { bucket };
    this.#bucket = null;
    await this.#push("bucket.set", VOLUMES_MS);
  }

  /** null: nothing is thinned out */
  async setThinning(thinning: ThinningSpec | null): Promise<void> {
    this.#wishes["thinning.set"] = { thinning };
    this.#thinning = null;
    await this.#push("thinning.set", VOLUMES_MS);
  }

  /** With what keeps the stream from being recorded, whoever noticed it. */
  status(streamId: string): StreamStatus | undefined {
    const heard = this.#heard.get(streamId);
    if (!heard || heard.status.trouble) return heard?.status;
    const trouble = this.#troubleOf(this.#specs.get(streamId));
    return trouble ? { ...heard.status, trouble } : heard.status;
  }

  /** Streams that are to be recorded and are not, although nothing else is wrong with them. */
  get unrecorded(): number {
    return this.#troubles.size;
  }

  call<K extends keyof MediaContract["calls"]>(
    name: K,
    ask: MediaContract["calls"][K]["ask"],
    timeoutMs?: number,
  ): Promise<Result<MediaContract["calls"][K]["answer"], Failure>> {
    if (!this.#channel) return Promise.resolve(refuse("media/unavailable"));
    return this.#channel.call(name, ask, timeoutMs);
  }

  #troubleOf(spec: StreamSpec | undefined): Failure | null {
    return spec ? recordingTrouble(spec, this.#heard.get(spec.id), performance.now(), this.disk.state) : null;
  }

  #look(): void {
    for (const id of this.#troubles.keys()) if (!this.#specs.has(id)) this.#troubles.delete(id);
    for (const spec of this.#wishes["streams.set"].streams) {
      const trouble = this.#troubleOf(spec);
      const before = this.#troubles.get(spec.id) ?? null;
      if (trouble?.code === before?.code) continue;
      if (trouble) this.#troubles.set(spec.id, trouble);
      else this.#troubles.delete(spec.id);
      this.#listener?.onTrouble(spec.id, trouble, before);
    }
  }

  #setDisk(set: () => void): void {
    const before = this.disk.state;
    set();
    // Each process reports it anew; a repetition of what an earlier process reported is no news.
    if (this.disk.state === before) return;
    this.#listener?.onDisk(this.disk);
    this.#look();
  }

  #setVolumes(volumes: readonly VolumeReport[]): void {
    const before = new Map(this.#volumes.map(({ name, state }) => [name, state]));
    this.#volumes = volumes;
    for (const volume of volumes)
      if (volume.state !== (before.get(volume.name) ?? "ok")) this.#listener?.onVolume(volume);
    for (const { name, drain } of volumes) if (drain?.state === "empty") this.#listener?.onDrained(name);
  }

  #setBucket(report: BucketReport): void {
    if (!this.#wishes["bucket.set"]?.bucket) return;
    const before = this.#bucket;
    this.#bucket = report;
    if ((report.state === "away") !== (before?.state === "away")) this.#listener?.onBucket(report);
    const { restore } = report;
    if (restore && !restore.isRunning && before?.restore?.isRunning) this.#listener?.onRestored(restore);
  }

  #setThinning(report: ThinningReport): void {
    if (!this.#wishes["thinning.set"]?.thinning) return;
    const before = this.#thinning;
    this.#thinning = report;
    if (report.stuck > 0 && (before?.stuck ?? 0) === 0) this.#listener?.onThinningStuck(report.reason);
  }

  async #push(name: keyof Wishes, timeoutMs?: number): Promise<void> {
    const [channel, wish] = [this.#channel, this.#wishes[name]];
    if (!channel || !wish) return;
    const answer = await channel.call(name, wish, timeoutMs);
    if (answer.ok || channel !== this.#channel || wish !== this.#wishes[name]) return;
    // A process that has just begun does not serve calls yet.
    if (answer.error.code === "process/unknown") setTimeout(() => void this.#push(name, timeoutMs), PUSH_AGAIN_MS);
    else if (answer.error.code !== "process/gone")
      this.#log.error(
        { call: name, code: answer.error.code, reason: englishText(answer.error) },
        "the process could not be told what it shall have",
      );
  }
}
