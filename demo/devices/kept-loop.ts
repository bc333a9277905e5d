/** A picture as it was encoded. */
interface KeptPicture {
  readonly key: boolean;
  readonly nals: readonly Buffer[];
}

/**
 * The pictures that a camera has sent since it stands still, from a key frame on. A scene repeats itself, so that after one
 * whole loop they are sent again: a camera that nobody moves neither draws nor encodes.
 */
export class KeptLoop {
  readonly #length: number;
  #pictures: KeptPicture[] = [];
  #fromCount = 0;

  /** `length`: in pictures */
  constructor(length: number) {
    this.#length = length;
  }

  /** What was sent one or more loops before this picture; null: it has to be made. */
  at(count: number): KeptPicture | null {
    const isWhole = this.#pictures.length === this.#length;
    return (isWhole && this.#pictures[(count - this.#fromCount) % this.#length]) || null;
  }

  keep(count: number, picture: KeptPicture): void {
    if (this.#pictures.length === 0) {
      if (!picture.key) return;
      this.#fromCount = count;
    }
    this.#pictures.push(picture);
  }

  /** The camera sees something else, or a picture was left out: what follows refers to other pictures. */
  forget(): void {
    this.#pictures = [];
  }
}
