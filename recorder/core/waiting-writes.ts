/** Writes that a full or absent disk must not lose: they wait in memory, in their order, and are done when it takes them. */
import { isDiskTrouble } from "#recorder/store/disk-full.ts";

const RETRY_MS = 1000;
/** A full disk may last a night; beyond this the oldest are given up. */
const MOST = 10_000;

type Write = () => Promise<unknown>;

interface WaitingWritesPorts {
  /** why a write could not be done: at the first of those that wait, and for each that is given up */
  readonly onTrouble: (error: unknown, waiting: number) => void;
  readonly retryMs?: number;
  readonly most?: number;
}

export class WaitingWrites {
  readonly #ports: WaitingWritesPorts;
  readonly #waiting: Write[] = [];
  #timer: NodeJS.Timeout | null = null;
  #turn: Promise<void> = Promise.resolve();

  constructor(ports: WaitingWritesPorts) {
    this.#ports = ports;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when it is done, or waits. Never rejects. */
  put(write: Write): Promise<void> {
    this.#waiting.push(write);
    while (this.#waiting.length > (this.#ports.most ?? MOST)) this.#waiting.shift();
    return this.flush();
  }

  /** Tries what waits. */
  flush(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#tryAll());
    return this.#turn;
  }

  /** Tries once more to write what waits; what still waits then is lost. */
  async close(): Promise<void> {
    await this.flush();
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #tryAll(): Promise<void> {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      try {
        await next();
      } catch (error) {
        if (isDiskTrouble(error)) {
          if (!this.#timer) this.#ports.onTrouble(error, this.#waiting.length);
          this.#again();
          return;
        }
        this.#ports.onTrouble(error, this.#waiting.length - 1);
      }
      if (this.#waiting[0] === next) this.#waiting.shift();
    }
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #again(): void {
    this.#timer ??= setInterval(() => void this.flush(), this.#ports.retryMs ?? RETRY_MS).unref();
  }
}
