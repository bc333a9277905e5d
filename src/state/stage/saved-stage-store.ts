/** The saved stages of the list, their pending edits, and the cycle through them. */
import type { Failure } from "#domain/failures/failure.ts";
import type { SavedStage } from "#domain/stage/saved-stages.ts";
import { stoppedCycle } from "#domain/first-facts.ts";
import type { StageCycle } from "#domain/stage/stage-cycle.ts";
import { type FactStore, factStore } from "../store.ts";

export interface SavedStageFacts extends SavedStage {
  /** the account that owns it; null = the recorder did not name one */
  readonly ownerId: string | null;
  /** unchanged from the recorder; parsed when it is put on the stage, because another version may have written it */
  readonly matrix: unknown;
}

interface SavedStageStoreFacts {
  status: "idle" | "loading" | "ready" | "failed";
  failure: Failure | null;
  /** by name, in the order in which people read letters and numbers */
  list: SavedStageFacts[];
  /** why the last requested stage is not on the wall; null = it is, or none was requested */
  notShown: Failure | null;
  cycle: StageCycle;
  /** the user who owns this cycle; null = not restored yet */
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
