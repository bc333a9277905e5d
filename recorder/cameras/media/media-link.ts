/** All `media` processes as one: always the newest wishes given to them, always the newest status known of them. */
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import type { ThinningSpec } from "#domain/recordings/thinning.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import { ok, type Result } from "#base/result.ts";
import { need } from "#base/assert.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { Port } from "#recorder/ipc/channel.ts";
import type {
  BucketReport,
  IndexAnswer,
  IndexWrite,
  RtspAsk,
  RtspSight,
  StreamSpec,
  StreamStatus,
  ThinningReport,
  VolumeReport,
} from "#recorder/ipc/contracts.ts";
import type { FolderState } from "#recorder/core/folder-watch.ts";
import type { Log } from "#recorder/core/log.ts";
import { CameraPlaces } from "./camera-places.ts";
import { type Calls, type MediaChannel, MediaShard } from "./media-shard.ts";
import { type Heard, recordingTrouble } from "./recording-trouble.ts";
import { diskAsOne, volumesAsOne } from "./reports-as-one.ts";

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
  /** one of several processes has something for the index */
  readonly onIndexWrite: (write: IndexWrite) => Promise<IndexAnswer>;
  /** every session that lived in the process is gone, of these streams; `isMeant`: the recorder is stopped */
  readonly onGone: (isMeant: boolean, isOf: (streamId: string) => boolean) => void;
}

/** Of these all processes are asked, and not the one that a stream or a session names. */
const FOR_ALL: ReadonlySet<keyof Calls> = new Set(["retention.set", "flush"]);

export class MediaLink {
  /** The first keeps order for all of them, and listens for RTSP players. */
  readonly #shards: readonly MediaShard[];
  readonly #log: Log;
  readonly #heard = new Map<string, Heard>();
  /** what is wrong with the recording of a stream, as it was last said */
  readonly #troubles = new Map<string, Failure>();
  #listener: MediaListener | null = null;
  #specs: ReadonlyMap<string, StreamSpec> = new Map();
  /** the process of each camera, and of each session */
  readonly #places: CameraPlaces;
  readonly #sessions = new Map<string, number>();
  /** as the processes that write report it, and as the folder looks from here */
  #written: FolderState = diskAsOne([]);
  #folder: FolderState = diskAsOne([]);
  #volumes: readonly VolumeReport[] = [];
  #bucket: BucketReport | null = null;
  #thinning: ThinningReport | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** `workers`: how many processes there are */
  constructor(log: Log, workers = 1) {
    this.#log = log.child({ name: "media" });
    this.#shards = Array.from({ length: workers }, () => new MediaShard(this.#log));
    this.#places = new CameraPlaces(workers);
  }

  get workers(): number {
    return this.#shards.length;
  }

  listen(listener: MediaListener): void {
    this.#listener = listener;
  }

  /** Of the recordings. What the folder looks like from here counts first: the process may hang that writes there. */
  get disk(): FolderState {
    return this.#folder.state === "ok" ? this.#written : this.#folder;
  }

