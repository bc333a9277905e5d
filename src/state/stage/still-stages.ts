/** Which stages are still until something happens, as this browser keeps it. */
import type { PreferenceStore } from "../preference-store.ts";
import type { SavedStageStore } from "./saved-stage-store.ts";
import type { StageStore } from "./stage-store.ts";

/** The user's own stage, which is saved under no name. */
const OWN = "";

interface Stores {
  readonly stage: StageStore;
  readonly savedStages: SavedStageStore;
  readonly preferences: PreferenceStore;
}

/** The stage that is shown: a saved one, or the user's own. */
export const shownStageId = ({ savedStages }: Pick<Stores, "savedStages">): string =>
  savedStages.get().cycle.currentStage ?? OWN;

export const stillIsWanted = (stores: Stores): boolean =>
  stores.stage.get().stillByLink || stores.preferences.get().stillStages.includes(shownStageId(stores));

/** The list with the stage, or without it. */
export const withStill = (list: readonly string[], stageId: string, still: boolean): string[] => [
  ...list.filter((id) => id !== stageId),
  ...(still ? [stageId] : []),
];
