import { STILL_REPORTED_MS } from "#domain/limits/player.ts";
import type { FromStageWorker, SourceFacts, WallFacts } from "#protocol/stage-worker.ts";

/** Facts go out at most this often. */
const FACTS_EVERY_MS = 250;
/**
 * Rates are counted over this window or, where reports are further apart, over the time since the report before: the
 * few ms between two reports that a busy thread sends right after each other would give no usable rate.
 */
const WINDOW_MS = 1000;

interface Sample {
  readonly atMs: number;
  readonly presents: number;
  readonly shown: number;
  readonly due: number;
}

export interface FactsInput {
  readonly nowMs: number;
  /** totals since the stage started */
  readonly presents: number;
  readonly shown: number;
  readonly due: number;
  readonly movingTiles: number;
  readonly tickHz: number;
  readonly wantedHz: number;
  readonly copyMs: number;
  readonly framesAlive: number;
  readonly contextLost: boolean;
  readonly sources: readonly SourceFacts[];
  /** some source still delivers, on a tile or not */
  readonly moving: boolean;
}

/** Turns running totals into rates per second. */
class FactsWindow {
  #samples: Sample[] = [];

  message(input: FactsInput): Extract<FromStageWorker, { type: "facts" }> {
    const { nowMs: atMs, presents, shown, due } = input;
    this.#samples.push({ atMs, presents, shown, due });
    // The window begins at the newest sample that is at least a window old.
    while (this.#samples.length > 2 && atMs - (this.#samples[1]?.atMs ?? atMs) >= WINDOW_MS) this.#samples.shift();
    const from = this.#samples[0] ?? { atMs, presents, shown, due };
    const perSecond = (now: number, then: number): number =>
      atMs > from.atMs ? Math.round(((now - then) * 10_000) / (atMs - from.atMs)) / 10 : 0;
    const wall: WallFacts = {
      presents,
      presentsPerSecond: perSecond(presents, from.presents),
      shownPerSecond: perSecond(shown, from.shown),
      // A frame that was not due, as its wall was held when it arrived, may be shown all the same.
      duePerSecond: perSecond(Math.max(due - from.due, shown - from.shown), 0),
      movingTiles: input.movingTiles,
      tickHz: input.tickHz,
      wantedHz: input.wantedHz,
      copyMs: input.copyMs,
      framesAlive: input.framesAlive,
      contextLost: input.contextLost,
    };
    return { type: "facts", sources: input.sources, wall };
  }
}

interface FactsSource {
  now(): number;
  /** the current state */
  collect(): Omit<FactsInput, "nowMs">;
  emit(message: Extract<FromStageWorker, { type: "facts" }>): void;
}

/** Sends facts four times a second while something moves and for a little longer; then its timer ends. */
export class FactsReporter {
  readonly #source: FactsSource;
  readonly #window = new FactsWindow();
  #timer: ReturnType<typeof setInterval> | null = null;
  #movedAtMs = 0;

  constructor(source: FactsSource) {
    this.#source = source;
  }

  /** Something moves or has changed: messages follow, also when a first frame is the only change. */
  wake(): void {
    if (this.#timer !== null) return;
    this.#movedAtMs = this.#source.now();
    this.#timer = setInterval(() => this.#send(), FACTS_EVERY_MS);
  }

  dispose(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #send(): void {
    const nowMs = this.#source.now();
    const input = this.#source.collect();
    const message = this.#window.message({ nowMs, ...input });
    this.#source.emit(message);
    const { presentsPerSecond, duePerSecond } = message.wall;
    if (presentsPerSecond > 0 || duePerSecond > 0 || input.moving) this.#movedAtMs = nowMs;
    else if (nowMs - this.#movedAtMs >= STILL_REPORTED_MS) this.dispose();
  }
}
