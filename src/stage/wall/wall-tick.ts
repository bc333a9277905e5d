import type { StageView } from "#protocol/stage-worker.ts";
import type { FrameFlow } from "./frame-flow.ts";
import type { FactsInput } from "./stage-facts.ts";
import { type TickDemand, TickGovernor } from "./tick-governor.ts";

/** How often the wall is drawn: what its view and its frames demand, as far as the machine has kept up so far. */
export class WallTick {
  readonly #flow: FrameFlow;
  readonly #software: boolean;
  readonly #view: () => StageView;
  readonly #governor = new TickGovernor();

  constructor(flow: FrameFlow, software: boolean, view: () => StageView) {
    this.#flow = flow;
    this.#software = software;
    this.#view = view;
  }

  get hz(): number {
    return this.#governor.hz(this.#demand);
  }

  get facts(): Pick<FactsInput, "movingTiles" | "tickHz" | "wantedHz"> {
    const demand = this.#demand;
    return {
      movingTiles: demand.movingTiles,
      tickHz: this.#governor.hz(demand),
      wantedHz: this.#governor.wantedHz(demand),
    };
  }

  noteCallback(waitMs: number, nowMs: number): void {
    this.#governor.noteCallback(waitMs, nowMs);
  }

  noteFinished(ms: number): void {
    this.#governor.noteFinished(ms);
  }

  get #demand(): TickDemand {
    const rates = this.#flow.ratesHz;
    const { interacting, presentCapHz } = this.#view();
    return {
      fastestHz: Math.max(0, ...rates),
      movingTiles: rates.length,
      interacting,
      presentCapHz,
      software: this.#software,
    };
  }
}
