import { MediaKind } from "#protocol/media-socket.ts";
import { ClipRecorder, FRAME_MS } from "./clip-recorder.ts";
import type { Clip } from "./coded-clip.ts";

/** The same recorder where a session's format is JPEG: pictures that stand alone, and no codec to announce. */
export class JpegRecorder extends ClipRecorder {
  readonly #jpeg: Uint8Array;
  #of = 0;

  constructor(clip: Clip, jpeg: Uint8Array) {
    super(clip);
    this.#jpeg = jpeg;
  }

  override begin(generation: number): void {
    this.#of = generation;
  }
  override picture(index: number): void {
    this.message(MediaKind.jpeg, 0, this.wallOf(index), this.#jpeg, FRAME_MS, this.#of);
  }
}
