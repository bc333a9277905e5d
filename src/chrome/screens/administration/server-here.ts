import type { Failure } from "#domain/failures/failure.ts";
import { createContext, useContext } from "react";

/** The server of an aggregator whose screens are shown: they use its actions, users and clock. */
export interface ServerHere {
  readonly id: string;
  readonly name: string;
  /** its clock minus the aggregator's */
  readonly clockOffsetMs: number;
  /** why it does not answer, null = it does */
  readonly failure: Failure | null;
  /** its license lets no stream run */
  readonly isOff: boolean;
}

const Context = createContext<ServerHere | null>(null);
export const ServerHereProvider = Context.Provider;
/** null: the page's own server */
export const useServerHere = (): ServerHere | null => useContext(Context);
