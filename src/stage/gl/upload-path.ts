import type { TimedFrame } from "#media/frame-mailbox.ts";
import type { YuvToRgb } from "./colour.ts";

export type UploadPathName = "rgba-bytes" | "i420-planes" | "vf-teximage";

interface PreparedBase {
  /** texels of the frame (of its first plane) */
  readonly widthPx: number;
  readonly heightPx: number;
  /** the frame's shape, px as shown: non-square pixels count */
  readonly displayWidth: number;
  readonly displayHeight: number;
  readonly wallMs: number | null;
  readonly arrivedAtMs: number;
}

/** One plane inside `bytes`, rows tight after `repack`. */
export interface Plane {
  readonly offset: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * A frame that is ready for the GL thread, and the CPU copy from which a lost context is rebuilt. Its holder calls
 * `releasePrepared` exactly once.
 */
export type PreparedFrame =
  | (PreparedBase & { readonly form: "rgba"; readonly bytes: Uint8Array<ArrayBuffer> })
  | (PreparedBase & {
      readonly form: "i420" | "nv12";
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly planes: readonly Plane[];
      readonly yuv: YuvToRgb;
    })
  | (PreparedBase & { readonly form: "picture"; readonly frame: TimedFrame });

/** One way to bring frames to the GPU. */
export interface UploadPath {
  readonly name: UploadPathName;
  accepts(picture: VideoFrame | ImageBitmap): boolean;
  /** Takes ownership of the frame. Null when the browser refuses it or has no memory for it (the frame is closed then). */
  prepare(frame: TimedFrame): Promise<PreparedFrame | null>;
}

export const isVideoFrame = (picture: VideoFrame | ImageBitmap): picture is VideoFrame =>
  typeof VideoFrame !== "undefined" && picture instanceof VideoFrame;
