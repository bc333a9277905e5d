/** After a decoder error frames are left out until a key frame comes; when none arrives in time, somebody has to ask for one. */
const KEY_FRAME_WAIT_MS = 2000;

export class KeyFrameWait {
  readonly #onLate: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(onLate: () => void) {
    this.#onLate = onLate;
  }

  begin(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#onLate();
    }, KEY_FRAME_WAIT_MS);
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
