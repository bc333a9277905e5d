/** A camera that has just been connected to sends a key frame within this time, or it is not waited for. */
const FIRST_KEY_MS = 10_000;
/** Key frames that come more seldom than this are not waited for. */
const SELDOM_MS = 60_000;

/**
 * Decides where recordings and viewers may begin: at key frames, and at recovery points where a camera sends key
 * frames seldom or, after its own start, never again (intra refresh). Frames that are coded by themselves count as recovery points.
 */
export class KeyRhythm {
  #startedMs: number | null = null;
  #keyMs: number | null = null;
  #isIntraRefresh: boolean;

  /** `isIntraRefresh`: recovery points stood for key frames on the connection before */
  constructor(isIntraRefresh = false) {
    this.#isIntraRefresh = isIntraRefresh;
  }

  /** Of another connection of the same camera. */
  again(): KeyRhythm {
    return new KeyRhythm(this.#isIntraRefresh);
  }

  /** Recovery points stand for key frames at present. */
  get isIntraRefresh(): boolean {
    return this.#isIntraRefresh;
  }

  /** Whether one may begin with this frame. `receivedMs`: its arrival, any clock. */
  begins(isKey: boolean, isRecoveryPoint: boolean, receivedMs: number): boolean {
    this.#startedMs ??= receivedMs;
    if (isKey) {
      if (this.#keyMs !== null && receivedMs - this.#keyMs < SELDOM_MS) this.#isIntraRefresh = false;
      this.#keyMs = receivedMs;
      return true;
    }
    if (!isRecoveryPoint) return false;
    const waitedMs = receivedMs - (this.#keyMs ?? this.#startedMs);
    this.#isIntraRefresh ||= waitedMs >= (this.#keyMs === null ? FIRST_KEY_MS : SELDOM_MS);
    return this.#isIntraRefresh;
  }
}
