import { lerp } from "#base/geometry.ts";

/** Presents per second the loop may choose between. */
const TICK_STEPS_HZ = [60, 30, 20, 15, 10] as const;

/**
 * With at most this many moving tiles a tick may run at twice their rate: low latency is worth more than coalescing.
 */
const FEW_TILES = 4;
/** A source measured a little above a step still fits it. */
const RATE_TOLERANCE = 0.93;
/** Mean wait for a frame callback, in display frames, from which the machine counts as overrun, and below which as idle. */
const OVERRUN_FRAMES = 2.2;
const RELAXED_FRAMES = 1.4;
const STEP_DOWN_AFTER_MS = 1000;
const STEP_UP_AFTER_MS = 4000;
const SMOOTHING = 0.1;
/**
 * Share of the GPU's time that the wall may take: the page needs the rest, because the GPU draws its menus and dialogs
 * too.
 */
const WALL_SHARE = 0.6;
const FINISH_SMOOTHING = 0.3;
/** The lowest rate, however slow the GPU is: a wall that stands still looks broken. */
const SLOWEST_HZ = 4;

export interface TickDemand {
  /** frames per second of the fastest visible source; 0 = nothing moves */
  readonly fastestHz: number;
  readonly movingTiles: number;
  /** drag, pan, zoom, animation: the display's rate */
  readonly interacting: boolean;
  /** 0 = none */
  readonly presentCapHz: number;
  /** a software rasteriser pays for every present, a GPU hardly */
  readonly software: boolean;
}

/**
 * Chooses how often the wall presents: min(display, fastest tile, budget). The budget is learned from how late frame
 * callbacks come: a browser that cannot keep up calls back late, and fewer presents are the strongest lever there is.
 */
export class TickGovernor {
  readonly displayHz: number;
  #lateness = 1;
  #budgetStep = 0;
  #changedAtMs = 0;
  #finishMs = 0;

  constructor(displayHz = 60) {
    this.displayHz = displayHz;
  }

  /** Reports one frame callback: `waitMs` from the request for it (or from the callback before) to its arrival. */
  noteCallback(waitMs: number, nowMs: number): void {
    this.#lateness = lerp(this.#lateness, Math.min(10, (waitMs * this.displayHz) / 1000), SMOOTHING);
    const since = nowMs - this.#changedAtMs;
    if (this.#lateness > OVERRUN_FRAMES && since > STEP_DOWN_AFTER_MS) this.#step(1, nowMs);
    else if (this.#lateness < RELAXED_FRAMES && since > STEP_UP_AFTER_MS) this.#step(-1, nowMs);
  }

  /** How long the GPU took for a present, including its wait behind other work. */
  noteFinished(ms: number): void {
    this.#finishMs = this.#finishMs === 0 ? ms : lerp(this.#finishMs, ms, FINISH_SMOOTHING);
  }

  /** Presents per second allowed by this demand. */
  hz(demand: TickDemand): number {
    const wanted = this.wantedHz(demand);
    return demand.interacting ? wanted : Math.min(wanted, this.#budgetHz(), this.#gpuHz());
  }

  /** Presents per second that this demand would have on a machine that is fast enough. */
  wantedHz(demand: TickDemand): number {
    const cap = demand.presentCapHz > 0 ? demand.presentCapHz : this.displayHz;
    const most = Math.min(this.displayHz, cap);
    return demand.interacting ? most : Math.min(most, this.#wanted(demand));
  }

  #wanted(demand: TickDemand): number {
    if (!demand.software || demand.fastestHz <= 0) return this.displayHz;
    const rate = demand.fastestHz * (demand.movingTiles <= FEW_TILES ? 2 : 1) * RATE_TOLERANCE;
    return TICK_STEPS_HZ.findLast((step) => step >= rate) ?? TICK_STEPS_HZ[0];
  }

  #budgetHz(): number {
    return TICK_STEPS_HZ[this.#budgetStep] ?? TICK_STEPS_HZ[0];
  }

  #gpuHz(): number {
    return this.#finishMs === 0 ? this.displayHz : Math.max(SLOWEST_HZ, (1000 * WALL_SHARE) / this.#finishMs);
  }

  #step(direction: 1 | -1, nowMs: number): void {
    this.#budgetStep = Math.min(TICK_STEPS_HZ.length - 1, Math.max(0, this.#budgetStep + direction));
    this.#changedAtMs = nowMs;
  }
}
