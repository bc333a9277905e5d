import { intersects } from "#base/geometry.ts";
import { sameData } from "#base/same-data.ts";
import type { StageView } from "#protocol/stage-worker.ts";
import type { TimelineLaneData, TimelineView } from "#protocol/timeline-view.ts";
import { epochMs } from "./epoch.ts";
import type { TimelineLayer } from "./timeline-layer.ts";

interface TimelinePresenterHost {
  /** runs work that changes what the timeline draws */
  ink(work: () => void): void;
  /** the ground under it must be drawn again, too */
  damageAll(): void;
  /** everything is drawn at the next present anyway */
  allDamaged(): boolean;
  request(urgent: boolean): void;
}

/** The newest view and lanes of the timeline, and when it must be drawn. */
export class TimelinePresenter {
  readonly layer: TimelineLayer;
  readonly #host: TimelinePresenterHost;
  readonly #clock: TimelineClock;

  constructor(layer: TimelineLayer, host: TimelinePresenterHost) {
    this.layer = layer;
    this.#host = host;
    this.#clock = new TimelineClock(layer, (urgent) => host.request(urgent));
  }

  apply(view: TimelineView | null): void {
    const had = this.layer.view;
    this.layer.apply(view, epochMs());
    // Its place became free or changed: the ground must be drawn again.
    if (!sameData(had?.rect, view?.rect)) this.#host.damageAll();
    if (this.#host.allDamaged() || this.layer.dirty) this.#host.request(true);
  }

  setLane(laneId: string, data: TimelineLaneData | null): void {
    this.#host.ink(() => this.layer.setLane(laneId, data));
    this.#host.request(false);
  }

  /** A floating tile lies over what changed: both are drawn again, in order. */
  isCovered({ tiles }: StageView): boolean {
    const rect = this.layer.view?.rect;
    return this.layer.dirty && rect !== undefined && tiles.some((tile) => tile.floating && intersects(tile.rect, rect));
  }

  /** It was presented: when it moves on its own, it requests its next drawing. */
  presented(): void {
    this.#clock.next();
  }

  stop(): void {
    this.#clock.stop();
  }
}

/** Playhead and now line move with time: requests their next drawing when it is due. */
class TimelineClock {
  readonly #layer: TimelineLayer;
  readonly #draw: (urgent: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `draw`: `urgent` while the window itself moves */
  constructor(layer: TimelineLayer, draw: (urgent: boolean) => void) {
    this.#layer = layer;
    this.#draw = draw;
  }

  /** Call it after a drawing: the time to the next one counts from here. */
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
