import { connect, type Socket } from "node:net";
import { FeedDecoder, type FrameSink } from "./feed-decoder.ts";
import { MotionJob } from "./motion-job.ts";
import { OpusJob } from "./opus-job.ts";
import { stillPicture } from "./still-picture.ts";
import { TranscodeJob } from "./transcode-job.ts";
import { encodeMessage, type FromAnalysis, MessageReader, type ToAnalysis, unpackUnits } from "./wire.ts";

/** How long `analysis` waits before it looks for `media` again. */
const RECONNECT_MS = 250;

interface Job {
  readonly feed: number | null;
  readonly sink: FrameSink | null;
  readonly opus: OpusJob | null;
}

/** The end of the frame socket that has the codecs. All state belongs to one connection and ends with it. */
export class AnalysisWorker {
  readonly #path: string;
  readonly #onTrouble: (text: string) => void;
  #socket: Socket | null = null;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #closed = false;
  readonly #feeds = new Map<number, FeedDecoder>();
  readonly #jobs = new Map<number, Job>();

  /** `path`: the frame socket of `media`; `onTrouble` receives lines for the log. */
  constructor(path: string, onTrouble: (text: string) => void) {
    this.#path = path;
    this.#onTrouble = onTrouble;
  }

  /** Connects, and connects again whenever `media` was gone. */
  start(): void {
    if (this.#closed) return;
    const socket = connect(this.#path);
    this.#socket = socket;
    const reader = new MessageReader<ToAnalysis>((head, payload) => {
      try {
        this.#receive(head, payload);
      } catch (error) {
        // Trouble with one stream must not end the work for all others.
        this.#onTrouble(`${head.t}: ${String(error)}`);
        if (head.t === "audio") this.#closeJob(head.job);
      }
    });
    socket.on("data", (chunk) => {
      if (!reader.push(chunk)) socket.destroy();
    });
    // `close` follows every error, and it is normal that media is not there yet.
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#drop();
      if (!this.#closed) this.#retry = setTimeout(() => this.start(), RECONNECT_MS);
    });
  }

  close(): void {
    this.#closed = true;
    if (this.#retry) clearTimeout(this.#retry);
    this.#socket?.destroy();
    this.#drop();
  }

  #drop(): void {
    for (const feed of this.#feeds.values()) feed.close();
    for (const job of this.#jobs.values()) job.opus?.close();
    this.#feeds.clear();
    this.#jobs.clear();
  }

  #send(head: FromAnalysis, payload: readonly Uint8Array[] = []): void {
    if (this.#socket?.writable) this.#socket.write(encodeMessage(head, payload));
  }

  #receive(head: ToAnalysis, payload: Buffer): void {
    switch (head.t) {
      case "feed":
        this.#closeFeed(head.feed);
        this.#feeds.set(head.feed, new FeedDecoder(head, (sink, error) => this.#failed(sink, error)));
        return;
      case "feed-close":
        this.#closeFeed(head.feed);
        return;
      case "unit":
        this.#feeds.get(head.feed)?.unit(head, payload);
        return;
      case "mark":
        if (head.drain) this.#feeds.get(head.feed)?.drain();
        this.#send({ t: "mark", feed: head.feed, mark: head.mark });
        return;
      case "transcode":
      case "motion":
      case "opus":
        this.#openJob(head, payload);
        return;
      case "audio":
        this.#jobs.get(head.job)?.opus?.audio(payload, head.pts, head.wallMs);
        return;
      case "job-close":
        this.#closeJob(head.job);
        return;
      case "picture":
        this.#picture(head, payload);
    }
  }

  #openJob(head: Extract<ToAnalysis, { t: "transcode" | "motion" | "opus" }>, payload: Buffer): void {
    const { job } = head;
    this.#closeJob(job);
    try {
      if (head.t === "opus") {
        const opus = new OpusJob(head.audio, payload, (data, pts, wallMs) =>
          this.#send({ t: "audio", job, pts, wallMs }, [data]),
        );
        this.#jobs.set(job, { feed: null, sink: null, opus });
        return;
      }
      const sink = head.t === "motion" ? this.#motionSink(head, payload) : this.#transcodeSink(head);
      this.#feeds.get(head.feed)?.sinks.add(sink);
      this.#jobs.set(job, { feed: head.feed, sink, opus: null });
    } catch (error) {
      this.#send({ t: "job-failed", job, reason: String(error) });
      this.#onTrouble(`${head.t} job: ${String(error)}`);
    }
  }

  #motionSink({ job, spec }: Extract<ToAnalysis, { t: "motion" }>, mask: Buffer): FrameSink {
    return new MotionJob(spec, mask, (change) =>
      change.kind === "started"
        ? this.#send({ t: "motion-started", job, startMs: change.startMs })
        : this.#send({ t: "motion-stopped", job, startMs: change.startMs, stopMs: change.stopMs }),
    );
  }

  #transcodeSink({ job, spec }: Extract<ToAnalysis, { t: "transcode" }>): FrameSink {
    return new TranscodeJob(spec, ({ data, key, wallMs, widthPx, heightPx }) =>
      this.#send({ t: "unit", job, key, wallMs, widthPx, heightPx }, [data]),
    );
  }

  #picture(head: Extract<ToAnalysis, { t: "picture" }>, payload: Buffer): void {
    const { ask, codec, reorders, widthPx, heightPx, masks, watermark } = head;
    try {
      const box = { width: widthPx, height: heightPx };
      const jpeg = stillPicture(codec, reorders, unpackUnits(payload), box, { masks, watermark });
      this.#send({ t: "picture", ask, reason: "" }, [jpeg]);
    } catch (error) {
      this.#send({ t: "picture", ask, reason: String(error) });
    }
  }

  #failed(sink: FrameSink, error: unknown): void {
    for (const [job, one] of this.#jobs)
      if (one.sink === sink) {
        this.#jobs.delete(job);
        this.#send({ t: "job-failed", job, reason: String(error) });
        this.#onTrouble(`job on a feed: ${String(error)}`);
      }
  }

  #closeJob(id: number): void {
    const job = this.#jobs.get(id);
    if (!job) return;
    this.#jobs.delete(id);
    job.opus?.close();
    if (!job.sink) return;
    if (job.feed !== null) this.#feeds.get(job.feed)?.sinks.delete(job.sink);
    job.sink.close();
  }

  #closeFeed(id: number): void {
    const feed = this.#feeds.get(id);
    if (!feed) return;
    this.#feeds.delete(id);
    // Jobs close through their feed; a later `job-close` finds nothing to do.
    for (const [jobId, job] of this.#jobs) if (job.feed === id) this.#jobs.delete(jobId);
    feed.close();
  }
}
