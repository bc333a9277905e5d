import type { AccessUnit } from "#recorder/formats/access-unit.ts";

/** 40 s at 15 fps; cameras with longer distances of key frames show from the next one. */
const MAX_UNITS = 600;
const MAX_BYTES = 16 * 1024 * 1024;
/** A camera that has sent nothing for so long, and for so many of its usual pauses, has stopped. */
const QUIET_MS = 1500;
const QUIET_PAUSES = 4;
/** The longest pause counts for so much less with every picture since. */
const FADING = 0.9;
const NONE: readonly AccessUnit[] = [];

/**
 * The pictures since the last key frame: what a new viewer gets first. Empty when they are too many to keep, and while the
 * camera has stopped: a viewer who got them would take old pictures for live ones.
 */
export class GopCache {
  readonly #nowMs: () => number;
  #units: AccessUnit[] = [];
  #bytes = 0;
  #cameAtMs: number | null = null;
  #pauseMs = 0;

  /** `nowMs`: a clock that nobody sets. */
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

  /** What comes next does not continue what came before. */
  clear(): void {
    this.#drop();
    this.#cameAtMs = null;
    this.#pauseMs = 0;
  }

  /** A new array begins: one handed out before stays as it was plus what came to it. */
  #drop(): void {
    this.#units = [];
    this.#bytes = 0;
  }

  get #hasStopped(): boolean {
    if (this.#cameAtMs === null) return true;
    return this.#nowMs() - this.#cameAtMs > Math.max(QUIET_MS, this.#pauseMs * QUIET_PAUSES);
  }
}
