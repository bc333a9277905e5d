/** Figures for Prometheus. No names, no addresses, no secrets: only routes and identifiers. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { LiveSessions } from "#recorder/site/live-sessions.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import type { BucketReport } from "#recorder/ipc/storage-shapes.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { diskSpaceOf } from "#recorder/recording/keeping/cleaner.ts";
import type { Standby } from "#recorder/standby/standby.ts";

/** What a process of the server has used; null = it does not run, or has not said it yet. */
interface ProcessUse {
  readonly name: string;
  readonly isWell: boolean;
  readonly use: { readonly rssBytes: number; readonly cpuMs: number } | null;
}

interface StorageRead {
  readonly media: Pick<MediaLink, "volumes" | "bucket">;
  readonly index: Pick<RecordingIndex, "damaged" | "bucketSums">;
  /** the folder of recordings; as long as there are no volumes beside it, its figures are called "main" */
  readonly folder: string;
}

/**
 * The delay of the event loop is looked for this often, and each figure of it includes this pause. By default it were 10 ms: a process
 * that does nothing woke a hundred times a second for it.
 */
const LOOP_LOOK_MS = 50;
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<"method" | "route" | "status">;
  readonly #restarts: Counter<"process">;

  constructor(node: { readonly edition: string; readonly version: string }) {
    const look = { eventLoopMonitoringPrecision: LOOP_LOOK_MS };
    collectDefaultMetrics({ register: this.#registry, prefix: "proscenium_main_", ...look });
    const info = new Gauge({
      name: "proscenium_info",
      help: "always 1; the labels say what this server is",
      labelNames: ["edition", "version"],
      registers: [this.#registry],
    });
    info.set({ ...node }, 1);
    this.#requests = new Histogram({
      name: "proscenium_http_request_seconds",
      help: "HTTP requests by route",
      labelNames: ["method", "route", "status"],
      buckets: SECONDS,
      registers: [this.#registry],
    });
    this.#restarts = new Counter({
      name: "proscenium_process_starts_total",
      help: "how often a process of the recorder was started",
      labelNames: ["process"],
      registers: [this.#registry],
    });
  }

  request(method: string, route: string, status: number, elapsedMs: number): void {
    this.#requests.observe({ method, route, status: String(status) }, elapsedMs / 1000);
  }

  started(process: string): void {
    this.#restarts.inc({ process });
  }

  /** A figure that is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void {
    const made = new Gauge({
      name: `proscenium_${name}`,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    });
    this.#registry.registerMetric(made);
  }

  /** Figures of a server's other processes, as their last heartbeats told them. */
  watchProcesses(read: () => readonly ProcessUse[]): void {
    const figures: readonly [name: string, help: string, value: (one: ProcessUse) => number | undefined][] = [
      ["well", "1 while it does its work", ({ isWell }) => (isWell ? 1 : 0)],
      ["memory_bytes", "resident memory", ({ use }) => use?.rssBytes],
      ["cpu_seconds", "processor time since its start", ({ use }) => (use ? use.cpuMs / 1000 : undefined)],
    ];
    for (const [name, help, value] of figures)
      this.#labelled(`process_${name}`, help, ["process"], (set) => {
        for (const one of read()) set({ process: one.name }, value(one));
      });
  }

  /** Figures of where recordings are written. */
  watchStorage({ media, folder, index }: StorageRead): void {
    // A disk that does not answer is asked once, not again at each scrape.
    let asking: ReturnType<typeof diskSpaceOf> | null = null;
    let last: Awaited<ReturnType<typeof diskSpaceOf>> | null = null;
    const ask = (path: string): void => {
      if (asking) return;
      asking = diskSpaceOf(path);
      asking.then(
        (space) => ([asking, last] = [null, space]),
        () => ([asking, last] = [null, null]),
      );
    };
    const spaces = (): readonly [string, { readonly capacityBytes: number; readonly freeBytes: number } | null][] => {
      if (media.volumes.length > 0) return media.volumes.map(({ name, space }) => [name, space]);
      ask(folder);
      return [["main", last]];
    };
    this.#labelled("volume_capacity_bytes", "of its file system", ["volume"], (set) => {
      for (const [volume, space] of spaces()) set({ volume }, space?.capacityBytes);
    });
    this.#labelled("volume_free_bytes", "free for everybody, the reserve included", ["volume"], (set) => {
      for (const [volume, space] of spaces()) set({ volume }, space?.freeBytes);
    });
    this.#labelled("volume_well", "1 while it can be written to; of several volumes", ["volume"], (set) => {
      for (const { name, state } of media.volumes) set({ volume: name }, state === "ok" ? 1 : 0);
    });
    this.#watchCopies({ media, index });
  }

  /** Figures of the archive in a bucket, which are none where none is set, and of what disks have damaged. */
  #watchCopies({ media, index }: Pick<StorageRead, "media" | "index">): void {
    this.#asked(
      "recordings_damaged",
      "files that are not what was written",
      async () => (await index.damaged(0)).count,
    );
    const ofBucket = (name: string, help: string, read: (of: BucketReport) => number | Promise<number>): void =>
      this.#asked(`bucket_${name}`, help, () => (media.bucket ? read(media.bucket) : undefined));
    ofBucket("well", "1 while the archive in a bucket can be used", ({ state }) => (state === "away" ? 0 : 1));
    ofBucket("backlog_bytes", "due to be copied there", ({ backlog }) => backlog.bytes);
    ofBucket("backlog_oldest_seconds", "epoch seconds of the oldest of it", ({ backlog }) => backlog.oldestMs / 1000);
    ofBucket("stored_bytes", "of its objects", async () => (await index.bucketSums()).stored.bytes);
    ofBucket("only_bytes", "of recordings that are nowhere else", async () => (await index.bucketSums()).only.bytes);
  }

  /** A figure that may have to be asked for at each scrape; undefined = none now. */
  #asked(name: string, help: string, read: () => number | undefined | Promise<number>): void {
    const made = new Gauge({
      name: `proscenium_${name}`,
      help,
      registers: [],
      async collect() {
        this.reset();
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
    this.#registry.registerMetric(made);
  }

  /** A figure with labels that is read at each scrape; undefined = none now. */
  #labelled<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: (set: (labels: Readonly<Record<Label, string>>, value: number | undefined) => void) => void,
  ): void {
    const made = new Gauge({
      name: `proscenium_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [],
      collect() {
        this.reset();
        read((labels, value) => {
          if (value !== undefined) this.set(labels as Partial<Record<Label, string>>, value);
        });
      },
    });
    this.#registry.registerMetric(made);
  }

  /** Figures of a recorder. */
  watch(parts: { cameras: Cameras; media: MediaLink; hub: EventHub; live: LiveSessions }): void {
    const gauge = this.gauge.bind(this);
    gauge("cameras", "registered cameras", () => parts.cameras.all().length);
    gauge("event_sockets", "open event sockets", () => parts.hub.size);
    gauge("webrtc_sessions", "open WebRTC sessions", () => parts.live.count("whep"));
    gauge("low_bandwidth_sessions", "open low-bandwidth sessions", () => parts.live.count("low-bandwidth"));
    gauge("rtsp_sessions", "open RTSP players", () => parts.live.count("rtsp"));
    gauge("media_connected", "1 while the media process answers", () => (parts.media.connected ? 1 : 0));
    const perStream = (name: string, help: string, read: (id: string) => number | undefined): void =>
      this.#labelled(`stream_${name}`, help, ["camera", "stream"], (set) => {
        for (const row of parts.cameras.allStreams()) set({ camera: row.camera_id, stream: row.id }, read(row.id));
      });
    perStream("running", "1 while it runs", (id) => (parts.media.status(id)?.state === "running" ? 1 : 0));
    perStream("bits_per_second", "average of the last minute", (id) => parts.media.status(id)?.bitsPerSecond);
    perStream("frames_per_second", "average of the last minute", (id) => parts.media.status(id)?.framesPerSecond);
    perStream("packets_lost", "packets lost", (id) => parts.media.status(id)?.packetsLost);
    perStream("retries", "reconnects since it last ran", (id) => parts.media.status(id)?.retryCount);
    perStream("last_archive_written_seconds", "epoch seconds of the last archive", (id) => {
      const ms = parts.media.status(id)?.lastArchiveWrittenMs;
      return ms === undefined ? undefined : ms / 1000;
    });
  }

  /** Figures of a recorder in a standby group. */
  watchStandby(standby: Pick<Standby, "state">): void {
    this.gauge("standby_well", "1 while the database of the standby group answers", () =>
      standby.state.isReached ? 1 : 0,
    );
    this.gauge(
      "standby_stands_in_for",
      "recorders whose cameras are recorded here",
      () => standby.state.standsInFor.length,
    );
    this.gauge(
      "standby_counterparts",
      "of an owner: recorders that would record its cameras now; of others: owners of their group",
      () => standby.state.counterparts?.length ?? 0,
    );
    this.gauge("standby_fetching", "recorders from which recordings are fetched", () => standby.state.fetching.length);
  }

  /** In the Prometheus text format. */
  async print(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}
