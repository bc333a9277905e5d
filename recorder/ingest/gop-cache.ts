import type { AccessUnit } from "#recorder/formats/access-unit.ts";

/** 40 s at 15 fps; with a longer distance between key frames, new viewers start at the next key frame. */
const MAX_UNITS = 600;
const MAX_BYTES = 16 * 1024 * 1024;
/** A camera that has sent nothing for this time and for this many of its usual pauses has stopped. */
const QUIET_MS = 1500;
const QUIET_PAUSES = 4;
/** With every frame since, the longest pause counts for this much less. */
const FADING = 0.9;
const NONE: readonly AccessUnit[] = [];

/**
 * The frames since the last key frame: what a new viewer gets first. Empty when they are too many to keep, and while
 * the camera has stopped, because a viewer would take the old frames for live ones.
 */
export class GopCache {
  readonly #nowMs: () => number;
  #units: AccessUnit[] = [];
  #bytes = 0;
  #cameAtMs: number | null = null;
  #pauseMs = 0;

  /** `nowMs`: a monotonic clock. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  push(unit: AccessUnit): void {
    const nowMs = this.#nowMs();
    if (this.#cameAtMs !== null) this.#pauseMs = Math.max(nowMs - this.#cameAtMs, this.#pauseMs * FADING);
    this.#cameAtMs = nowMs;
    if (unit.key) this.#drop();
    else if (this.#units.length === 0) return;
    for (const nal of unit.nals) this.#bytes += nal.length;
    if (this.#units.length >= MAX_UNITS || this.#bytes > MAX_BYTES) this.#drop();
    else this.#units.push(unit);
  }

  get units(): readonly AccessUnit[] {
    return this.#hasStopped ? NONE : this.#units;
  }

  /** The next frames do not continue the ones before. */
  clear(): void {
    this.#drop();
    this.#cameAtMs = null;
    this.#pauseMs = 0;
  }

  /** Starts a new array: one that was handed out before keeps its frames. */
  #drop(): void {
    this.#units = [];
    this.#bytes = 0;
  }

  get #hasStopped(): boolean {
    if (this.#cameAtMs === null) return true;
    return this.#nowMs() - this.#cameAtMs > Math.max(QUIET_MS, this.#pauseMs * QUIET_PAUSES);
  }
}
