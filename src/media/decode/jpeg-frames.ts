/** A JPEG frame needs no other frame: while one is being decoded, only the newest arrival waits. */
import type { MediaHeader } from "#protocol/media-socket.ts";
import type { DecodedFrame } from "./encoded-frame.ts";

export class JpegFrames {
  readonly #onFrame: (frame: DecodedFrame, generation: number) => void;
  #busy = false;
  #next: (() => void) | null = null;

  /** The receiver owns each frame. */
  constructor(onFrame: (frame: DecodedFrame, generation: number) => void) {
    this.#onFrame = onFrame;
  }

  push({ generation, wallMs, durationUs }: MediaHeader, jpeg: ArrayBuffer): void {
    const decode = (): void => {
      this.#busy = true;
      createImageBitmap(new Blob([jpeg], { type: "image/jpeg" }))
        .then(
          (image) => this.#onFrame({ image, wallMs, durationMs: durationUs / 1000 }, generation),
          () => undefined, // a broken frame: go on with the next one
        )
        .finally(() => {
          this.#busy = false;
          const next = this.#next;
          this.#next = null;
          next?.();
        });
    };
    if (this.#busy) this.#next = decode;
    else decode();
  }
}
