import { epochMs } from "./epoch.ts";
import type { TimelineLayer } from "./timeline-layer.ts";

/** Playhead and now line move by themselves: asks for the next picture of them when it is due. */
export class TimelineClock {
  readonly #layer: TimelineLayer;
  readonly #draw: (urgent: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `draw`: `urgent` while the window itself moves */
  constructor(layer: TimelineLayer, draw: (urgent: boolean) => void) {
    this.#layer = layer;
    this.#draw = draw;
  }

  /** A picture was drawn: the next one is counted from here. */
  next(): void {
    this.stop();
    const waitMs = this.#layer.dueInMs(epochMs());
    if (!Number.isFinite(waitMs)) return;
    const draw = (): void => {
      this.#layer.touch();
      this.#draw(waitMs === 0);
    };
    if (waitMs === 0) queueMicrotask(draw);
    else this.#timer = setTimeout(draw, waitMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
