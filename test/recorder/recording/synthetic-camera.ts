import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";

class BitWriter {
  #bits = "";
  put(value: number, count: number): this {
    this.#bits += value.toString(2).padStart(count, "0");
    return this;
  }
  ue(value: number): this {
    const code = (value + 1).toString(2);
    this.#bits += "0".repeat(code.length - 1) + code;
    return this;
  }
  bytes(): number[] {
    const padded = `${this.#bits}1`;
    const whole = padded.padEnd(Math.ceil(padded.length / 8) * 8, "0");
    return (whole.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  }
}

/** A valid baseline SPS without VUI. */
export function h264Sps(width: number, height: number): Buffer {
  const [widthMbs, heightMbs] = [Math.ceil(width / 16), Math.ceil(height / 16)];
  const bits = new BitWriter().ue(0).ue(0).ue(2).ue(1).put(0, 1);
  bits
    .ue(widthMbs - 1)
    .ue(heightMbs - 1)
    .put(1, 1)
    .put(1, 1);
  const [cropX, cropY] = [(widthMbs * 16 - width) / 2, (heightMbs * 16 - height) / 2];
  if (cropX || cropY) bits.put(1, 1).ue(0).ue(cropX).ue(0).ue(cropY);
  else bits.put(0, 1);
  return Buffer.from([0x67, 0x42, 0xc0, 0x1e, ...bits.put(0, 1).bytes()]);
}

const PPS = Buffer.from([0x68, 0xce, 0x3c, 0x80]);

interface CameraOptions {
  startMs: number;
  framesPerSecond?: number;
  gopFrames?: number;
  width?: number;
  height?: number;
  frameBytes?: number;
  firstPts?: number;
}

/** Makes units with the structure of H.264: valid parameter sets, and slices that contain only their number. */
export class SyntheticCamera {
  readonly startMs: number;
  readonly fps: number;
  readonly gop: number;
  width: number;
  height: number;
  readonly frameBytes: number;
  readonly firstPts: number;
  index = 0;

  constructor(options: CameraOptions) {
    this.startMs = options.startMs;
    this.fps = options.framesPerSecond ?? 15;
    this.gop = options.gopFrames ?? 30;
    this.width = options.width ?? 640;
    this.height = options.height ?? 360;
    this.frameBytes = options.frameBytes ?? 200;
    this.firstPts = options.firstPts ?? 123_456;
  }

  wallOf(index: number): number {
    return this.startMs + (index * 1000) / this.fps;
  }

  frame(index = this.index): AccessUnit {
    this.index = index + 1;
    const key = index % this.gop === 0;
    const slice = Buffer.alloc(this.frameBytes + (key ? this.frameBytes * 4 : 0), index & 0xff);
    slice[0] = key ? 0x65 : 0x41;
    slice.writeUInt32BE(index, 1);
    return {
      kind: "video",
      key,
      pts90k: this.firstPts + Math.round((index * 90_000) / this.fps),
      wallMs: this.wallOf(index),
      nals: key ? [h264Sps(this.width, this.height), PPS, slice] : [slice],
      broken: false,
    };
  }

  /** frames of the next `seconds` */
  seconds(seconds: number): AccessUnit[] {
    return Array.from({ length: Math.round(seconds * this.fps) }, () => this.frame());
  }
}

/** Runs of 160 samples (20 ms) of G.711. */
export function g711(startMs: number, count: number, firstPts = 5000): AudioUnit[] {
  return Array.from({ length: count }, (_, i) => ({
    kind: "audio" as const,
    pts: firstPts + i * 160,
    wallMs: startMs + i * 20,
    data: Buffer.alloc(160, i & 0xff),
    samples: 160,
  }));
}

/** Number that `SyntheticCamera.frame` wrote into a length-prefixed sample. */
export function frameNumber(sample: Buffer): number {
  return sample.readUInt32BE(5);
}
