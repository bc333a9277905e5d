import { closeFrame, type TimedFrame } from "#media/frame-mailbox.ts";
import type { BytePool } from "./byte-pool.ts";
import { yuvToRgb } from "./colour.ts";
import { isVideoFrame, type Plane, type PreparedFrame, type UploadPath } from "./upload-path.ts";

const base = (frame: TimedFrame, picture: VideoFrame) => ({
  widthPx: picture.visibleRect?.width ?? picture.displayWidth,
  heightPx: picture.visibleRect?.height ?? picture.displayHeight,
  displayWidth: picture.displayWidth,
  displayHeight: picture.displayHeight,
  wallMs: frame.wallMs,
  arrivedAtMs: frame.arrivedAtMs,
});

/** `copyTo` as RGBA (the browser's thread pool converts), then plain bytes: cheapest where a CPU draws. */
export function rgbaBytes(pool: BytePool): UploadPath {
  return {
    name: "rgba-bytes",
    accepts: (picture) => isVideoFrame(picture) && picture.format !== null,
    async prepare(frame) {
      const picture = frame.image;
      if (!isVideoFrame(picture)) return closed(frame);
      const facts = base(frame, picture);
      return copied(frame, pool, facts.widthPx * facts.heightPx * 4, async (bytes) => {
        await picture.copyTo(bytes, { format: "RGBA" });
        return { form: "rgba", bytes, ...facts };
      });
    },
  };
}

/** `copyTo` of the planes as they are; the shader converts. Half the bytes, no conversion before the GPU. */
export function i420Planes(pool: BytePool): UploadPath {
  return {
    name: "i420-planes",
    accepts: (picture) => isVideoFrame(picture) && (picture.format === "I420" || picture.format === "NV12"),
    async prepare(frame) {
      const picture = frame.image;
      if (!isVideoFrame(picture)) return closed(frame);
      const facts = base(frame, picture);
      const form = picture.format === "NV12" ? "nv12" : "i420";
      const { planes, layout, length } = tightPlanes(form, facts.widthPx, facts.heightPx);
      const yuv = yuvToRgb(picture.colorSpace);
      return copied(frame, pool, length, async (bytes) => {
        await picture.copyTo(bytes, { layout });
        return { form, bytes, planes, yuv, ...facts };
      });
    },
  };
}

/** `texImage2D` of the frame itself: a GPU's fast path, the only one for opaque frames and the one for bitmaps. */
export function vfTexImage(): UploadPath {
  return {
    name: "vf-teximage",
    accepts: () => true,
    prepare(frame) {
      const picture = frame.image;
      if (isVideoFrame(picture)) return Promise.resolve({ form: "picture", frame, ...base(frame, picture) });
      const { width, height } = picture;
      return Promise.resolve({
        form: "picture",
        frame,
        widthPx: width,
        heightPx: height,
        displayWidth: width,
        displayHeight: height,
        wallMs: frame.wallMs,
        arrivedAtMs: frame.arrivedAtMs,
      });
    },
  };
}

/** Gives back what a prepared frame holds: its buffer to the pool, or its frame to the browser. */
export function releasePrepared(prepared: PreparedFrame, pool: BytePool): void {
  if (prepared.form === "picture") closeFrame(prepared.frame);
  else pool.give(prepared.bytes);
}

/**
 * Copies a frame into a buffer of the pool. The frame is closed in any case; the buffer is given back when the copy
 * fails.
 */
async function copied(
  frame: TimedFrame,
  pool: BytePool,
  length: number,
  copy: (bytes: Uint8Array<ArrayBuffer>) => Promise<PreparedFrame>,
): Promise<PreparedFrame | null> {
  let bytes: Uint8Array<ArrayBuffer> | null = null;
  try {
    bytes = pool.take(length);
    return await copy(bytes);
  } catch {
    if (bytes) pool.give(bytes);
    return null;
  } finally {
    closeFrame(frame);
  }
}

function closed(frame: TimedFrame): null {
  closeFrame(frame);
  return null;
}

/** Planes one after the other with tight rows; chroma of odd sizes is rounded up. */
function tightPlanes(form: "i420" | "nv12", widthPx: number, heightPx: number) {
  const chromaWidth = (widthPx + 1) >> 1;
  const chromaHeight = (heightPx + 1) >> 1;
  const luma = widthPx * heightPx;
  const chroma = chromaWidth * chromaHeight;
  const y: Plane = { offset: 0, widthPx, heightPx };
  const size = { widthPx: chromaWidth, heightPx: chromaHeight };
  const rest: Plane[] =
    form === "nv12"
      ? [{ offset: luma, ...size }]
      : [
          { offset: luma, ...size },
          { offset: luma + chroma, ...size },
        ];
  const texel = form === "nv12" ? 2 : 1;
  const layout: PlaneLayout[] = [
    { offset: 0, stride: widthPx },
    ...rest.map((plane) => ({ offset: plane.offset, stride: plane.widthPx * texel })),
  ];
  return { planes: [y, ...rest], layout, length: luma + 2 * chroma };
}
