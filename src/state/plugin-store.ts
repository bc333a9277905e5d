/** The server's plugins. */
import type { Plugin } from "#domain/plugins.ts";
import { type FactStore, factStore } from "./store.ts";

interface PluginFacts {
  /** ready: requested; a list that could not be fetched is empty */
  status: "idle" | "ready";
  list: Plugin[];
}
export type PluginStore = FactStore<PluginFacts>;
export const createPluginStore = (): PluginStore => factStore<PluginFacts>({ status: "idle", list: [] });
