/** A tape that was thrown runs on from where it was let go, and stops where the window may not go on. */
import type { Workspace } from "#chrome/product.ts";
import { flungPx } from "#domain/timeline/strip/fling.ts";
import { durationOf, shiftWindow, type TimeWindow } from "#domain/timeline/time-window.ts";

export class TimelineFling {
  readonly #timeline: Workspace["timeline"];
  #flight = 0;

  constructor(timeline: Workspace["timeline"]) {
    this.#timeline = timeline;
  }

  /** `speed`: as `flingSpeed` has it; `from`: the window at that moment, on a strip of `widthPx`. */
  start(speed: number, from: TimeWindow, widthPx: number): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const msPerPx = durationOf(from) / widthPx;
    const startedAtMs = performance.now();
    const go = (): void => {
      const { byPx, rests } = flungPx(speed, performance.now() - startedAtMs);
      this.#timeline.look(shiftWindow(from, -byPx * msPerPx));
      this.#flight = rests ? 0 : requestAnimationFrame(go);
    };
    this.#flight = requestAnimationFrame(go);
  }

  land(): void {
    cancelAnimationFrame(this.#flight);
    this.#flight = 0;
  }
}
