/** How the page stands with its server, its clock and its own speed. */
import { CLOCK_WARNING_MS } from "#domain/limits.ts";
import type { Refetched } from "#domain/live-events.ts";
import { type FactStore, factStore } from "./store.ts";

export interface ServerLicense {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly reason: string;
}

export interface HealthFacts {
  /** server minus client, ms; null = not measured yet */
  skewMs: number | null;
  /**
   * this machine's clock minus the page's own steady one (ms since 1970, `performance`) when `skewMs` was measured: a clock
   * that somebody sets between two measurements moves no time of the server's. null = not measured yet
   */
  machineAheadMs: number | null;
  pingAnswers: boolean;
  eventsConnected: boolean;
  /** dying: the server or its socket is lost; 3 s later destroyed: only the Reload screen is left */
  death: "alive" | "dying" | "destroyed";
  /** socket: the event socket is gone though the server answers; server: nothing answers */
  deathCause: "socket" | "server" | null;
  /** of the licence session, on an aggregator of its worst server; normal = nothing to say */
  licenseStatus: string;
  licenseReason: string;
  /** servers of the aggregator whose licence is not normal, degraded ones first; a recorder itself is not here */
  serverLicenses: ServerLicense[];
  /** servers of the aggregator whose clocks are too far from its own */
  serverClocks: { readonly name: string; readonly offsetMs: number }[];
  framerate: "normal" | "critical";
  /** how far the wall has stepped down for a slow display: index into RELIEF_STEPS, 0 = not at all */
  relief: number;
  /** the server has another build of the client */
  updateAvailable: boolean;
  /** how often the server said that something of a kind has changed; screens that show it fetch it again */
  told: Partial<Record<Refetched, number>>;
}
export type HealthStore = FactStore<HealthFacts>;

export const createHealthStore = (): HealthStore =>
  factStore<HealthFacts>({
    skewMs: null,
    machineAheadMs: null,
    pingAnswers: true,
    eventsConnected: false,
    death: "alive",
    deathCause: null,
    licenseStatus: "normal",
    licenseReason: "",
    serverLicenses: [],
    serverClocks: [],
    framerate: "normal",
    relief: 0,
    updateAvailable: false,
    told: {},
  });

/** Document 1, section 2: the clock-warning button shows above this difference. */
export const clockWarns = (facts: HealthFacts): boolean =>
  Math.abs(facts.skewMs ?? 0) > CLOCK_WARNING_MS || facts.serverClocks.length > 0;
