import { type Failure, failure } from "#domain/failures/failure.ts";

/** Stray bytes are noted so often at most. */
const STRAY_NOTE_MS = 60_000;
/** Without a key frame for this many limits of silence, a camera sends them seldom. */
const SELDOM_LIMITS = 2;

/** What is noted of a camera while it plays: bytes that belong to nothing, and key frames that come seldom. */
export class SessionNotes {
  readonly #stallMs: number;
  readonly #note: (note: Failure) => void;
  #stray = { bytes: 0, notedMs: Number.NEGATIVE_INFINITY };
  #playsSinceMs = 0;
  #isSeldomNoted = false;

  /** `stallMs`: the limit of silence */
  constructor(stallMs: number, note: (note: Failure) => void) {
    this.#stallMs = stallMs;
    this.#note = note;
  }

  strayed(bytes: number): void {
    this.#stray.bytes += bytes;
  }

  plays(nowMs: number): void {
    this.#playsSinceMs = nowMs;
  }

  /** Called now and then. `isWaiting`: frames come, and none of them can be decoded yet. */
  tick(nowMs: number, isWaiting: boolean): void {
    const { bytes, notedMs } = this.#stray;
    if (bytes > 0 && nowMs - notedMs >= STRAY_NOTE_MS) {
      this.#stray = { bytes: 0, notedMs: nowMs };
      this.#note(failure("camera/stray-bytes", { count: bytes }));
    }
    const waitedMs = nowMs - this.#playsSinceMs;
    if (!isWaiting || this.#isSeldomNoted || waitedMs < SELDOM_LIMITS * this.#stallMs) return;
    this.#isSeldomNoted = true;
    this.#note(failure("camera/key-frames-seldom", { count: Math.round(waitedMs / 1000) }));
  }
}
