import type { Failure } from "#domain/failures/failure.ts";
import type { RegisteredServer } from "#state/server-store.ts";

/** A server of an aggregator that answers, or the reason why it does not. */
export const serverFacts = (id: string, name: string, failure: Failure | null = null): RegisteredServer => ({
  id,
  name,
  isAvailable: failure === null,
  failure,
  maxPlayerCount: null,
  maxExportHours: null,
  licenseStatus: "normal",
  licenseReason: "",
  clockOffsetMs: 0,
  directUri: "",
  token: "",
  iceServers: [],
});
