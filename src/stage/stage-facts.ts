import type { FromStageWorker, SourceFacts, WallFacts } from "#protocol/stage-worker.ts";

/** Facts go out at most this often. */
export const FACTS_EVERY_MS = 250;
/** Rates are counted over this window. */
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
  readonly tickHz: number;
  readonly framesAlive: number;
  readonly contextLost: boolean;
  readonly sources: readonly SourceFacts[];
}

/** Turns running totals into rates per second. */
export class FactsWindow {
  #samples: Sample[] = [];

  /** One message; call it every `FACTS_EVERY_MS` while something moves. */
  message(input: FactsInput): Extract<FromStageWorker, { type: "facts" }> {
    const { nowMs: atMs, presents, shown, due } = input;
    this.#samples.push({ atMs, presents, shown, due });
    while (this.#samples.length > 2 && atMs - (this.#samples[0]?.atMs ?? atMs) > WINDOW_MS) this.#samples.shift();
    const from = this.#samples[0] ?? { atMs, presents, shown, due };
    const perSecond = (now: number, then: number): number =>
      atMs > from.atMs ? Math.round(((now - then) * 10_000) / (atMs - from.atMs)) / 10 : 0;
    const wall: WallFacts = {
      presents,
      presentsPerSecond: perSecond(presents, from.presents),
      shownPerSecond: perSecond(shown, from.shown),
      duePerSecond: perSecond(due, from.due),
      tickHz: input.tickHz,
      framesAlive: input.framesAlive,
      contextLost: input.contextLost,
    };
    return { type: "facts", sources: input.sources, wall };
  }
}
