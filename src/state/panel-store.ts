/** The open tab of the side panel. It belongs to the current work and is not kept in this browser. */
import { type FactStore, factStore } from "./store.ts";

export interface PanelFacts {
  tab: "cameras" | "stages";
}
export type PanelStore = FactStore<PanelFacts>;
export const createPanelStore = (): PanelStore => factStore<PanelFacts>({ tab: "cameras" });
