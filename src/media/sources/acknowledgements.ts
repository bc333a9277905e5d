import type { Disposer } from "#base/disposer.ts";
import type { MediaCommand } from "#protocol/media-socket.ts";

/**
 * At this interval the recorder learns the frame that was shown last (live: the one that arrived last) and how many
 * bytes arrived: it sends no more than arrives.
 */
const ACK_EVERY_MS = 250;

interface Progress {
  readonly generation: number;
  readonly isPaused: boolean;
  /** of the frame that was shown last; live: that arrived last */
  readonly wallMs: number;
  /** frames that have arrived and are not shown yet */
  readonly waiting: number;
}

/** Tells the recorder what has arrived and what has been shown. */
export class Acknowledgements {
  readonly #progress: () => Progress;
  readonly #send: (command: MediaCommand) => void;
  #bytes = 0;
  #hasArrived = false;

  constructor(progress: () => Progress, send: (command: MediaCommand) => void) {
    this.#progress = progress;
    this.#send = send;
  }

  /** all that has arrived */
  get bytes(): number {
    return this.#bytes;
  }

  arrived(bytes: number): void {
    this.#bytes += bytes;
    this.#hasArrived = true;
  }

  start(): Disposer {
    const timer = setInterval(() => this.#acknowledge(), ACK_EVERY_MS);
    return () => clearInterval(timer);
  }

  #acknowledge(): void {
    const { generation, isPaused, wallMs, waiting } = this.#progress();
    // A report that nothing arrived is sent as well: it tells a line that is too narrow from a viewer that is too slow.
    if (isPaused && !this.#hasArrived && waiting === 0) return;
    this.#hasArrived = false;
    this.#send({ op: "ack", generation, time: wallMs, queued: waiting, bytes: this.#bytes });
  }
}
