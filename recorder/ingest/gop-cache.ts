import type { AccessUnit } from "./access-unit.ts";

/** 40 s at 15 fps; cameras with longer distances of key frames show from the next one. */
const MAX_UNITS = 600;
const MAX_BYTES = 16 * 1024 * 1024;

/** The pictures since the last key frame: what a new viewer gets first. Empty when they are too many to keep. */
export class GopCache {
  #units: AccessUnit[] = [];
  #bytes = 0;

  push(unit: AccessUnit): void {
    if (unit.key) this.clear();
    else if (this.#units.length === 0) return;
    for (const nal of unit.nals) this.#bytes += nal.length;
    if (this.#units.length >= MAX_UNITS || this.#bytes > MAX_BYTES) this.clear();
    else this.#units.push(unit);
  }

  get units(): readonly AccessUnit[] {
    return this.#units;
  }

  /** A new array begins: one handed out before stays as it was plus what came to it. */
  clear(): void {
    this.#units = [];
    this.#bytes = 0;
  }
}
