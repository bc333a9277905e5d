import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
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
import { AwaitedAnswers } from "./awaited-answers.ts";
import { GatheredMessages } from "./gathered-messages.ts";

/** Above this analysis is too slow: feeds pause until their next key frame. Recording is not affected. */
const MAX_QUEUED_BYTES = 4 * 1024 * 1024;

export interface JobFrame {
  /** Annex B, or a JPEG */
  readonly data: Buffer;
  readonly key: boolean;
  readonly wallMs: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface JobEvents {
  picture?(picture: JobFrame): void;
  motionStarted?(startMs: number): void;
  motionStopped?(startMs: number, stopMs: number): void;
  /** 20 ms of 48 kHz Opus; pts in samples */
  opus?(data: Buffer, pts: number, wallMs: number): void;
  /** the job has ended; close it */
  failed?(reason: string): void;
}

/** The order for a job, kept so that it can be sent again to a new process. */
type JobOrder =
  | { readonly t: "transcode"; readonly feed: number; readonly spec: TranscodeSpec }
  | { readonly t: "motion"; readonly feed: number; readonly spec: MotionJobSpec; readonly mask: Uint8Array | null }
  | { readonly t: "opus"; readonly audio: AudioInfo; readonly description: Uint8Array };

interface FeedOptions {
  readonly codec: FeedCodec;
  readonly reorders: boolean;
  /** a live feed: units that analysis is too slow for are left out, so that what comes back is never old */
  readonly live: boolean;
  /** A new decoder starts; send it what it needs (the current group of pictures). Not called at once. */
  readonly onFresh?: () => void;
}

interface FeedState extends FeedOptions {
  /** units are held back until a key frame */
  waitingForKey: boolean;
}

/** A sequence of access units on its way to the decoder. */
export interface AnalysisFeed {
  readonly id: number;
  unit(nals: readonly Uint8Array[], key: boolean, wallMs: number, skip: boolean): void;
  /** Resolves when everything sent before has been processed (or analysis went away); see `drain` of the wire. */
  mark(drain: boolean): Promise<void>;
  /** false while units would only pile up */
  writable(): boolean;
  close(): void;
}

/**
 * The end of the frame socket that lives in `media`. Jobs and feeds are kept here and ordered again when `analysis`
 * comes back after a crash; nothing here waits for it.
 */
export class AnalysisLink {
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

  /** Calls back when `analysis` connects and disconnects. */
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
      id,
      writable: () => this.#backlog < MAX_QUEUED_BYTES / 2,
      unit: (nals, key, wallMs, skip) => this.#unit(id, state, nals, key, wallMs, skip),
      mark: (drain) => this.#mark(id, drain),
      close: () => {
        if (this.#feeds.delete(id)) this.#send({ t: "feed-close", feed: id });
      },
    };
  }

  /** A job on a feed (or without one, for audio); the disposer ends it. */
  openJob(order: JobOrder, events: JobEvents): { readonly id: number; readonly close: Disposer } {
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

  audio(job: number, data: Uint8Array, pts: number, wallMs: number): void {
    if (this.#backlog < MAX_QUEUED_BYTES) this.#send({ t: "audio", job, pts, wallMs }, [data]);
  }

  /**
   * JPEG of the last of these access units (each a list of NAL units), which begin with a key frame, with the masks
   * painted over it. Box sides: 0 = no limit.
   */
  picture(
    codec: FeedCodec,
    reorders: boolean,
    units: readonly (readonly Uint8Array[])[],
    widthPx: number,
    heightPx: number,
    { masks, watermark }: { readonly masks: readonly PrivacyMask[]; readonly watermark?: string | undefined },
  ): Promise<Result<Buffer, Failure>> {
    if (!this.#socket) return Promise.resolve(fail(failure("analysis/off")));
    const ask = this.#nextId++;
    const answer = this.#waiting.picture(ask);
    this.#send({ t: "picture", ask, codec, reorders, widthPx, heightPx, masks, watermark }, packUnits(codec, units));
    return answer;
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
    for (const listener of this.#onConnection) listener(false);
  }

  #receive(head: FromAnalysis, payload: Buffer): void {
    switch (head.t) {
      case "unit": {
        const { key, wallMs, widthPx, heightPx } = head;
        this.#jobs.get(head.job)?.events.picture?.({ data: payload, key, wallMs, widthPx, heightPx });
        return;
      }
      case "mark":
        return this.#waiting.marked(head.mark);
      case "motion-started":
        this.#jobs.get(head.job)?.events.motionStarted?.(head.startMs);
        return;
      case "motion-stopped":
        this.#jobs.get(head.job)?.events.motionStopped?.(head.startMs, head.stopMs);
        return;
      case "audio":
        this.#jobs.get(head.job)?.events.opus?.(payload, head.pts, head.wallMs);
        return;
      case "picture":
        return this.#waiting.pictured(head.ask, payload, head.reason);
      case "job-failed":
        this.#jobs.get(head.job)?.events.failed?.(head.reason);
    }
  }
}
