import type { Disposer } from "#base/disposer.ts";
import type { MediaSource, SourceUnit } from "#demo/devices/media-source.ts";

/** Real parameter sets (x264); the slices of this source are only bytes: nobody here decodes them. */
export const SPS_640X360 = Buffer.from("6742c016da0280bfe5c044000003000400000300783c58ba80", "hex");
export const SPS_320X180 = Buffer.from("6742c00bda05067e7c0440000003004000000503c50aa8", "hex");
export const PPS = Buffer.from("68ce0fc8", "hex");

export interface TestSourceOptions {
  readonly framesPerSecond?: number;
  readonly gopFrames?: number;
  readonly audio?: MediaSource["audio"];
}

/** A camera of bytes: a key frame of 5 kB every `gopFrames`, others of 500 B; every slice carries its number. */
export class TestSource implements MediaSource {
  readonly framesPerSecond: number;
  readonly audio: MediaSource["audio"];
  parameterSets: readonly Buffer[] = [SPS_640X360, PPS];
  /** nothing is sent while true */
  stalled = false;
  readonly #gopFrames: number;
  readonly #listeners = new Set<(unit: SourceUnit) => void>();
  #timer: NodeJS.Timeout | null = null;
  #count = 0;

  constructor(options: TestSourceOptions = {}) {
    this.framesPerSecond = options.framesPerSecond ?? 50;
    this.#gopFrames = options.gopFrames ?? 10;
    this.audio = options.audio ?? null;
  }

  subscribe(listener: (unit: SourceUnit) => void): Disposer {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#tick(), 1000 / this.framesPerSecond);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      if (this.#timer) clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  #tick(): void {
    if (this.stalled) return;
    const count = this.#count++;
    const key = count % this.#gopFrames === 0;
    const slice = Buffer.alloc(key ? 5000 : 500, 0x55);
    slice.writeUInt8(key ? 0x65 : 0x41, 0);
    writeNumber(slice, count);
    const pts = (count * 90_000) / this.framesPerSecond;
    for (const listener of [...this.#listeners]) {
      listener({ kind: "video", key, nals: [slice], pts });
      if (this.audio) {
        const samples = this.audio.info.sampleRate / this.framesPerSecond;
        listener({ kind: "audio", data: Buffer.alloc(samples, 0xff), pts: count * samples });
      }
    }
  }
}

/**
 * Seven bits of it in each byte, with the highest bit set: a slice must not contain a start code, and says that it is
 * the first of its picture.
 */
function writeNumber(slice: Buffer, number: number): void {
  for (let i = 0; i < 4; i++) slice.writeUInt8(0x80 | ((number >> (21 - 7 * i)) & 0x7f), 1 + i);
}

/** The number that the source wrote into a slice. */
export const numberIn = (slice: Buffer | undefined): number =>
  slice ? [1, 2, 3, 4].reduce((number, at) => number * 128 + (slice.readUInt8(at) & 0x7f), 0) : -1;
