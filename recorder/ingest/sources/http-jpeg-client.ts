import { type Failure, failure } from "#domain/failures/failure.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { withHuffman } from "#recorder/formats/jpeg-header.ts";
import { JpegScanner } from "#recorder/formats/jpeg-scanner.ts";
import { TroubleError, troubleOf, type Trouble } from "#recorder/net/trouble.ts";
import { MAX_FRAME_BYTES } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import { provenVideo } from "./doubtful-video.ts";
import { askHttp } from "./http-asking.ts";
import type { HttpExchange } from "./line/http-exchange.ts";
import { JpegTrack } from "../jpeg-track.ts";
import { Pace } from "../pace.ts";
import type { RtspOptions, RtspSink } from "./rtsp-client.ts";
import type { Outlook } from "./video-reception.ts";
import type { RtspTarget } from "./line/rtsp-dial.ts";
import type { VideoConfig } from "../video-track.ts";
import { LOOKS, Watch } from "./watch.ts";

/** Ticks of the clock of RTP video, by which frames are told apart: HTTP does not say when they were taken. */
const TICKS_PER_MS = 90;

/** MJPEG over HTTP: one answer without an end, whose parts are JPEG files. Opened by `open`, ended by `close` or by trouble. */
export class HttpJpegClient {
  readonly #sink: RtspSink;
  readonly #pace: Pace;
  readonly #track: JpegTrack;
  readonly #scanner: JpegScanner;
  #answer: HttpExchange | null = null;
  #timer: NodeJS.Timeout | undefined;
  #frames = 0;
  #bytes = 0;
  /** of the content, as the camera names it */
  #type = "";
  #running = false;
  /** it was told that the camera is silent */
  #isTold = false;
  #closed = false;

  private constructor(sink: RtspSink, pace: Pace) {
    this.#sink = sink;
    this.#pace = pace;
    const video = {
      config: (config: VideoConfig) => sink.config(config, null),
      jumped: () => sink.jumped(),
      unit: (unit: AccessUnit) => sink.video(unit),
    };
    this.#track = new JpegTrack(0, video, null, false);
    this.#scanner = new JpegScanner(MAX_FRAME_BYTES, (jpeg) => this.#frame(jpeg));
  }

  /** Asks for the video. Throws TroubleError and leaves nothing open then. */
  static async open(
    target: RtspTarget,
    sink: RtspSink,
    { stallMs }: RtspOptions,
    signal: AbortSignal,
    pace = new Pace(stallMs),
  ): Promise<HttpJpegClient> {
    const client = new HttpJpegClient(sink, pace);
    const answer = await askHttp(target, stallMs, signal);
    client.#type = typeOf(answer);
    const doubt = answer.head.headless === null ? doubtOf(client.#type) : noHttp(answer.head.headless);
    try {
      const seen = doubt ? await provenVideo(answer, doubt, stallMs) : [];
      if (signal.aborted) throw new TroubleError(failure("camera/unreachable", { cause: failure("camera/cancelled") }));
      client.#listen(answer, stallMs, seen);
    } catch (error) {
      client.close();
      answer.close();
      throw error;
    }
    return client;
  }

  /** Frames without times are never known again. */
  readonly track = null;

  get videoConfig(): VideoConfig | null {
    return this.#track.config;
  }

  get outlook(): Outlook {
    return { video: null, audio: null, frames: this.#frames };
  }

  get packets(): { received: number; lost: number } {
    return { received: this.#frames, lost: this.#scanner.dropped };
  }

  get obstacle(): Failure | null {
    if (this.#frames > 0 || this.#bytes === 0) return null;
    return this.#scanner.dropped > 0
      ? failure("camera/picture-too-large")
      : failure("camera/no-multipart", { name: this.#type });
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    this.#answer?.close();
  }

  #listen(answer: HttpExchange, stallMs: number, seen: readonly Buffer[]): void {
    this.#answer = answer;
    this.#running = true;
    this.#pace.start(performance.now());
    const watch = new Watch(stallMs / LOOKS);
    this.#timer = setInterval(() => this.#look(performance.now(), watch), stallMs / LOOKS);
    for (const chunk of seen) this.#take(chunk);
    answer.hear(
      (chunk) => this.#take(chunk),
      (trouble) => this.#end(trouble),
    );
  }

  #take(chunk: Buffer): void {
    if (this.#closed) return;
    this.#bytes += chunk.length;
    this.#sink.received(chunk.length);
    try {
      this.#scanner.push(chunk);
    } catch (error) {
      this.#end(troubleOf(error));
    }
  }

  #frame(jpeg: Buffer): void {
    if (this.#closed) return;
    this.#frames += 1;
    // Bytes alone are no sign of life: a page without end has them, too.
    this.#pace.packet(performance.now());
    this.#isTold = false;
    this.#pace.frame();
    const rtpTime = Math.round(performance.now() * TICKS_PER_MS) >>> 0;
    this.#track.push({ jpeg: withHuffman(jpeg), rtpTime, broken: false }, Date.now());
  }

  #look(nowMs: number, watch: Watch): void {
    if (!watch.isTimely(nowMs)) return;
    // HTTP cannot be asked in between: a connection that stands counts as an answer.
    if (this.#isTold || this.#pace.silence(nowMs, nowMs) !== "stuck") return;
    const count = Math.round(this.#pace.limitMs(nowMs) / 1000);
    this.#pace.gaveUp(nowMs);
    const trouble = failure("camera/stalled", { cause: this.obstacle ?? failure("camera/no-data", { count }) });
    this.#isTold = this.#sink.silent?.(trouble) ?? false;
    if (!this.#isTold) this.#end(trouble);
  }

  #end(trouble: Trouble): void {
    if (this.#closed) return;
    this.close();
    if (this.#running) this.#sink.ended(trouble);
  }
}

/** Its type without parameters. */
const typeOf = ({ head }: HttpExchange): string =>
  ((head.headers.get("content-type")?.[0] ?? "").split(";")[0] ?? "").trim().toLowerCase().slice(0, 60);

/** What begins without a head may be a video, or no HTTP at all. */
const noHttp = (start: string): Trouble =>
  failure("camera/unreachable", {
    cause: failure("camera/no-multipart", { name: start.replace(/[^\x20-\x7e]/g, "").slice(0, 30) }),
  });

/** Why content of this type is usually no video; null = it may be one. */
function doubtOf(type: string): Trouble | null {
  if (type === "" || /^multipart\/|^video\/.*jpeg|^application\/octet-stream$/.test(type)) return null;
  const isJpeg = type === "image/jpeg";
  const cause = isJpeg ? failure("camera/still-picture") : failure("camera/no-multipart", { name: type });
  return failure("camera/codec", { cause });
}
