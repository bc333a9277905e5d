/** The server's plugins. */
import type { Plugin } from "#domain/plugins.ts";
import { type FactStore, factStore } from "./store.ts";

export interface PluginFacts {
  /** ready: asked for; a list that could not be had is empty */
  status: "idle" | "ready";
  list: Plugin[];
}
export type PluginStore = FactStore<PluginFacts>;
export const createPluginStore = (): PluginStore => factStore<PluginFacts>({ status: "idle", list: [] });
