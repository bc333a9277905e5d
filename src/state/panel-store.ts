/** The open tab of the side panel. It belongs to the current work and is not kept in this browser. */
import { type FactStore, factStore } from "./store.ts";

interface PanelFacts {
  tab: "cameras" | "stages";
  /** on a phone the panel lies over the stage, and is closed at first */
  sheetOpen: boolean;
}
export type PanelStore = FactStore<PanelFacts>;
export const createPanelStore = (): PanelStore => factStore<PanelFacts>({ tab: "cameras", sheetOpen: false });
