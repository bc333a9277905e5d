/**
 * The media socket: `WS /service/low-bandwidth/streams/{id}/ws`, subprotocol `proscenium.media.v1`. One socket serves
 * live, recorded, fast and reverse video of one session.
 *
 * Client to recorder: JSON text, `MediaCommand`. Recorder to client: JSON text, `MediaNotice`, and binary messages,
 * each a 24-byte little-endian header and one payload (an fMP4 initialisation or fragment, or a JPEG frame). Each
 * `play` raises the generation; the receiver drops binary messages of an older one. What was asked for by `prefetch`
 * comes beside the play, and carries the number of that command.
 */
import * as z from "zod/mini";
import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";

export const MEDIA_SUBPROTOCOL = "proscenium.media.v1";

/** live: follow the camera; a time: play from there. `rate` negative is reverse. */
export const mediaCommand = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("play"),
    generation: z.int().check(z.nonnegative()),
    /** server ms; 0 = live */
    time: z.number(),
    rate: z.number(),
    /** paused: send the one frame at `time` (with the frames that its decoding needs) and stop */
    paused: z.boolean(),
    /** longest side wanted in px; 0 = the stream's own size. The recorder picks or transcodes the nearest */
    height: z.int().check(z.nonnegative()),
    /** codecs the client decodes besides H.264; anything else is transcoded */
    accepts: z.optional(z.array(z.enum(["h264", "h265"]))),
    /**
     * with `paused`: a frame of another, smaller stream of the camera is good enough, or the key frame before the time
     */
    draft: z.optional(z.boolean()),
    /**
     * with `draft`: a frame up to this many ms before `time` is good enough, too, if it is available sooner. Absent: 0
     */
    within: z.optional(z.number().check(z.nonnegative())),
  }),
  /**
   * The frame at `time` is expected to be wanted next: sends it with the frames that its decoding needs, and no state.
   * A line that is known to be narrow carries nothing ahead. The newest command replaces earlier ones; `play` and
   * `step` end it. An empty message with `discontinuity` takes back what was sent for it.
   */
  z.object({
    op: z.literal("prefetch"),
    /** from 1 on, higher each time; 0: nothing is wanted any more */
    number: z.int().check(z.nonnegative()),
    time: z.number().check(z.nonnegative()),
    height: z.int().check(z.nonnegative()),
    accepts: z.optional(z.array(z.enum(["h264", "h265"]))),
  }),
  /** exact step from the last shown frame while paused */
  z.object({
    op: z.literal("step"),
    generation: z.int(),
    from: z.number(),
    direction: z.union([z.literal(1), z.literal(-1)]),
  }),
  z.object({ op: z.literal("pause"), generation: z.int() }),
  /**
   * Live: from now on key frames only, no two closer together than this, and no sound; 0 = everything again, from the
   * newest frame. The next `play` begins with everything.
   */
  z.object({ op: z.literal("keys"), generation: z.int(), everyMs: z.int().check(z.nonnegative()) }),
  z.object({ op: z.literal("resume"), generation: z.int() }),
  /**
   * Every 250 ms while it plays: the time of the last shown frame (live: of the last one that arrived), the frames
   * still queued, and the bytes of all binary messages that arrived on this socket.
   */
  z.object({
    op: z.literal("ack"),
    generation: z.int(),
    time: z.number(),
    queued: z.int(),
    bytes: z.optional(z.int().check(z.nonnegative())),
  }),
]);
export type MediaCommand = z.infer<typeof mediaCommand>;

export const mediaNotice = z.discriminatedUnion("type", [
  /**
   * A decoder configuration: comes before the first frame that needs it. `codec` as in WebCodecs; description base64
   * avcC/hvcC.
   */
  z.object({
    type: z.literal("config"),
    generation: z.int(),
    /** of the frames of this `prefetch`; absent: of the play */
    prefetch: z.optional(z.int()),
    /** the recorder knows `prefetch`; an older one takes it for a mistake */
    mayPrefetch: z.optional(z.boolean()),
    codec: z.string(),
    width: z.int(),
    height: z.int(),
    description: z.string(),
    audio: z.optional(
      z.object({ codec: z.string(), sampleRate: z.int(), channels: z.int(), description: z.optional(z.string()) }),
    ),
  }),
  z.object({
    type: z.literal("state"),
    generation: z.int(),
    state: z.enum(["starting", "playing", "paused", "waiting", "ended"]),
  }),
  /**
   * Nothing is recorded between `from` and `to` (server ms, from < to backwards too; 0 = nothing earlier, nothing
   * later).
   */
  z.object({
    type: z.literal("gap"),
    generation: z.int(),
    from: z.number(),
    to: z.number(),
    /** true: it is recorded, on a volume that cannot be reached now */
    away: z.optional(z.boolean()),
  }),
  /** `access/denied`: the viewer may not watch the stream of the play or step command; no frames follow. */
  z.object({
    type: z.literal("error"),
    generation: z.int(),
    /** a failure, read by `readFailure` */
    code: z.string(),
    reason: z.string(),
    params: z.optional(z.unknown()),
    cause: z.optional(z.unknown()),
    recoverable: z.boolean(),
  }),
]);
export type MediaNotice = z.infer<typeof mediaNotice>;

export const MEDIA_HEADER_BYTES = 24;
export const MediaKind = { init: 1, video: 2, audio: 3, jpeg: 4 } as const;
export type MediaKindCode = (typeof MediaKind)[keyof typeof MediaKind];
/** key: decodable alone. pre: decode, do not show. reverseEnd: the whole group of pictures has been sent, show it backwards. end: nothing follows. discontinuity: flush first. */
export const MediaFlag = { key: 1, pre: 2, reverseEnd: 4, end: 8, discontinuity: 16 } as const;

export interface MediaHeader {
  readonly kind: MediaKindCode;
  readonly flags: number;
  readonly generation: number;
  /** the number of the `prefetch` that it answers; 0 = it belongs to the play */
  readonly prefetch: number;
  /** how long the frame is shown at rate 1, µs */
  readonly durationUs: number;
  /** server ms of capture, with fraction */
  readonly wallMs: number;
}

/** Writes the header into the first 24 bytes of `target` (u8 kind, u8 flags, u16 0, u32 generation, u32 durationUs, u32 prefetch, f64 wallMs). */
export function writeMediaHeader(target: DataView, header: MediaHeader): void {
  target.setUint8(0, header.kind);
  target.setUint8(1, header.flags);
  target.setUint16(2, 0, true);
  target.setUint32(4, header.generation, true);
  target.setUint32(8, Math.max(0, Math.round(header.durationUs)), true);
  target.setUint32(12, header.prefetch, true);
  target.setFloat64(16, header.wallMs, true);
}

/** Failures: media/header-short, media/header-kind, media/header-time. */
export function readMediaHeader(message: ArrayBuffer): Result<MediaHeader, Failure> {
  if (message.byteLength < MEDIA_HEADER_BYTES) return refuse("media/header-short");
  const view = new DataView(message);
  const kind = view.getUint8(0);
  if (kind < 1 || kind > 4) return refuse("media/header-kind", { kind });
  const wallMs = view.getFloat64(16, true);
  if (!Number.isFinite(wallMs)) return refuse("media/header-time");
  return ok({
    kind: kind as MediaKindCode,
    flags: view.getUint8(1),
    generation: view.getUint32(4, true),
    durationUs: view.getUint32(8, true),
    prefetch: view.getUint32(12, true),
    wallMs,
  });
}
