/** A short H.264 clip encoded in this browser; each picture carries its number as twelve bright or dark bars. */
import { need } from "#base/assert.ts";

export const CLIP_WIDTH = 320;
export const CLIP_HEIGHT = 180;
const BITS = 12;

interface ClipFrame {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly key: boolean;
}
export interface Clip {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  readonly description: Uint8Array<ArrayBuffer>;
  readonly pictures: readonly ClipFrame[];
}

export async function encodeClip(count: number, gop: number, width = CLIP_WIDTH, height = CLIP_HEIGHT): Promise<Clip> {
  const canvas = new OffscreenCanvas(width, height);
  const context = need(canvas.getContext("2d"), "2d");
  const pictures: ClipFrame[] = [];
  let description = new Uint8Array(0);
  let trouble: unknown = null;
  const codec = "avc1.42001e";
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      pictures.push({ data, key: chunk.type === "key" });
      const said = metadata?.decoderConfig?.description;
      if (said && description.length === 0)
        description = new Uint8Array(said instanceof ArrayBuffer ? said.slice(0) : copyOf(said));
    },
    error: (error) => {
      trouble = error;
    },
  });
  encoder.configure({
    codec,
    width,
    height,
    bitrate: 800_000,
    framerate: 25,
    latencyMode: "realtime",
    avc: { format: "avc" },
  });
  for (let index = 0; index < count; index++) {
    context.setTransform(width / CLIP_WIDTH, 0, 0, height / CLIP_HEIGHT, 0, 0);
    context.fillStyle = "#444";
    context.fillRect(0, 0, CLIP_WIDTH, CLIP_HEIGHT);
    for (let bit = 0; bit < BITS; bit++) {
      context.fillStyle = (index >> bit) & 1 ? "#fff" : "#000";
      context.fillRect(bit * 24 + 8, 20, 24, 60);
    }
    const frame = new VideoFrame(canvas, { timestamp: index * 40_000 });
    encoder.encode(frame, { keyFrame: index % gop === 0 });
    frame.close();
  }
  await encoder.flush();
  encoder.close();
  if (trouble !== null) throw trouble;
  return { codec, width, height, description, pictures };
}

function copyOf(source: AllowSharedBufferSource): ArrayBuffer {
  const view = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  return new Uint8Array(view).buffer;
}

const reading = new OffscreenCanvas(CLIP_WIDTH, CLIP_HEIGHT);
/** The number in a picture. */
export function codeOf(picture: VideoFrame | ImageBitmap): number {
  const context = need(reading.getContext("2d", { willReadFrequently: true }), "2d");
  context.drawImage(picture, 0, 0, CLIP_WIDTH, CLIP_HEIGHT);
  let code = 0;
  for (let bit = 0; bit < BITS; bit++) {
    const pixel = context.getImageData(bit * 24 + 20, 50, 1, 1).data[0] ?? 0;
    if (pixel > 128) code |= 1 << bit;
  }
  return code;
}
