/**
 * Frames that nobody watches wait for so long and go out together: each write wakes this process and `analysis` for some
 * 100 µs, and motion is looked for five times a second.
 */
const GATHER_MS = 80;
const MOST_BYTES = 256 * 1024;

/** Messages that may wait a little, in order. Whoever writes others meanwhile calls `send` first. */
export class GatheredMessages {
  readonly #write: (messages: readonly Buffer[]) => void;
  #messages: Buffer[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(write: (messages: readonly Buffer[]) => void) {
    this.#write = write;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(message: Buffer): void {
    this.#messages.push(message);
    this.#bytes += message.length;
    if (this.#bytes > MOST_BYTES) this.send();
    else this.#timer ??= setTimeout(() => this.send(), GATHER_MS);
  }

  send(): void {
    if (this.#messages.length === 0) return;
    const messages = this.#messages;
    this.forget();
    this.#write(messages);
  }

  forget(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#messages = [];
    this.#bytes = 0;
  }
}
