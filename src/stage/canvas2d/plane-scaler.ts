import { type Kernel, KernelMemory, kernelOf } from "#base/kernel.ts";
import type { YuvToRgb } from "../gl/colour.ts";
import type { PreparedFrame } from "../gl/upload-path.ts";
import { type AxisPlaces, axisPlaces } from "./axis-places.ts";
import wasm from "./scale-planes.as";

/** The planes of a frame, as `copyTo` left them. */
export type PlanarFrame = Extract<PreparedFrame, { form: "i420" | "nv12" }>;

/** What scale-planes.as exports. */
interface ScaleKernel extends Kernel {
  workBytes(columns: number): number;
  plane(index: number, ...described: readonly number[]): void;
  paint(target: number, black: number, luma: number, ...chroma: readonly number[]): void;
}

/** The pixels of a target along one axis: for planes as long as the frame, and for those half as long. */
export interface Axis {
  readonly count: number;
  readonly luma: AxisPlaces;
  readonly chroma: AxisPlaces;
}

/** The axis of `count` pixels (see `axisPlaces`) of a frame that is `lengthPx` long. */
export function axisOf(lengthPx: number, origin: number, step: number, count: number): Axis {
  const chromaLength = (lengthPx + 1) >> 1;
  const luma = axisPlaces(lengthPx, origin, step, count);
  return { count, luma, chroma: axisPlaces(chromaLength, origin, step, count) };
}

/** Luma's factor, the factors of chroma, and what is added, as paint expects them. */
const LUMA_ONE = 16_384;
const CHROMA_ONE = 8192;
const ADDED_ONE = 64;
/** Vectors are read and written whole: so many bytes may lie behind what is meant. */
const BEHIND_BYTES = 32;

/**
 * Makes a frame's planes as large as its tile and converts them to RGB in one go. The browser's `drawImage` of a frame converts all of
 * it first and scales it then, on one core without vectors, and in a worker without a GPU it asks the page's thread each time: it
 * costs four to ten times as much (docs/benchmarks.md).
 */
export class PlaneScaler {
  readonly #kernel: ScaleKernel;
  readonly #memory: KernelMemory;

  private constructor(kernel: ScaleKernel) {
    this.#kernel = kernel;
    this.#memory = new KernelMemory(kernel);
  }

  /** Null where no WebAssembly may run, or none with vectors: frames are then drawn as they are. */
  static make(): PlaneScaler | null {
    const kernel = kernelOf(wasm) as ScaleKernel | null;
    return kernel && new PlaneScaler(kernel);
  }

  /** RGBA, opaque, a pixel for each place of both axes. Valid until the next call. */
  scale(frame: PlanarFrame, columns: Axis, rows: Axis): Uint8ClampedArray<ArrayBuffer> {
    const kernel = this.#kernel;
    const memory = this.#memory;
    const { bytes, widthPx, heightPx } = frame;
    const [, first, second] = frame.planes;
    const isPaired = frame.form === "nv12";
    const halfPx = { width: (widthPx + 1) >> 1, height: (heightPx + 1) >> 1 };
    const firstAt = first?.offset ?? 0;
    const secondAt = isPaired ? firstAt + 1 : (second?.offset ?? firstAt);
    const step = isPaired ? 2 : 1;

    memory.reset();
    const samples = memory.take(bytes.length + BEHIND_BYTES);
    const places = [columns.luma, rows.luma, columns.chroma, rows.chroma].map((one) => ({
      one,
      at: memory.take(2 * one.texels.byteLength),
    }));
    const work = [0, 1, 2].map(() => memory.take(kernel.workBytes(columns.count)));
    const sizeBytes = columns.count * rows.count * 4;
    const target = memory.take(sizeBytes + BEHIND_BYTES);

    const { buffer } = memory;
    new Uint8Array(buffer).set(bytes, samples);
    for (const { one, at } of places) {
      const { length } = one.texels;
      const written = new Int32Array(buffer, at, 2 * length);
      written.set(one.texels);
      written.set(one.shares, length);
    }
    const [acrossLuma, downLuma, acrossChroma, downChroma] = places.map(({ at }) => at) as [
      number,
      number,
      number,
      number,
    ];
    const [ofLuma, ofFirst, ofSecond] = work as [number, number, number];
    const { count } = columns;
    const chroma = [
      halfPx.width,
      halfPx.height,
      halfPx.width * step,
      step,
      acrossChroma,
      count,
      downChroma,
      rows.count,
    ];
    kernel.plane(0, samples, widthPx, heightPx, widthPx, 1, acrossLuma, count, downLuma, rows.count, ofLuma);
    kernel.plane(1, samples + firstAt, ...chroma, ofFirst);
    kernel.plane(2, samples + secondAt, ...chroma, ofSecond);
    kernel.paint(target, ...factorsOf(frame.yuv));
    return new Uint8ClampedArray(buffer, target, sizeBytes);
  }
}

/** The matrix of a frame as whole numbers. */
function factorsOf({ matrix, offset }: YuvToRgb): [number, number, ...number[]] {
  const of = (at: number, one: number): number => Math.round((matrix[at] ?? 0) * one);
  const black = ADDED_ONE / 2 - Math.round(offset[0] * 255 * (matrix[0] ?? 0) * ADDED_ONE);
  const [greenU, blueU, redV, greenV] = [4, 5, 6, 7].map((at) => of(at, CHROMA_ONE)) as [
    number,
    number,
    number,
    number,
  ];
  return [black, of(0, LUMA_ONE), redV, greenU, greenV, blueU];
}
