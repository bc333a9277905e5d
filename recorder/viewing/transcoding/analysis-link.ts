import { type Failure, failure } from "#domain/failures/failure.ts";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import type { Disposer } from "#base/disposer.ts";
import { type Result, fail } from "#base/result.ts";
import {
  unitParts,
  encodeMessage,
  type FeedCodec,
  type FromAnalysis,
  MessageReader,
  type MotionJobSpec,
  packUnits,
  type ToAnalysis,
  type TranscodeSpec,
} from "#recorder/analysis/wire.ts";
import type { AudioInfo } from "#recorder/formats/media-info.ts";
import type {
  Analysis,
  AnalysisFeed,
  FeedOptions,
  MotionEvents,
  OpusFeed,
  PaintedOver,
  TakeOpus,
  TranscodeEvents,
} from "./analysis.ts";
import { AwaitedAnswers } from "./awaited-answers.ts";
import { GatheredMessages } from "./gathered-messages.ts";

/** Above this analysis is too slow: feeds pause until their next key frame. Recording is not affected. */
const MAX_QUEUED_BYTES = 4 * 1024 * 1024;

/** What comes back of a job; each kind of job has its own. */
interface JobEvents {
  readonly transcode?: TranscodeEvents;
  readonly motion?: MotionEvents;
  readonly opus?: TakeOpus;
}

/** The order for a job, kept so that it can be sent again to a new process. */
type JobOrder =
  | { readonly t: "transcode"; readonly feed: number; readonly spec: TranscodeSpec }
  | { readonly t: "motion"; readonly feed: number; readonly spec: MotionJobSpec; readonly mask: Uint8Array | null }
  | { readonly t: "opus"; readonly audio: AudioInfo; readonly description: Uint8Array };

interface FeedState extends FeedOptions {
  /** units are held back until a key frame */
  waitingForKey: boolean;
}

/**
 * One analysis process, as `media` has it: the end of its frame socket. Jobs and feeds are kept here and ordered again
 * when the process comes back after a crash; nothing here waits for it.
 */
export class AnalysisLink implements Analysis {
  readonly #path: string;
  #server: Server | null = null;
  #socket: Socket | null = null;
  #nextId = 1;
  readonly #feeds = new Map<number, FeedState>();
  readonly #jobs = new Map<number, { order: JobOrder; events: JobEvents }>();
  readonly #waiting = new AwaitedAnswers();
  /** feeds of whose frames something is made that somebody waits for */
  #watched: ReadonlySet<number> = new Set();
  /** units of feeds that nobody watches */
  readonly #gathered = new GatheredMessages((messages) => this.#write(messages));
  readonly #onConnection = new Set<(connected: boolean) => void>();

  /** `path`: unix socket (or named pipe) to serve on */
  constructor(path: string) {
    this.#path = path;
  }

  get connected(): boolean {
    return this.#socket !== null;
  }

