/**
 * The frame that is expected to be wanted next: decoded beside what plays, by a decoder of its own, and held until it
 * is taken or another one is wanted. Owns its decoder and the held frame.
 */
import { type MediaCommand, MediaFlag, type MediaHeader, MediaKind, type MediaNotice } from "#protocol/media-socket.ts";
import type { DecodedFrame, EncodedFrame } from "../decode/encoded-frame.ts";
import type { Codec } from "../decode/decodable-codecs.ts";
import { FrameDecoder } from "../decode/frame-decoder.ts";
import { SocketMedia } from "./socket-media.ts";

/** Times are rounded on their way: a frame's own time counts as inside it. */
const ROUNDED_MS = 0.5;

type Send = (command: Extract<MediaCommand, { op: "prefetch" }>) => void;

export class PrefetchedFrame {
  readonly #send: Send;
  readonly #media: SocketMedia;
  readonly #decoder: FrameDecoder;
  #number = 0;
  /** server ms, 0 = none is wanted */
  #timeMs = 0;
  #frame: DecodedFrame | null = null;
  /** all that it is decoded from has arrived */
  #isWhole = false;
  /** gets it as soon as it is decoded */
  #taker: ((frame: DecodedFrame) => void) | null = null;

  constructor(send: Send) {
    this.#send = send;
    // Whatever fails, the frame is not there and is requested when it is wanted.
    const nothing = (): void => undefined;
    this.#decoder = new FrameDecoder({
      output: (frame) => this.#hold(frame),
      progress: nothing,
      lost: nothing,
      unsupported: nothing,
    });
    this.#media = new SocketMedia(
      { frame: (frame) => this.#decode(frame), jpeg: (frame) => this.#hold(frame), lost: nothing, failed: nothing },
      null,
    );
  }

  /** Asks for the frame at `timeMs` (server ms); 0: none is wanted any more, and the decoder is given back. */
  want(timeMs: number, heightPx: number, accepts: readonly Codec[]): void {
    if (timeMs === this.#timeMs || (this.#frame && covers(this.#frame, timeMs))) return;
    this.#forget();
    this.#timeMs = timeMs;
    if (timeMs === 0) this.#decoder.close();
    else this.#decoder.reset();
    const number = timeMs === 0 ? 0 : ++this.#number;
    this.#send({ op: "prefetch", number, time: timeMs, height: heightPx, accepts: [...accepts] });
  }

  /**
   * Hands over the frame that is shown at `timeMs` and its ownership, at once or when it is decoded; never where it is
   * another one. `withinMs`: one that was wanted for so much earlier is near enough. A play ends what the recorder still
   * sends.
   */
  take(timeMs: number, withinMs: number, taker: (frame: DecodedFrame) => void): void {
    if (this.#timeMs === 0) return;
    const held = this.#frame;
    if (!held && !this.#isWhole) return this.#drop();
    const lateMs = timeMs - this.#timeMs;
    if (!((held && covers(held, timeMs)) || (lateMs >= 0 && lateMs <= withinMs))) return;
    this.#taker = taker;
    if (held) this.#handOver(held);
  }

  configure(notice: Extract<MediaNotice, { type: "config" }>): void {
    if (notice.prefetch === this.#number) this.#media.configure(notice);
  }

  arrived(header: MediaHeader, payload: ArrayBuffer): void {
    if (header.prefetch !== this.#number || this.#timeMs === 0) return;
    if (payload.byteLength > 0) {
      const isVideo = header.kind === MediaKind.video || header.kind === MediaKind.jpeg;
      this.#isWhole ||= isVideo && (header.flags & MediaFlag.pre) === 0;
      this.#media.take(header, payload);
    } else if ((header.flags & MediaFlag.discontinuity) !== 0) this.#drop();
  }

  close(): void {
    this.#drop();
    this.#decoder.close();
    this.#media.close();
  }

  #drop(): void {
    this.#forget();
    this.#timeMs = 0;
    this.#decoder.reset();
  }

  #decode(frame: EncodedFrame): void {
    this.#decoder.decode(frame);
    // The wanted frame comes last, and a decoder that reorders holds it back until it is flushed.
    if (!frame.pre) void this.#decoder.flush();
  }

  #hold(frame: DecodedFrame): void {
    this.#frame?.image.close();
    this.#frame = null;
    // A JPEG that was being decoded when another time was wanted.
    if (this.#timeMs === 0 || frame.wallMs > this.#timeMs + ROUNDED_MS) frame.image.close();
    else if (this.#taker) this.#handOver(frame);
    else this.#frame = frame;
  }

  #handOver(frame: DecodedFrame): void {
    const taker = this.#taker;
    this.#frame = null;
    this.#forget();
    this.#timeMs = 0;
    // The next one may be long in coming.
    this.#decoder.close();
    taker?.(frame);
  }

  #forget(): void {
    this.#isWhole = false;
    this.#taker = null;
    this.#frame?.image.close();
    this.#frame = null;
  }
}

const covers = ({ wallMs, durationMs }: DecodedFrame, timeMs: number): boolean =>
  timeMs + ROUNDED_MS >= wallMs && timeMs + ROUNDED_MS < wallMs + durationMs;
