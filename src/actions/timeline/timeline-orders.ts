/**
 * When the players get their orders: seeks and speeds wait out their debounce; a drag sends the newest target, and its
 * exact frames when it rests.
 */
import { TIME_CHANGE_DEBOUNCE_MS } from "#domain/limits/timeline.ts";
import type { Draft } from "#domain/timeline/draft.ts";
import { recordedMs, type TimelineState } from "#domain/timeline/timeline-state.ts";
import type { TimelineStore } from "#state/timeline-store.ts";
import { epochMs } from "../epoch.ts";

/** [ours] a drag that rests for this long gets the exact frames, not drafts of them */
const SCRUB_REST_MS = 150;

export class TimelineOrders {
  readonly #timeline: TimelineStore;
  readonly #present: () => TimelineState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #lastAtMs = 0;

  /** `present`: the timeline's state at this instant */
  constructor(timeline: TimelineStore, present: () => TimelineState) {
    this.#timeline = timeline;
    this.#present = present;
  }

  /** An order waits to be sent. */
  get waiting(): boolean {
    return this.#timer !== undefined;
  }
  /** when the last one was sent, ms since 1970 */
  get lastAtMs(): number {
    return this.#lastAtMs;
  }

  /**
   * Sends the store's current state to the players; `state` where it must be exactly that moment, whatever time has
   * passed since.
   */
  give(state = this.#present()): void {
    this.#give(null, state);
  }

  /** What plays goes on playing meanwhile: the order says where it is then. */
  after(ms: number): void {
    this.#clear();
    this.#timer = setTimeout(() => this.#give(null), ms);
  }

  /**
   * The user has gone to another time: players begin with its picture, however long the order waited. The clock, which
   * has run since, begins there with them.
   */
  seekAfter(ms: number): void {
    this.#clear();
    this.#timer = setTimeout(() => this.#give(null, this.#asked()), ms);
  }

  /** While dragging: at most one order each 50 ms, always the newest; the exact frames when the drag rests. */
  draft(draft: Draft): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#give(null), SCRUB_REST_MS);
    if (this.#timer !== undefined) return;
    const sinceMs = epochMs() - this.#lastAtMs;
    this.#timer = setTimeout(() => this.#give(draft), Math.max(0, TIME_CHANGE_DEBOUNCE_MS - sinceMs));
  }

  /** The waiting order is sent now: nothing runs any more when its time comes. */
  finish(): void {
    if (this.waiting) this.give();
    this.#clear();
  }

  #give(draft: Draft | null, { mode, speed, paused, timeMs } = this.#present()): void {
    if (draft) clearTimeout(this.#timer);
    else this.#clear();
    this.#timer = undefined;
    this.#lastAtMs = epochMs();
    const { scrubbing, target } = this.#timeline.get();
    const next =
      mode === "live"
        ? { timeMs: 0, rate: 1, paused: false, draft: null }
        : { timeMs: recordedMs(timeMs), rate: speed, paused: paused || scrubbing, draft };
    if (next.timeMs === 0 && target.timeMs === 0) return;
    this.#timeline.change((facts) => {
      facts.target = { ...next, epoch: target.epoch + 1 };
    });
  }

  /** The state at the time that was asked for. */
  #asked(): TimelineState {
    const { state } = this.#timeline.get();
    if (state.mode === "live") return this.#present();
    this.#timeline.change((facts) => {
      facts.atMs = epochMs();
    });
    return state;
  }

  #clear(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#restTimer);
    this.#timer = undefined;
  }
}
