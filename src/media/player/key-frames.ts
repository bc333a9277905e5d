/** Whether a live player asks for key frames alone, and how far apart its frames may be. */
import { SAVING_EVERY_MS } from "#domain/player/stream-choice.ts";
import { STILL_EVERY_MS } from "#domain/stage/stillness.ts";

/** A tile that becomes live again is not judged by its time since the last frame before its stream flows. */
const WAKING_MS = 5000;

export class KeyFrames {
  /** nothing moves in its frame: a key frame every few seconds is enough */
  #still = false;
  /** the page decodes as much as it may, and other tiles matter more */
  #saving = false;
  /** until then frames may be as far apart as those of a still tile */
  #patientUntilMs = 0;

  get saving(): boolean {
    return this.#saving;
  }
  get alone(): boolean {
    return this.#still || this.#saving;
  }
  /** 0: every frame. */
  get everyMs(): number {
    return this.#still ? STILL_EVERY_MS : this.#saving ? SAVING_EVERY_MS : 0;
  }

  /** Returns whether that is a change. */
  setStill(still: boolean, nowMs: number): boolean {
    if (still === this.#still) return false;
    this.#still = still;
    this.#beginPatience(nowMs);
    return true;
  }
  setSaving(saving: boolean, nowMs: number): boolean {
    if (saving === this.#saving) return false;
    this.#saving = saving;
    this.#beginPatience(nowMs);
    return true;
  }

  /** How far apart frames may be before they count as stuck; `cameraEveryMs`: how far those of a slow camera are. */
  patienceMs(cameraEveryMs: number, nowMs: number): number {
    return Math.max(cameraEveryMs, nowMs < this.#patientUntilMs ? STILL_EVERY_MS : 0);
  }

  #beginPatience(nowMs: number): void {
    this.#patientUntilMs = this.alone ? Number.POSITIVE_INFINITY : nowMs + WAKING_MS;
  }
}
