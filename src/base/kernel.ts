/** WebAssembly modules of ours: pure functions over bytes, which is why every layer may use them (scripts/build/kernels.mjs). */

/** What each exports beside its work. */
export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** the first byte that its caller may use */
  firstFree(): number;
}

/** The part of WebAssembly that is used here: the libraries of this layer know no environment. */
interface Engine {
  readonly Module: new (wasm: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

const PAGE_BYTES = 65_536;

/** What a module exports; null where no WebAssembly may run, or none with vectors. */
export function kernelOf(wasm: Uint8Array<ArrayBuffer>): Kernel | null {
  try {
    const abort = (): never => {
      throw new Error("the kernel has no memory");
    };
    const { WebAssembly: engine } = globalThis as unknown as { readonly WebAssembly: Engine };
    return new engine.Instance(new engine.Module(wasm), { env: { abort } }).exports as Kernel;
  } catch {
    return null;
  }
}

/** Gives out a kernel's memory from its beginning on; whoever needs more than there is makes it grow. */
export class KernelMemory {
  readonly #kernel: Kernel;
  #freeFrom: number;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#freeFrom = kernel.firstFree();
  }

  /** Everything before this is free again. */
  reset(): void {
    this.#freeFrom = this.#kernel.firstFree();
  }

  /** Where so many bytes are free, on a border of 16. Views of the memory that were made before may be gone. */
  take(sizeBytes: number): number {
    const { memory } = this.#kernel;
    const at = this.#freeFrom;
    this.#freeFrom = (at + sizeBytes + 15) & ~15;
    const missing = this.#freeFrom - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return at;
  }

  get buffer(): ArrayBuffer {
    return this.#kernel.memory.buffer;
  }
}
