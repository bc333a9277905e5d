/** A pause of the camera counts for half as much after this time. */
const HALF_LIFE_MS = 300_000;
/** A camera is silent for good after this many of its longest pauses. */
const PAUSES = 2.5;
/** The longest wait for a camera, whatever its pauses are. */
const MAX_LIMIT_MS = 600_000;
/** From this many frames on, what the camera usually does is known. */
const KNOWN_AFTER = 3;
/** A camera that answers questions is given this many times the limit while its rhythm is not known. */
const UNKNOWN_PATIENCE = 40;
/** The same before its first frame. */
const FIRST_PATIENCE = 4;

/**
 * A camera's own rhythm: how long it may be silent before its connection is given up. A camera of 15 frames a second
 * is stuck after a few seconds, one that sends a frame every minute is not. It outlives the connections of a stream.
 */
export class Pace {
  /** questions at which the camera ends its connection */
  readonly disliked = new Set<string>();
  readonly #shortestMs: number;
  #lastMs: number | null = null;
  #startedMs = 0;
  #longestMs = 0;
  #longestSinceMs = 0;
  #frames = 0;
  #hasFrame = false;

  /** `shortestMs`: no camera is given up earlier. Times are of a clock that does not jump. */
  constructor(shortestMs: number) {
    this.#shortestMs = shortestMs;
  }

  /** A connection begins to play. */
  start(nowMs: number): void {
    this.#startedMs = nowMs;
    this.#lastMs = null;
    this.#hasFrame = false;
  }

  /** A packet of any track came. */
  packet(nowMs: number): void {
    if (this.#lastMs !== null) this.#paused(nowMs - this.#lastMs, nowMs);
    this.#lastMs = nowMs;
  }

  frame(): void {
    this.#frames += 1;
    this.#hasFrame = true;
  }

  /**
   * What the present silence means; "doubtful": ask the camera something, and tell here when it answered (null = it did
   * not yet).
   */
  silence(nowMs: number, answeredMs: number | null): "usual" | "doubtful" | "stuck" {
    const silentMs = nowMs - (this.#lastMs ?? this.#startedMs);
    const limitMs = this.limitMs(nowMs);
    if (silentMs < limitMs / 2) return "usual";
    const isKnown = this.#hasFrame && this.#frames >= KNOWN_AFTER;
    if (silentMs < limitMs) return isKnown ? "usual" : "doubtful";
    const isAwake = answeredMs !== null && nowMs - answeredMs < this.#shortestMs;
    if (isKnown || !isAwake) return "stuck";
    const patience = this.#hasFrame ? UNKNOWN_PATIENCE : FIRST_PATIENCE;
    return silentMs < Math.min(MAX_LIMIT_MS, patience * this.#shortestMs) ? "doubtful" : "stuck";
  }

  /** The connection is given up in a pause: if that is the camera's rhythm, the next one lives longer. */
  gaveUp(nowMs: number): void {
    if (this.#lastMs !== null) this.#paused(nowMs - this.#lastMs, nowMs);
  }

  limitMs(nowMs: number): number {
    return Math.min(MAX_LIMIT_MS, Math.max(this.#shortestMs, PAUSES * this.#longestAt(nowMs)));
  }

  #paused(pauseMs: number, nowMs: number): void {
    if (pauseMs < this.#longestAt(nowMs)) return;
    this.#longestMs = pauseMs;
    this.#longestSinceMs = nowMs;
  }

  #longestAt(nowMs: number): number {
    return this.#longestMs * 0.5 ** ((nowMs - this.#longestSinceMs) / HALF_LIFE_MS);
  }
}
