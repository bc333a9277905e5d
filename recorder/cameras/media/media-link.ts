/** All `media` processes as one: always the newest wishes given to them, always the newest status known of them. */
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import type { ThinningSpec } from "#domain/recordings/thinning.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import { ok, type Result } from "#base/result.ts";
import { need } from "#base/assert.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { Port } from "#recorder/ipc/channel.ts";
import type { BucketReport, ThinningReport, VolumeReport } from "#recorder/ipc/storage-shapes.ts";
import type { StreamSpec, StreamStatus } from "#recorder/ipc/stream-shapes.ts";
import type { FolderState } from "#recorder/core/folder-watch.ts";
import type { Log } from "#recorder/core/log.ts";
import type { MediaListener } from "./media-listener.ts";
import { type Calls, type MediaChannel, MediaShard } from "./media-shard.ts";
import { Places } from "./places.ts";
import { RecordingWatch } from "./recording-watch.ts";
import { StorageStatus } from "./storage-status.ts";

/** A volume that hangs is not waited for longer when the list changes. */
const VOLUMES_MS = 15_000;

/** These calls go to all processes, and not to the one that a stream or a session names. */
const FOR_ALL: ReadonlySet<keyof Calls> = new Set(["retention.set", "flush"]);

export class MediaLink {
  /** The first keeps order for all of them, and listens for RTSP players. */
  readonly #shards: readonly MediaShard[];
  readonly #log: Log;
  #listener: MediaListener | null = null;
  readonly #places: Places;
  readonly #storage = new StorageStatus(() => this.#listener);
  readonly #watch = new RecordingWatch({
    diskState: () => this.disk.state,
    onTrouble: (...told) => this.#listener?.onTrouble(...told),
  });

  /** `workers`: how many processes there are */
  constructor(log: Log, workers = 1) {
    this.#log = log.child({ name: "media" });
    this.#shards = Array.from({ length: workers }, () => new MediaShard(this.#log));
    this.#places = new Places(workers, (streamId) => this.#watch.status(streamId)?.bitsPerSecond ?? 0);
  }

  get workers(): number {
    return this.#shards.length;
  }

  listen(listener: MediaListener): void {
    this.#listener = listener;
  }

  /** The disk of the recordings. What the folder looks like from here counts first: the process that writes there may hang. */
  get disk(): FolderState {
    return this.#storage.disk;
  }

  /** As the processes that write see them; empty = they have told nothing yet, or there is the one folder. */
  get volumes(): readonly VolumeReport[] {
    return this.#storage.volumes;
  }

  /** The archive in a bucket; null = none is set, or nothing was told yet. */
  get bucket(): BucketReport | null {
    return this.#storage.bucket;
  }

  /** How far thinning out is; null = no rule is set, or nothing was told yet. */
  get thinning(): ThinningReport | null {
    return this.#storage.thinning;
  }

  /** The recordings' folder as main sees it. */
  noteFolder(folder: FolderState): void {
    if (this.#storage.seeFolder(folder)) this.#watch.look();
  }

  /** Looks from now on whether what is to be recorded is. The returned function ends that. */
  watch(): () => void {
    return this.#watch.start();
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
    return this.#places.ofSession(sessionId);
  }

  /** A process, from 0 on, was started anew: it is told everything again. */
  attach(child: Port, at = 0): void {
    const shard = this.#shard(at);
    shard.attach(child, (channel) => this.#listen(channel, shard, at));
  }

  detach(isMeant: boolean, at = 0): void {
    this.#shard(at).detach();
    const isOf = (streamId: string): boolean => this.#places.ofStream(streamId) === at;
    this.#watch.lose(isOf);
    this.#places.lose(at);
    this.#listener?.onGone(isMeant, isOf);
  }

  /** Makes the streams of `media` equal to this list. */
  async setStreams(streams: readonly StreamSpec[]): Promise<void> {
    this.#watch.setStreams(streams);
    this.#places.setStreams(streams);
    await Promise.all(
      this.#shards.map((shard, at) => {
        const own = streams.filter(({ id }) => this.#places.ofStream(id) === at);
        if (this.#shards.length === 1) return shard.wish("streams.set", { streams: own });
        const others = streams.filter(({ id }) => this.#places.ofStream(id) !== at);
        const elsewhere = new Map(others.map(({ id }) => [id, this.#places.ofStream(id)]));
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
    return this.#places.loads();
  }

  /** Makes the volumes of `media` equal to this list, which is never empty. */
  async setVolumes(volumes: readonly VolumeSpec[]): Promise<void> {
    const names = new Set(volumes.map(({ name }) => name));
    this.#storage.keepVolumes(names);
    await Promise.all(
      this.#shards.map((shard) => {
        shard.volumes = shard.volumes.filter(({ name }) => names.has(name));
        return shard.wish("volumes.set", { volumes }, VOLUMES_MS);
      }),
    );
  }

  /** null: copies go nowhere */
  async setBucket(bucket: BucketSpec | null): Promise<void> {
    this.#storage.forgetBucket();
    await Promise.all(this.#shards.map((shard) => shard.wish("bucket.set", { bucket }, VOLUMES_MS)));
  }

  /** null: nothing is thinned out */
  async setThinning(thinning: ThinningSpec | null): Promise<void> {
    this.#storage.forgetThinning();
    await this.#first.wish("thinning.set", { thinning }, VOLUMES_MS);
  }

  /** With what keeps the stream from being recorded, whoever noticed it. */
  status(streamId: string): StreamStatus | undefined {
    return this.#watch.status(streamId);
  }

  /** Streams that are to be recorded and are not, although nothing else is wrong with them. */
  get unrecorded(): number {
    return this.#watch.unrecorded;
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
    const at = streamId === undefined ? this.placeOfSession(sessionId ?? "") : this.#places.ofStream(streamId);
    const isOpening = streamId !== undefined && sessionId !== undefined;
    if (isOpening) this.#places.opened(sessionId, at);
    const answer = await this.#shard(at).call(name, ask, timeoutMs);
    const isOver = isOpening ? !answer.ok : name.endsWith(".close");
    if (isOver && sessionId !== undefined) this.#places.closed(sessionId);
    return answer;
  }

  get #first(): MediaShard {
    return this.#shard(0);
  }

  #shard(at: number): MediaShard {
    return need(this.#shards[at], `media process ${at}`);
  }

  #listen(channel: MediaChannel, shard: MediaShard, at: number): void {
    channel.on("stream.status", (status) => {
      const before = this.#watch.hear(status);
      this.#listener?.onStatus(status, before);
    });
    channel.on("motion.started", ({ streamId, startMs }) =>
      this.#listener?.onMotion({ streamId, startMs, stopMs: null }),
    );
    channel.on("motion.stopped", (event) => this.#listener?.onMotion(event));
    channel.on("session.closed", (session) => {
      this.#places.closed(session.sessionId);
      this.#listener?.onSessionClosed(session);
    });
    channel.on("session.playback", (session) => this.#listener?.onPlayback(session));
    channel.on("disk.state", (disk) => {
      shard.written = disk;
      if (this.#storage.hearDisk(this.#shards.map(({ written }) => written))) this.#watch.look();
    });
    channel.on("volumes", ({ volumes }) => {
      shard.volumes = volumes;
      this.#storage.hearVolumes(this.#shards.map((one) => one.volumes));
    });
    // A process that is told of another bucket, or of none, may still say something of the one before.
    channel.on("bucket", (report) => {
      if (this.#first.wishes["bucket.set"]?.bucket) this.#storage.hearBucket(report);
    });
    channel.on("thinning", (report) => {
      if (this.#first.wishes["thinning.set"]?.thinning) this.#storage.hearThinning(report);
    });
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
      if (answer.ok) this.#places.opened(ask.sessionId, at);
      return answer;
    });
    channel.serve("index.write", async (write) =>
      this.#listener ? ok(await this.#listener.onIndexWrite(write)) : refuse("media/unavailable"),
    );
    channel.on("log", ({ level, text, detail }) => this.#log[level](detail ?? {}, text));
  }
}

function namesIn(ask: unknown): { readonly streamId?: string; readonly sessionId?: string } {
  return typeof ask === "object" && ask !== null ? ask : {};
}
