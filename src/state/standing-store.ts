/** The condition of this session: its connection, the licences, clocks and disks of its servers, and the speed of its wall. */
import type { Failure } from "#domain/failures/failure.ts";
import type { SlowPart } from "#domain/stage/slow-parts.ts";
import { type FactStore, factStore } from "./store.ts";

export interface ServerLicense {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly reason: string;
}

export interface StandingFacts {
  pingAnswers: boolean;
  eventsConnected: boolean;
  /** of the licence session, on an aggregator of its worst server; normal = nothing to report */
  licenseStatus: string;
  licenseReason: string;
  /** servers of the aggregator whose licence is not normal, degraded ones first; a recorder itself is not listed */
  serverLicenses: ServerLicense[];
  /** servers of the aggregator whose clocks differ too much from its own */
  serverClocks: { readonly name: string; readonly offsetMs: number }[];
  /** servers that record nothing, with the reason; a recorder itself has no name here */
  unrecorded: { readonly id: string; readonly name: string; readonly trouble: Failure }[];
  framerate: "normal" | "critical";
  /** how far the wall has stepped down for a slow display: index into RELIEF_STEPS, 0 = not at all */
  relief: number;
  /** what keeps the wall from showing every frame */
  slow: SlowPart[];
  /** with what this page's wall is drawn, for people and reports; "" before it is known */
  painter: string;
}
export type StandingStore = FactStore<StandingFacts>;

export const createStandingStore = (): StandingStore =>
  factStore<StandingFacts>({
    pingAnswers: true,
    eventsConnected: false,
    licenseStatus: "normal",
    licenseReason: "",
    serverLicenses: [],
    serverClocks: [],
    unrecorded: [],
    framerate: "normal",
    relief: 0,
    slow: [],
    painter: "",
  });
