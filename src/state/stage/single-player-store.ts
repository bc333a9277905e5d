/** The progress of the single player's page (document 1, section 2). */
import type { SinglePlayerFault } from "#domain/stage/single-player.ts";
import type { SinglePlayerArguments } from "#domain/stage/single-player-arguments.ts";
import { type FactStore, factStore } from "../store.ts";

interface SinglePlayerFacts {
  /** null = this is the whole application */
  readonly page: SinglePlayerArguments | null;
  /** awaiting: the host has not posted credentials yet */
  step: "awaiting" | "opening" | "playing" | "failed";
  fault: SinglePlayerFault | null;
}
export type SinglePlayerStore = FactStore<SinglePlayerFacts>;

export const createSinglePlayerStore = (page: SinglePlayerArguments | null): SinglePlayerStore =>
  factStore<SinglePlayerFacts>({ page, step: "awaiting", fault: null });