  /** Pixels per second of everything that is decoded here. */
  get load(): number {
    let load = 0;
    for (const feed of this.#feeds.values()) load += feed.load();
    return load;
  }

  /** Calls back when the process connects and disconnects. */
  onConnection(listener: (connected: boolean) => void): Disposer {
    this.#onConnection.add(listener);
    return () => this.#onConnection.delete(listener);
  }

  listen(): Promise<void> {
    if (!this.#path.startsWith("\\\\")) rmSync(this.#path, { force: true });
    return new Promise((resolve, reject) => {
      const server = createServer((socket) => this.#accept(socket));
      this.#server = server;
      server.once("error", reject);
      server.listen(this.#path, () => {
        if (!this.#path.startsWith("\\\\")) chmodSync(this.#path, 0o600);
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    this.#gathered.forget();
    this.#socket?.destroy();
    const server = this.#server;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  openFeed(options: FeedOptions): AnalysisFeed {
    const id = this.#nextId++;
    const state: FeedState = { ...options, waitingForKey: true };
    this.#feeds.set(id, state);
    this.#sendFeed(id, options);
    return {
      writable: () => this.#backlog < MAX_QUEUED_BYTES / 2,
      unit: (nals, key, wallMs, skip) => this.#unit(id, state, nals, key, wallMs, skip),
      mark: (drain) => this.#mark(id, drain),
      transcode: (spec, transcode) => this.#openJob({ t: "transcode", feed: id, spec }, { transcode }).close,
      motion: (spec, mask, motion) => this.#openJob({ t: "motion", feed: id, spec, mask }, { motion }).close,
      close: () => {
        if (this.#feeds.delete(id)) this.#send({ t: "feed-close", feed: id });
      },
    };
  }

  openOpus(audio: AudioInfo, description: Uint8Array, take: TakeOpus): OpusFeed {
    const job = this.#openJob({ t: "opus", audio, description }, { opus: take });
    return {
      audio: (data, pts, wallMs) => {
        if (this.#backlog < MAX_QUEUED_BYTES) this.#send({ t: "audio", job: job.id, pts, wallMs }, [data]);
      },
      close: job.close,
    };
  }

  picture(
    codec: FeedCodec,
    reorders: boolean,
    units: readonly (readonly Uint8Array[])[],
    widthPx: number,
    heightPx: number,
    { masks, watermark }: PaintedOver,
  ): Promise<Result<Buffer, Failure>> {
    if (!this.#socket) return Promise.resolve(fail(failure("analysis/off")));
    const ask = this.#nextId++;
    const answer = this.#waiting.picture(ask);
    this.#send({ t: "picture", ask, codec, reorders, widthPx, heightPx, masks, watermark }, packUnits(codec, units));
    return answer;
  }

  #openJob(order: JobOrder, events: JobEvents): { readonly id: number; readonly close: Disposer } {
    const id = this.#nextId++;
    this.#jobs.set(id, { order, events });
    this.#noteWatched();
    this.#order(id, order);
    return {
      id,
      close: () => {
        if (!this.#jobs.delete(id)) return;
        this.#noteWatched();
        this.#send({ t: "job-close", job: id });
      },
    };
  }

  get #backlog(): number {
    return (this.#socket?.writableLength ?? 0) + this.#gathered.bytes;
  }

  #send(head: ToAnalysis, payload: readonly Uint8Array[] = []): void {
    this.#gathered.send();
    this.#write([encodeMessage(head, payload)]);
  }

  #write(messages: readonly Buffer[]): void {
    if (!this.#socket?.writable) return;
    this.#socket.cork();
    for (const message of messages) this.#socket.write(message);
    this.#socket.uncork();
  }

  #noteWatched(): void {
    const orders = [...this.#jobs.values()].map(({ order }) => order);
    this.#watched = new Set(orders.flatMap((order) => (order.t === "transcode" ? order.feed : [])));
  }

  #sendFeed(feed: number, { codec, reorders, live }: FeedOptions): void {
    this.#send({ t: "feed", feed, codec, reorders, live });
  }

  #unit(
    feed: number,
    state: FeedState,
    nals: readonly Uint8Array[],
    key: boolean,
    wallMs: number,
    skip: boolean,
  ): void {
    if (!this.#socket || !this.#feeds.has(feed)) return;
    if (key) state.waitingForKey = false;
    if (state.waitingForKey) return;
    if (this.#backlog > MAX_QUEUED_BYTES) {
      state.waitingForKey = true;
      return;
    }
    const head: ToAnalysis = { t: "unit", feed, key, wallMs, skip, sentMs: Date.now() };
    const parts = unitParts(state.codec, nals);
    if (state.live && !this.#watched.has(feed)) this.#gathered.add(encodeMessage(head, parts));
    else this.#send(head, parts);
  }

  #mark(feed: number, drain: boolean): Promise<void> {
    if (!this.#socket || !this.#feeds.has(feed)) return Promise.resolve();
    const mark = this.#nextId++;
    const processed = this.#waiting.mark(mark);
    this.#send({ t: "mark", feed, mark, drain });
    return processed;
  }

  #order(id: number, order: JobOrder): void {
    if (order.t === "transcode") this.#send({ t: "transcode", job: id, feed: order.feed, spec: order.spec });
    else if (order.t === "motion")
      this.#send({ t: "motion", job: id, feed: order.feed, spec: order.spec }, order.mask ? [order.mask] : []);
    else this.#send({ t: "opus", job: id, audio: order.audio }, [order.description]);
  }

  #accept(socket: Socket): void {
    // Only one analysis at a time: a new connection means that the old one is gone or hangs.
    this.#socket?.destroy();
    this.#gathered.forget();
    this.#socket = socket;
    const reader = new MessageReader<FromAnalysis>((head, payload) => this.#receive(head, payload));
    socket.on("data", (chunk) => {
      if (!reader.push(chunk)) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      if (this.#socket === socket) this.#lost();
    });
    for (const [feed, options] of this.#feeds) this.#sendFeed(feed, options);
    for (const [id, { order }] of this.#jobs) this.#order(id, order);
    for (const feed of this.#feeds.values()) {
      feed.waitingForKey = true;
      feed.onFresh?.();
    }
    for (const listener of this.#onConnection) listener(true);
  }

  #lost(): void {
    this.#socket = null;
    this.#gathered.forget();
    this.#waiting.lost();
    for (const { events } of this.#jobs.values()) events.motion?.lost();
    for (const listener of this.#onConnection) listener(false);
  }

  #receive(head: FromAnalysis, payload: Buffer): void {
    switch (head.t) {
      case "unit": {
        const { key, wallMs, widthPx, heightPx } = head;
        this.#jobs.get(head.job)?.events.transcode?.picture({ data: payload, key, wallMs, widthPx, heightPx });
        return;
      }
      case "mark":
        return this.#waiting.marked(head.mark);
      case "motion-started":
        this.#jobs.get(head.job)?.events.motion?.started(head.startMs);
        return;
      case "motion-stopped":
        this.#jobs.get(head.job)?.events.motion?.stopped(head.startMs, head.stopMs);
        return;
      case "audio":
        this.#jobs.get(head.job)?.events.opus?.(payload, head.pts, head.wallMs);
        return;
      case "picture":
        return this.#waiting.pictured(head.ask, payload, head.reason);
      case "job-failed":
        this.#jobs.get(head.job)?.events.transcode?.failed?.(head.reason);
    }
  }
}
