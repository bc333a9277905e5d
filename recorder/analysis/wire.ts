/**
 * What `media` and `analysis` say to each other on the frame socket. `media` serves the socket and gives the orders;
 * `analysis` only knows codecs: it receives access units and sends back frames, events and other access units. It keeps
 * nothing
 * that `media` could not send again, so it may die at any moment.
 *
 * A message is u32 length of what follows, u16 length of a JSON head, the head, a payload. Little-endian. Both ends are
 * ours
 * and shipped together, so these are types, not schemas. Times are epoch ms of the recorder's clock.
 */
import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import { annexBParts } from "#recorder/formats/annex-b.ts";
import type { AudioInfo, VideoInfo } from "#recorder/formats/media-info.ts";

export type FeedCodec = VideoInfo["codec"];

/** Asks for frames of one size from a feed. */
export interface TranscodeSpec {
  readonly output: "h264" | "jpeg";
  /** picture height in px at most; 0 = as the source */
  readonly heightPx: number;
  /** 0 = every picture */
  readonly framesPerSecond: number;
  /** H.264 only; 0 = constant quality */
  readonly bitsPerSecond: number;
  /** seconds of video that pass in one second of the viewer's time: both figures are per viewer's second; default 1 */
  readonly pace?: number;
  /** painted over every picture; absent = none */
  readonly masks?: readonly PrivacyMask[];
}

export interface MotionJobSpec {
  /** 0..100, specification document 2 */
  readonly objectSize: number;
  readonly keyFramesOnly: boolean;
}

export type ToAnalysis =
  /** a sequence of access units, decoded once for all jobs on it. live: units that come too late are left out */
  | {
      readonly t: "feed";
      readonly feed: number;
      readonly codec: FeedCodec;
      readonly reorders: boolean;
      readonly live: boolean;
    }
  | { readonly t: "feed-close"; readonly feed: number }
  /**
   * payload: Annex B (or one JPEG). skip: decode it because later ones need it, but give it to no job. sentMs:
   * Date.now()
   */
  | {
      readonly t: "unit";
      readonly feed: number;
      readonly key: boolean;
      readonly wallMs: number;
      readonly skip: boolean;
      readonly sentMs: number;
    }
  /** answered after everything sent before it; drain: also emit what the decoder holds, and start anew */
  | { readonly t: "mark"; readonly feed: number; readonly mark: number; readonly drain: boolean }
  | { readonly t: "transcode"; readonly job: number; readonly feed: number; readonly spec: TranscodeSpec }
  /** payload: PNG of the mask, empty = everything is watched */
  | { readonly t: "motion"; readonly job: number; readonly feed: number; readonly spec: MotionJobSpec }
  /** payload: AudioSpecificConfig of AAC; the job makes 48 kHz stereo Opus of 20 ms */
  | { readonly t: "opus"; readonly job: number; readonly audio: AudioInfo }
  | { readonly t: "audio"; readonly job: number; readonly pts: number; readonly wallMs: number }
  | { readonly t: "job-close"; readonly job: number }
  /**
   * payload: access units, each u32 length and Annex B, beginning with a key frame; the answer is the last one's frame
   */
  | {
      readonly t: "picture";
      readonly ask: number;
      readonly codec: FeedCodec;
      readonly reorders: boolean;
      /** box that the frame must fit into, px; 0 = no limit */
      readonly widthPx: number;
      readonly heightPx: number;
      /** painted over it */
      readonly masks: readonly PrivacyMask[];
      readonly watermark?: string | undefined;
    };

export type FromAnalysis =
  /** payload: Annex B (parameter sets before key frames) or a JPEG */
  | {
      readonly t: "unit";
      readonly job: number;
      readonly key: boolean;
      readonly wallMs: number;
      readonly widthPx: number;
      readonly heightPx: number;
    }
  | { readonly t: "mark"; readonly feed: number; readonly mark: number }
  | { readonly t: "motion-started"; readonly job: number; readonly startMs: number }
  | { readonly t: "motion-stopped"; readonly job: number; readonly startMs: number; readonly stopMs: number }
  /** pts in samples of 48 kHz */
  | { readonly t: "audio"; readonly job: number; readonly pts: number; readonly wallMs: number }
  /** payload: the JPEG, empty when it failed */
  | { readonly t: "picture"; readonly ask: number; readonly reason: string }
  | { readonly t: "job-failed"; readonly job: number; readonly reason: string };

/** Longest accepted message: a 4K key frame is about 1 MB, the group of pictures of a snapshot may be 30 times that. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);

export function encodeMessage(head: ToAnalysis | FromAnalysis, payload: readonly Uint8Array[] = []): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  let bytes = 2 + json.length;
  for (const part of payload) bytes += part.length;
  const out = Buffer.allocUnsafe(4 + bytes);
  out.writeUInt32LE(bytes, 0);
  out.writeUInt16LE(json.length, 4);
  out.set(json, 6);
  let at = 6 + json.length;
  for (const part of payload) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Cuts a byte stream into messages. `push` returns false when the stream makes no sense: close it then. */
export class MessageReader<Head> {
  #chunks: Buffer[] = [];
  #bytes = 0;
  readonly #onMessage: (head: Head, payload: Buffer) => void;

  constructor(onMessage: (head: Head, payload: Buffer) => void) {
    this.#onMessage = onMessage;
  }

  push(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#bytes >= 4) {
      const length = this.#peekLength();
      if (length < 2 || length > MAX_MESSAGE_BYTES) return false;
      if (this.#bytes < 4 + length) return true;
      const message = this.#take(4 + length);
      const headBytes = message.readUInt16LE(4);
      if (6 + headBytes > message.length) return false;
      const head = JSON.parse(message.toString("utf8", 6, 6 + headBytes)) as Head;
      this.#onMessage(head, headBytes + 6 === message.length ? NOTHING : message.subarray(6 + headBytes));
    }
    return true;
  }

  #peekLength(): number {
    if ((this.#chunks[0]?.length ?? 0) < 4) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]?.readUInt32LE(0) ?? 0;
  }

  /** Chunks are joined only when the whole message is there: a large message must not be copied once per chunk. */
  #take(bytes: number): Buffer {
    const first = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const all = first ?? NOTHING;
    this.#bytes = all.length - bytes;
    this.#chunks = this.#bytes > 0 ? [all.subarray(bytes)] : [];
    return all.subarray(0, bytes);
  }
}

/** Parts of an access unit, to be joined by the caller that writes them: Annex B, or a JPEG as it is. */
export const unitParts = (codec: FeedCodec, nals: readonly Uint8Array[]): Uint8Array[] =>
  codec === "mjpeg" ? [...nals] : annexBParts(nals);

/** Each unit with its length in front, for `picture`. */
export function packUnits(codec: FeedCodec, units: readonly (readonly Uint8Array[])[]): Uint8Array[] {
  return units.flatMap((nals) => {
    const parts = unitParts(codec, nals);
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32LE(
      parts.reduce((sum, part) => sum + part.length, 0),
      0,
    );
    return [length, ...parts];
  });
}

export function unpackUnits(payload: Buffer): Buffer[] {
  const units: Buffer[] = [];
  for (let at = 0; at + 4 <= payload.length; ) {
    const length = payload.readUInt32LE(at);
    units.push(payload.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return units;
}
