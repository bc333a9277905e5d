import { type Kernel, KernelMemory, kernelOf } from "#base/kernel.ts";
import { addHatch } from "./hatch.ts";
import wasm from "./map-pixels.as";
import type { DewarpTable, PicturePixels } from "./table.ts";

/** What map-pixels.as exports. */
interface MapKernel extends Kernel {
  map(
    source: number,
    widthPx: number,
    texels: number,
    shares: number,
    taps: number,
    count: number,
    target: number,
  ): void;
}

const PIXEL_BYTES = 4;
/** Two texels are read at once. */
const BEHIND_BYTES = 16;

/** Draws views of fisheyes by their tables: as `mapPixels` does, always between texels, and some eight times as fast. */
export class ViewMapper {
  readonly #kernel: MapKernel;
  readonly #memory: KernelMemory;
  /** the frame that lies at the beginning of the memory: many views show one */
  #source: PicturePixels | null = null;

  private constructor(kernel: MapKernel) {
    this.#kernel = kernel;
    this.#memory = new KernelMemory(kernel);
  }

  /** Null where no WebAssembly may run, or none with vectors. */
  static make(): ViewMapper | null {
    const kernel = kernelOf(wasm) as MapKernel | null;
    return kernel && new ViewMapper(kernel);
  }

  /** RGBA of the covered rectangle. Valid until the next call. */
  map(table: DewarpTable, picture: PicturePixels): Uint8ClampedArray<ArrayBuffer> {
    const memory = this.#memory;
    const { texels, shares, taps, covered } = table;
    const pixels = covered.width * covered.height;
    // The kernel fills two at a time.
    const count = (pixels + 1) & ~1;
    memory.reset();
    const source = memory.take(picture.rgba.length + BEHIND_BYTES);
    const texelsAt = memory.take(count * taps * texels.BYTES_PER_ELEMENT);
    const sharesAt = memory.take(count * taps * 2);
    const target = memory.take(count * PIXEL_BYTES);
    const { buffer } = memory;
    if (this.#source !== picture) new Uint8Array(buffer).set(picture.rgba, source);
    this.#source = picture;
    const places = new Int32Array(buffer, texelsAt, count * taps);
    places.set(texels);
    if (count > pixels) places.fill(-1, pixels * taps);
    new Uint8Array(buffer).set(shares, sharesAt);
    this.#kernel.map(source, picture.width, texelsAt, sharesAt, taps, count, target);
    const mapped = new Uint8ClampedArray(buffer, target, pixels * PIXEL_BYTES);
    if (table.hatch) addHatch(table.hatch, mapped);
    return mapped;
  }
}
