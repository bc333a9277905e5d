/** The saved stages of the list, their pending edits, and the cycle through them. */
import type { SavedStage } from "#domain/stage/saved-stages.ts";
import { stoppedCycle } from "#domain/first-facts.ts";
import type { StageCycle } from "#domain/stage/stage-cycle.ts";
import { type FactStore, factStore } from "../store.ts";

export interface SavedStageFacts extends SavedStage {
  /** the account whose it is; null = the recorder did not say */
  readonly ownerId: string | null;
  /** as it came from the recorder; read when it is put on the stage, because another version may have written it */
  readonly matrix: unknown;
}

export interface SavedStageStoreFacts {
  status: "idle" | "loading" | "ready" | "failed";
  failure: string | null;
  /** by name, as people read letters and numbers */
  list: SavedStageFacts[];
  /** why the stage that was asked for last is not on the wall; null = it is, or none was */
  notShown: string | null;
  cycle: StageCycle;
  /** whose cycle this is; null = not restored yet */
  ownerId: string | null;
}
export type SavedStageStore = FactStore<SavedStageStoreFacts>;

export const createSavedStageStore = (): SavedStageStore =>
  factStore<SavedStageStoreFacts>({
    status: "idle",
    failure: null,
    list: [],
    notShown: null,
    cycle: stoppedCycle,
    ownerId: null,
  });
