import type { OrchidFacts } from "#state/server-store.ts";

/** A server of an aggregator that answers, or says why it does not. */
export const serverFacts = (id: string, name: string, failureReason = ""): OrchidFacts => ({
  id,
  name,
  isAvailable: failureReason === "",
  failureReason,
  maxPlayerCount: null,
  maxExportHours: null,
  licenseStatus: "normal",
  licenseReason: "",
  clockOffsetMs: 0,
  directUri: "",
  token: "",
  iceServers: [],
});
