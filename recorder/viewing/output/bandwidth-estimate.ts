/**
 * Limit of sent but unacknowledged messages: above it they are forgotten, because the viewer does not acknowledge at
 * all.
 */
const MAX_IN_FLIGHT = 1000;
/** The line is measured over this time. */
const WINDOW_MS = 2000;
/**
 * A viewer acknowledges four times a second. One that has not done so this often within this time is busy or cut off:
 * that nothing arrived then says nothing about the line.
 */
const HEARD_MS = 1000;
const HEARD_TIMES = 3;
/** This share of what the line carried is used. */
const SHARE = 0.7;
/** The rate that is assumed for a line over which nothing has arrived lately. */
const LEAST_BITS_PER_SECOND = 50_000;
/** What was sent before the rate was lowered is given this time to arrive. */
const SETTLE_MS = 3000;
/** When all went well for this long, more is tried; after each failure half as often. */
const RAISE_FIRST_MS = 15_000;
const RAISE_MAX_MS = 240_000;

/**
 * How much the line to one viewer carries, by the viewer's acknowledgements; without acknowledgements there is no
 * limit. Buffers on the way hold seconds of video, so the unsent backlog says nothing. Pure but for the times it is
 * given, all of one clock.
 */
export class BandwidthEstimate {
  readonly #inFlight: { upToBytes: number; sentAtMs: number }[] = [];
  #arrivedBytes = 0;
  #arrived: { bytes: number; atMs: number }[] = [];
  #capBitsPerSecond: number | null = null;
  #loweredAtMs = Number.NEGATIVE_INFINITY;
  #behindAtMs = Number.NEGATIVE_INFINITY;
  #raisedAtMs: number | null = null;
  #raiseAfterMs = RAISE_FIRST_MS;

  /**
   * `knownBitsPerSecond`: the limit that was found on the line to the same viewer just now; it is raised like any
   * other.
   */
  constructor(knownBitsPerSecond: number | null = null, nowMs = 0) {
    this.#capBitsPerSecond = knownBitsPerSecond;
    if (knownBitsPerSecond !== null) this.#behindAtMs = nowMs;
  }

  /** Streams of more than this are too much for the line; null = no limit is known. */
  get capBitsPerSecond(): number | null {
    return this.#capBitsPerSecond;
  }

  /** `bytes`: all that was sent so far, by all plays. */
  sent(bytes: number, nowMs: number): void {
    this.#inFlight.push({ upToBytes: bytes, sentAtMs: nowMs });
    if (this.#inFlight.length > MAX_IN_FLIGHT) this.#inFlight.shift();
  }

  /** `bytes`: all that has arrived so far. */
  acknowledged(bytes: number, nowMs: number): void {
    const onTheirWay = this.#inFlight.findIndex((one) => one.upToBytes > bytes);
    this.#inFlight.splice(0, onTheirWay < 0 ? this.#inFlight.length : onTheirWay);
    this.#arrived.push({ bytes: Math.max(0, bytes - this.#arrivedBytes), atMs: nowMs });
    this.#arrivedBytes = Math.max(this.#arrivedBytes, bytes);
    const fromMs = nowMs - WINDOW_MS;
    this.#arrived = this.#arrived.filter((one) => one.atMs > fromMs);
  }

  /** For how long the oldest message that has not arrived completely is on its way to a viewer that acknowledges. */
  behindMs(nowMs: number): number {
    const [oldest] = this.#inFlight;
    const listens = this.#arrived.filter((one) => one.atMs > nowMs - HEARD_MS).length >= HEARD_TIMES;
    return listens && oldest ? nowMs - oldest.sentAtMs : 0;
  }

  /** How long this much takes at the line's recent rate; infinite where that is not known. */
  takesMs(bytes: number, nowMs: number): number {
    const bitsPerSecond = this.#measured(nowMs);
    return bitsPerSecond === 0 ? Number.POSITIVE_INFINITY : (bytes * 8 * 1000) / bitsPerSecond;
  }

  /** The line is behind. True where the limit is now lower; false while what was sent before that still arrives. */
  lower(nowMs: number): boolean {
    this.#behindAtMs = nowMs;
    if (nowMs - this.#loweredAtMs < SETTLE_MS) return false;
    const soonAgain = this.#raisedAtMs !== null && nowMs - this.#raisedAtMs < this.#raiseAfterMs;
    this.#raiseAfterMs = soonAgain ? Math.min(RAISE_MAX_MS, this.#raiseAfterMs * 2) : RAISE_FIRST_MS;
    this.#raisedAtMs = null;
    this.#loweredAtMs = nowMs;
    const takes = Math.max(LEAST_BITS_PER_SECOND, this.#measured(nowMs) * SHARE);
    this.#capBitsPerSecond = Math.min(this.#capBitsPerSecond ?? Number.POSITIVE_INFINITY, takes);
    return true;
  }

  /**
   * Called while frames flow: raises the limit, not above `enoughBitsPerSecond`, when all has gone well for long
   * enough.
   */
  tryMore(enoughBitsPerSecond: number, nowMs: number): void {
    const sinceMs = Math.max(this.#loweredAtMs, this.#behindAtMs, this.#raisedAtMs ?? 0);
    if (this.#capBitsPerSecond === null || nowMs - sinceMs < this.#raiseAfterMs) return;
    this.#raisedAtMs = nowMs;
    this.#capBitsPerSecond *= 2;
    if (this.#capBitsPerSecond > enoughBitsPerSecond) this.#capBitsPerSecond = null;
  }

  #measured(nowMs: number): number {
    const arrived = this.#arrived.filter((one) => one.atMs > nowMs - WINDOW_MS);
    return (arrived.reduce((sum, one) => sum + one.bytes, 0) * 8 * 1000) / WINDOW_MS;
  }
}
