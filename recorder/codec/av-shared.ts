/**
 * FFmpeg's codecs for the rest of the recorder: these files (av-*.ts) are the only ones that import node-av. They use
 * only its
 * low-level classes, and run only in processes of their own (`analysis`, `export`, `demo`), never in `main` or `media`:
 * a
 * fault in native code must not end recording. Everything is synchronous; each object belongs to its maker, who calls
 * `close`.
 *
 * Traps that these files avoid (node-av 6.1.1): options are set by `setOption`, because `open2Sync(codec, dictionary)`
 * leaves the
 * dictionary dangling and crashes at a later garbage collection; the high-level Muxer and Demuxer are not used (leak,
 * `Promise.withResolvers` of Node 22); `Frame.data` of decoded frames is only valid until the callback returns.
 */
import {
  AV_LOG_QUIET,
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
} from "node-av/constants";
import { FFmpegError, Log, type CodecContext, type Packet } from "node-av/lib";
import { need } from "#base/assert.ts";

// Corrupt camera data is normal; errors are reported by return values, not on stderr.
Log.setLevel(AV_LOG_QUIET);

/** A decoded video frame or run of samples. Valid only until the callback that received it returns. */
export type { Frame } from "node-av/lib";

export type VideoCodec = "h264" | "h265" | "mjpeg";

export type PixelFormat = "yuv420p" | "yuvj420p" | "gray8" | "rgba" | "rgb24";

export type AudioCodec = "aac" | "opus" | "pcmu" | "pcma";

export const PIXEL_FORMATS = {
  yuv420p: AV_PIX_FMT_YUV420P,
  yuvj420p: AV_PIX_FMT_YUVJ420P,
  gray8: AV_PIX_FMT_GRAY8,
  rgba: AV_PIX_FMT_RGBA,
  rgb24: AV_PIX_FMT_RGB24,
} as const;

/** POSIX EAGAIN as FFmpeg returns it: nothing to receive now. */
export const AGAIN = -11;

export function check(result: number, what: string): void {
  if (result < 0) throw new Error(`${what}: ${new FFmpegError(result).message}`);
}

export function setOption(context: CodecContext, name: string, value: string | number): void {
  check(context.setOption(name, String(value)), `codec option ${name}=${value}`);
}

/** One encoded video frame or run of samples. `data` is the caller's own copy. */
export interface EncodedPacket {
  readonly data: Buffer;
  /** in the unit of the input frames (90 kHz for video, the sample rate for audio) */
  readonly pts: number;
  readonly dts: number;
  readonly key: boolean;
  /** in the unit of pts; 0 when the encoder does not say */
  readonly duration: number;
}

export function receivePackets(context: CodecContext, packet: Packet, onPacket: (packet: EncodedPacket) => void): void {
  while (context.receivePacketSync(packet) >= 0) {
    onPacket({
      data: Buffer.from(need(packet.data, "packet data")),
      pts: Number(packet.pts),
      dts: Number(packet.dts),
      key: packet.isKeyframe,
      duration: Number(packet.duration),
    });
    packet.unref();
  }
}
