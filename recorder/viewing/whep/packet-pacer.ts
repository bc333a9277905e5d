const INTERVAL_MS = 5;
/** A timer that comes late may send what it has missed of this time at once, and no more. */
const MOST_AT_ONCE_MS = 10;

/**
 * Sends the packets of one viewer no faster than a rate, so that a group of pictures does not overflow the viewer's
 * socket. It is done here and not by libdatachannel, whose pacing handler reads a null pointer, and so ends the process
 * with all its recordings, when a viewer leaves while packets wait in it (seen in 0.24.5, and still in its sources).
 */
export class PacketPacer {
  readonly #bytesPerMs: number;
  readonly #send: (packet: Buffer) => boolean;
  #waiting: Buffer[] = [];
  /** how many of those are sent */
  #sent = 0;
  #budget: number;
  #atMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `send` answers false where the viewer has gone: what waits is dropped then. */
  constructor(bitsPerSecond: number, send: (packet: Buffer) => boolean) {
    this.#bytesPerMs = bitsPerSecond / 8000;
    this.#budget = this.#most;
    this.#send = send;
  }

  push(packets: readonly Buffer[]): void {
    for (const packet of packets) this.#waiting.push(packet);
    if (!this.#timer) this.#run();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting = [];
    this.#sent = 0;
  }

  get #most(): number {
    return this.#bytesPerMs * MOST_AT_ONCE_MS;
  }

  #run(): void {
    this.#timer = null;
    const now = performance.now();
    this.#budget = Math.min(this.#most, this.#budget + (now - this.#atMs) * this.#bytesPerMs);
    this.#atMs = now;
    for (; this.#budget > 0; this.#sent += 1) {
      const packet = this.#waiting[this.#sent];
      if (!packet || !this.#send(packet)) return this.close();
      this.#budget -= packet.length;
    }
    if (this.#sent === this.#waiting.length) this.close();
    else this.#timer = setTimeout(() => this.#run(), INTERVAL_MS);
  }
}
