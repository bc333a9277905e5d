import { X264Encoder } from "#recorder/codec/av-encoders.ts";
import { Canvas } from "#recorder/codec/av-video.ts";
import type { EncodedPacket } from "#recorder/codec/av-shared.ts";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import { h264, h265, type NalFormat } from "#recorder/formats/nal-format.ts";
import { X265Encoder } from "./x265-encoder.ts";

const WIDTH_PX = 320;
const HEIGHT_PX = 64;
const BLOCK_PX = 16;
/** Numbers of 19 bits: 9 hours at 15 pictures a second. */
const BITS = WIDTH_PX / BLOCK_PX - 1;
const TICKS = 90_000;

const RATE = 15;

export interface PictureKind {
  /** H.265 has no other of these than the distance of its key pictures, and the refresh in parts */
  readonly codec?: "h264" | "h265";
  readonly gopFrames: number;
  readonly bFrames?: number;
  readonly slices?: number;
  /** one key picture at the start, and none afterwards */
  readonly isIntraRefresh?: boolean;
}

/** One picture as it is sent. */
export interface CodedPicture {
  readonly number: number;
  readonly nals: readonly Buffer[];
}

/** Real H.264 or H.265 without end, whose pictures carry their number as black and white blocks. Close it. */
export class CodedPictures {
  readonly #canvas = new Canvas(WIDTH_PX, HEIGHT_PX, "yuv420p");
  readonly #encoder: { encode(onPacket: (packet: EncodedPacket) => void): void; close(): void };
  readonly #ready: CodedPicture[] = [];
  readonly #from: number;
  readonly #kind: PictureKind;
  readonly #format: NalFormat;
  #fed = 0;

  /** `from`: number of the first picture */
  constructor(kind: PictureKind, from: number) {
    this.#from = from;
    this.#kind = kind;
    this.#canvas.pixels.fill(128);
    this.#format = kind.codec === "h265" ? h265 : h264;
    const frame = () => this.#canvas.frame(((this.#fed - 1) * TICKS) / RATE);
    if (kind.codec === "h265") {
      const encoder = new X265Encoder(WIDTH_PX, HEIGHT_PX, RATE, kind.gopFrames, kind.isIntraRefresh);
      this.#encoder = { encode: (onPacket) => encoder.encode(frame(), onPacket), close: () => encoder.close() };
    } else {
      const encoder = x264Of(kind);
      this.#encoder = { encode: (onPacket) => encoder.encode(frame(), false, onPacket), close: () => encoder.close() };
    }
  }

  /** The next one, in the order of decoding. */
  next(): CodedPicture {
    for (;;) {
      const picture = this.#ready.shift();
      if (picture) return picture;
      const at = this.#fed++;
      this.#draw(this.#from + at);
      this.#encoder.encode(({ data, pts }) => {
        const sent = splitAnnexB(data).filter((nal) => !this.#format.isDelimiter(this.#format.typeOf(nal)));
        const nals = this.#kind.codec === "h265" && this.#kind.isIntraRefresh ? withRecoveryPoint(sent) : sent;
        this.#ready.push({ number: this.#from + Math.round((pts * RATE) / TICKS), nals });
      });
    }
  }

  close(): void {
    this.#encoder.close();
    this.#canvas.close();
  }

  #draw(number: number): void {
    const { pixels } = this.#canvas;
    // The last block says whether the others have an even sum, so that a damaged picture has no number.
    const bits = Array.from({ length: BITS }, (_, bit) => (number >> bit) & 1);
    for (const [at, bit] of [...bits, parity(bits)].entries())
      for (let y = 0; y < HEIGHT_PX; y++)
        pixels.fill(bit ? 230 : 20, y * WIDTH_PX + at * BLOCK_PX, y * WIDTH_PX + (at + 1) * BLOCK_PX);
  }
}

function x264Of({ gopFrames, bFrames = 0, slices = 1, isIntraRefresh = false }: PictureKind): X264Encoder {
  const refresh = isIntraRefresh ? { "intra-refresh": 1 } : {};
  return new X264Encoder({
    widthPx: WIDTH_PX,
    heightPx: HEIGHT_PX,
    framesPerSecond: RATE,
    gopFrames,
    profile: "main",
    ...(bFrames > 0 ? { bFrames, zeroLatency: false } : {}),
    x264: { scenecut: 0, slices, "b-adapt": 0, "b-pyramid": 0, "rc-lookahead": 0, ref: 1, ...refresh },
  });
}

/** x265 begins its refreshes with parameter sets and does not say that they are recovery points. */
function withRecoveryPoint(nals: readonly Buffer[]): readonly Buffer[] {
  const types = nals.map((nal) => h265.typeOf(nal));
  return types.some((type) => h265.parameterSetRank(type) >= 0) && !types.some((type) => h265.isKey(type))
    ? [RECOVERY_POINT, ...nals]
    : nals;
}

/** After 29 pictures all is whole (ITU-T H.265 D.2.8). */
const RECOVERY_POINT = Buffer.from([0x4e, 0x01, 0x06, 0x02, 0x07, 0x44, 0x80]);

const parity = (bits: readonly number[]): number => bits.reduce((sum, bit) => sum ^ bit, 0);

/** The number in the luma of a decoded picture; -1: it has none. */
export function numberIn(luma: Uint8Array, strideBytes: number): number {
  const row = (HEIGHT_PX / 2) * strideBytes;
  const lights = Array.from({ length: BITS + 1 }, (_, bit) => luma[row + bit * BLOCK_PX + BLOCK_PX / 2] ?? 0);
  if (lights.some((light) => light > 80 && light < 170)) return -1;
  const bits = lights.map((light) => (light > 128 ? 1 : 0));
  const last = bits.pop();
  return last === parity(bits) ? bits.reduce<number>((sum, bit, at) => sum + bit * 2 ** at, 0) : -1;
}
