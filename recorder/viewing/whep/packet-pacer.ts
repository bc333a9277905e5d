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
  /** frames of which no packet is sent yet: they become packets, and so get their numbers, when their turn comes */
  #frames: (() => readonly Buffer[])[] = [];
  /** those of the frame that is being sent */
  #packets: readonly Buffer[] = [];
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

  push(frame: () => readonly Buffer[]): void {
    this.#frames.push(frame);
    if (!this.#timer) this.#run();
  }

  /** Another play follows: frames that have not begun to leave are not sent any more. No number is missing then. */
  forget(): void {
    this.#frames = [];
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#frames = [];
    this.#packets = [];
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
    while (this.#budget > 0) {
      const packet = this.#next();
      if (!packet || !this.#send(packet)) return this.close();
      this.#budget -= packet.length;
    }
    this.#timer = setTimeout(() => this.#run(), INTERVAL_MS);
  }

  #next(): Buffer | undefined {
    while (this.#sent === this.#packets.length) {
      const frame = this.#frames.shift();
      if (!frame) return undefined;
      this.#packets = frame();
      this.#sent = 0;
    }
    return this.#packets[this.#sent++];
  }
}
