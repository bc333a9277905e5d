/**
 * Steps that were requested while another one was under way. One is taken at a time and none is lost: each begins where the
 * one before it ended.
 */
export class WaitingSteps {
  readonly #take: (direction: 1 | -1) => void;
  /** negative: back */
  #due = 0;

  constructor(take: (direction: 1 | -1) => void) {
    this.#take = take;
  }

  add(direction: 1 | -1): void {
    this.#due += direction;
  }

  forget(): void {
    this.#due = 0;
  }

  /** Takes the next one, now that there is a frame to begin from. */
  next(): void {
    if (this.#due === 0) return;
    const direction = this.#due > 0 ? 1 : -1;
    this.#due -= direction;
    // Not from inside the arrival of that frame.
    queueMicrotask(() => this.#take(direction));
  }
}
