import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";

export type RecordMode = StreamSpec["record"];

/** Motion recording keeps this much in memory, begins this long before a movement and ends this long after it. */
const RING_MS = 10_000;
const PRE_MOTION_MS = 5000;
const POST_MOTION_MS = 5000;
/** The ring of one stream never takes more than this, whatever the camera sends. */
const MAX_RING_BYTES = 48 * 1024 * 1024;

type Unit = AccessUnit | AudioUnit;

interface GateOutput {
  write(unit: Unit): void;
  /** a frame that is left out although time went on */
  skip(unit: AccessUnit): void;
  /** what follows does not continue what was written */
  cut(): void;
}

/** Decides what of a stream is written to disk. */
export interface RecordGate {
  push(unit: Unit): void;
  /** something moves since `startMs` */
  motionStarted(startMs: number): void;
  motionStopped(stopMs: number): void;
  /** the connection was lost: the kept frames are not continued */
  interrupt(): void;
}

export function recordGate(mode: RecordMode, out: GateOutput): RecordGate {
  switch (mode) {
    case "continuous":
      return { push: (unit) => out.write(unit), motionStarted() {}, motionStopped() {}, interrupt() {} };
    case "proxy":
      return { push() {}, motionStarted() {}, motionStopped() {}, interrupt() {} };
    case "motion":
      return new MotionGate(out);
    case "adaptive":
      return new AdaptiveGate(out);
  }
}

/** The end of what is written: never further away than it was set, even when the clock was set back since. */
const endSeenFrom = (wallMs: number, endMs: number): number => Math.min(endMs, wallMs + POST_MOTION_MS);

/** Writes whole GOPs from 5 s before a movement until 5 s after it. */
class MotionGate implements RecordGate {
  readonly #out: GateOutput;
  #ring: Unit[] = [];
  #ringBytes = 0;
  #openUntilMs: number | null = null;

  constructor(out: GateOutput) {
    this.#out = out;
  }

  push(unit: Unit): void {
    if (this.#openUntilMs !== null) {
      if (this.#openUntilMs !== Number.POSITIVE_INFINITY)
        this.#openUntilMs = endSeenFrom(unit.wallMs, this.#openUntilMs);
      const over = unit.kind === "video" && unit.key && unit.wallMs > this.#openUntilMs;
      if (!over) {
        this.#out.write(unit);
        return;
      }
      this.#openUntilMs = null;
      this.#out.cut();
    }
    this.#ring.push(unit);
    this.#ringBytes += bytesOf(unit);
    if (unit.kind === "video" && unit.key) this.#trim(unit.wallMs - RING_MS);
    if (this.#ringBytes > MAX_RING_BYTES) this.#trim(Number.POSITIVE_INFINITY);
  }

  motionStarted(startMs: number): void {
    if (this.#openUntilMs === null) {
      let from = -1;
      this.#ring.forEach((unit, i) => {
        if (isKey(unit) && (from < 0 || unit.wallMs <= startMs - PRE_MOTION_MS)) from = i;
      });
      if (from >= 0) for (const unit of this.#ring.slice(from)) this.#out.write(unit);
      this.#ring = [];
      this.#ringBytes = 0;
    }
    this.#openUntilMs = Number.POSITIVE_INFINITY;
  }

  motionStopped(stopMs: number): void {
    if (this.#openUntilMs !== null) this.#openUntilMs = stopMs + POST_MOTION_MS;
  }

  interrupt(): void {
    this.#ring = [];
    this.#ringBytes = 0;
  }

  /** Drops the GOPs that end before `beforeMs`; with Infinity all but the newest. */
  #trim(beforeMs: number): void {
    let from = 0;
    this.#ring.forEach((unit, i) => {
      if (isKey(unit) && unit.wallMs <= beforeMs) from = i;
    });
    if (beforeMs === Number.POSITIVE_INFINITY && from === 0) from = this.#ring.length;
    for (const unit of this.#ring.splice(0, from)) this.#ringBytes -= bytesOf(unit);
  }
}

/** Writes everything while something moves (and for 5 s after), otherwise only key frames; audio always. */
class AdaptiveGate implements RecordGate {
  readonly #out: GateOutput;
  #stillAfterMs: number | null = 0;
  /** frames of the current GOP that were left out: written when a movement begins within it */
  #held: AccessUnit[] = [];
  #heldBytes = 0;
  #still = true;

  constructor(out: GateOutput) {
    this.#out = out;
  }

  push(unit: Unit): void {
    if (unit.kind === "audio") {
      this.#out.write(unit);
      return;
    }
    if (unit.key) {
      this.#drop();
      if (this.#stillAfterMs !== null) this.#stillAfterMs = endSeenFrom(unit.wallMs, this.#stillAfterMs);
      this.#still = this.#stillAfterMs !== null && unit.wallMs > this.#stillAfterMs;
    }
    if (unit.key || !this.#still) {
      this.#out.write(unit);
      return;
    }
    this.#heldBytes += bytesOf(unit);
    if (this.#heldBytes <= MAX_RING_BYTES) this.#held.push(unit);
    else this.#held = [];
    this.#out.skip(unit);
  }

  motionStarted(): void {
    this.#stillAfterMs = null;
    if (!this.#still || this.#heldBytes > MAX_RING_BYTES) return;
    this.#still = false;
    for (const unit of this.#held) this.#out.write(unit);
    this.#drop();
  }

  motionStopped(stopMs: number): void {
    this.#stillAfterMs = stopMs + POST_MOTION_MS;
  }

  interrupt(): void {
    this.#drop();
  }

  #drop(): void {
    this.#held = [];
    this.#heldBytes = 0;
  }
}

function isKey(unit: Unit): unit is AccessUnit {
  return unit.kind === "video" && unit.key;
}

function bytesOf(unit: Unit): number {
  if (unit.kind === "audio") return unit.data.length;
  let bytes = 0;
  for (const nal of unit.nals) bytes += nal.length;
  return bytes;
}