  /** As the processes that write see them; empty = they have told nothing yet, or there is the one folder. */
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
    return this.#first.rtspPort;
  }

  /** All processes are there. */
  get connected(): boolean {
    return this.#shards.every(({ connected }) => connected);
  }

  /** How often the processes were started: a new process does not know what an earlier one was told. */
  get lives(): number {
    return this.#shards.reduce((sum, { lives }) => sum + lives, 0);
  }

  /** The process with a session; the first one if there is no such session. */
  placeOfSession(sessionId: string): number {
    return this.#sessions.get(sessionId) ?? 0;
  }

  /** A process, from 0 on, was started anew: it is told everything again. */
  attach(child: Port, at = 0): void {
    const shard = this.#shard(at);
    shard.attach(child, (channel) => this.#listen(channel, shard, at));
  }

  detach(isMeant: boolean, at = 0): void {
    this.#shard(at).detach();
    for (const [id, { status }] of this.#heard) {
      if (this.#placeOf(id) !== at) continue;
      const gone: StreamStatus = { ...status, state: "restarting", retryCount: status.retryCount + 1 };
      this.#heard.set(id, { status: gone, atMs: performance.now() });
    }
    for (const [id, place] of this.#sessions) if (place === at) this.#sessions.delete(id);
    this.#listener?.onGone(isMeant, (streamId) => this.#placeOf(streamId) === at);
  }

  /** Makes the streams of `media` equal to this list. */
  async setStreams(streams: readonly StreamSpec[]): Promise<void> {
    this.#specs = new Map(streams.map((spec) => [spec.id, spec]));
    for (const id of this.#heard.keys()) if (!this.#specs.has(id)) this.#heard.delete(id);
    this.#places.place(this.#heardStreams());
    await Promise.all(
      this.#shards.map((shard, at) => {
        const own = streams.filter(({ id }) => this.#placeOf(id) === at);
        if (this.#shards.length === 1) return shard.wish("streams.set", { streams: own });
        const others = streams.filter(({ id }) => this.#placeOf(id) !== at);
        const elsewhere = new Map(others.map(({ id }) => [id, this.#placeOf(id)]));
        return shard.wish("streams.set", { streams: own, elsewhere });
      }),
    );
  }

  /** What cameras sent in an earlier run, in bits per second by their ids: told before any stream. */
  rememberLoads(loads: ReadonlyMap<string, number>): void {
    this.#places.remember(loads);
  }

  /** What cameras send, or sent when they were heard last; those that never were are missing. */
  loads(): ReadonlyMap<string, number> {
    return this.#places.hear(this.#heardStreams());
  }

  #heardStreams(): { cameraId: string; bitsPerSecond: number }[] {
    return [...this.#specs.values()].map(({ id, cameraId }) => ({
      cameraId,
      bitsPerSecond: this.#heard.get(id)?.status.bitsPerSecond ?? 0,
    }));
  }

  /** Makes the volumes of `media` equal to this list, which is never empty. */
  async setVolumes(volumes: readonly VolumeSpec[]): Promise<void> {
    const names = new Set(volumes.map(({ name }) => name));
    this.#volumes = this.#volumes.filter(({ name }) => names.has(name));
    await Promise.all(
      this.#shards.map((shard) => {
        shard.volumes = shard.volumes.filter(({ name }) => names.has(name));
        return shard.wish("volumes.set", { volumes }, VOLUMES_MS);
      }),
    );
  }

  /** null: copies go nowhere */
  async setBucket(bucket: BucketSpec | null): Promise<void> {
    this.#bucket = null;
    await Promise.all(this.#shards.map((shard) => shard.wish("bucket.set", { bucket }, VOLUMES_MS)));
  }

  /** null: nothing is thinned out */
  async setThinning(thinning: ThinningSpec | null): Promise<void> {
    this.#thinning = null;
    await this.#first.wish("thinning.set", { thinning }, VOLUMES_MS);
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

  /** Asks the process of the stream or session that is named, all of them, or the one that keeps order. */
  async call<K extends keyof Calls>(
    name: K,
    ask: Calls[K]["ask"],
    timeoutMs?: number,
  ): Promise<Result<Calls[K]["answer"], Failure>> {
    if (FOR_ALL.has(name)) {
      const answers = await Promise.all(this.#shards.map((shard) => shard.call(name, ask, timeoutMs)));
      return need(answers.find((answer) => !answer.ok) ?? answers[0], "a media process");
    }
    const { streamId, sessionId } = namesIn(ask);
    const at = streamId === undefined ? this.placeOfSession(sessionId ?? "") : this.#placeOf(streamId);
    const isOpening = streamId !== undefined && sessionId !== undefined;
    if (isOpening) this.#sessions.set(sessionId, at);
    const answer = await this.#shard(at).call(name, ask, timeoutMs);
    const isOver = isOpening ? !answer.ok : name.endsWith(".close");
    if (isOver && sessionId !== undefined) this.#sessions.delete(sessionId);
    return answer;
  }

  get #first(): MediaShard {
    return this.#shard(0);
  }

  #shard(at: number): MediaShard {
    return need(this.#shards[at], `media process ${at}`);
  }

  #placeOf(streamId: string): number {
    return this.#places.of(this.#specs.get(streamId)?.cameraId ?? "");
  }

  #listen(channel: MediaChannel, shard: MediaShard, at: number): void {
    channel.on("stream.status", (status) => {
      const before = this.#heard.get(status.streamId)?.status;
      this.#heard.set(status.streamId, { status, atMs: performance.now() });
      this.#listener?.onStatus(status, before);
    });
    channel.on("motion.started", ({ streamId, startMs }) =>
      this.#listener?.onMotion({ streamId, startMs, stopMs: null }),
    );
    channel.on("motion.stopped", (event) => this.#listener?.onMotion(event));
    channel.on("session.closed", (session) => {
      this.#sessions.delete(session.sessionId);
      this.#listener?.onSessionClosed(session);
    });
    channel.on("session.playback", (session) => this.#listener?.onPlayback(session));
    channel.on("disk.state", (disk) => {
      shard.written = disk;
      this.#setDisk(() => (this.#written = diskAsOne(this.#shards.map(({ written }) => written))));
    });
    channel.on("volumes", ({ volumes }) => {
      shard.volumes = volumes;
      this.#setVolumes(volumesAsOne(this.#shards.map((one) => one.volumes)));
    });
    channel.on("bucket", (report) => this.#setBucket(report));
    channel.on("thinning", (report) => this.#setThinning(report));
    channel.on("recordings.damaged", ({ count }) => this.#listener?.onDamage(count));
    channel.on("recordings.checked", ({ files, damaged }) => this.#listener?.onChecked(files, damaged));
    channel.on("recordings.repaired", ({ count }) => this.#listener?.onRepaired(count));
    channel.on("rtsp.listening", ({ port, reason }) => {
      shard.rtspPort = port;
      if (reason !== "") this.#log.warn({ reason }, "the RTSP proxy cannot listen");
    });
    channel.serve("rtsp.admit", async (ask) => {
      if (!this.#listener) return refuse("media/unavailable");
      const answer = await this.#listener.onRtspAsk(ask);
      if (answer.ok) this.#sessions.set(ask.sessionId, at);
      return answer;
    });
    channel.serve("index.write", async (write) =>
      this.#listener ? ok(await this.#listener.onIndexWrite(write)) : refuse("media/unavailable"),
    );
    channel.on("log", ({ level, text, detail }) => this.#log[level](detail ?? {}, text));
  }

  #troubleOf(spec: StreamSpec | undefined): Failure | null {
    return spec ? recordingTrouble(spec, this.#heard.get(spec.id), performance.now(), this.disk.state) : null;
  }

  #look(): void {
    for (const id of this.#troubles.keys()) if (!this.#specs.has(id)) this.#troubles.delete(id);
    for (const spec of this.#specs.values()) {
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
    if (!this.#first.wishes["bucket.set"]?.bucket) return;
    const before = this.#bucket;
    this.#bucket = report;
    if ((report.state === "away") !== (before?.state === "away")) this.#listener?.onBucket(report);
    const { restore } = report;
    if (restore && !restore.isRunning && before?.restore?.isRunning) this.#listener?.onRestored(restore);
  }

  #setThinning(report: ThinningReport): void {
    if (!this.#first.wishes["thinning.set"]?.thinning) return;
    const before = this.#thinning;
    this.#thinning = report;
    if (report.stuck > 0 && (before?.stuck ?? 0) === 0) this.#listener?.onThinningStuck(report.reason);
  }
}

function namesIn(ask: unknown): { readonly streamId?: string; readonly sessionId?: string } {
  return typeof ask === "object" && ask !== null ? ask : {};
}
