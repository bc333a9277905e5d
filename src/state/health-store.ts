/** The state of the server's clock and of the page's own end, whoever is signed in. */
import { CLOCK_WARNING_MS } from "#domain/limits/session.ts";
import type { StandingFacts } from "./standing-store.ts";
import { type FactStore, factStore } from "./store.ts";

export interface HealthFacts {
  /** server minus client, ms; null = not measured yet */
  skewMs: number | null;
  /**
   * this machine's clock minus the page's own steady one (ms since 1970, `performance`) when `skewMs` was measured:
   * when somebody sets the clock between two measurements, no time of the server moves. null = not measured yet
   */
  machineAheadMs: number | null;
  /** dying: the server or its socket is lost; 3 s later destroyed: only the Reload screen is left */
  death: "alive" | "dying" | "destroyed";
  /**
   * socket: the event socket is gone though the server answers; noSockets: there never was one on this page, as behind a
   * proxy that does not pass them; server: the server does not answer
   */
  deathCause: "socket" | "noSockets" | "server" | null;
  /** somebody was typing when the page was destroyed: it stays until they have seen it */
  wasTyping: boolean;
  /** the server has another build of the client */
  updateAvailable: boolean;
}
export type HealthStore = FactStore<HealthFacts>;

export const createHealthStore = (): HealthStore =>
  factStore<HealthFacts>({
    skewMs: null,
    machineAheadMs: null,
    death: "alive",
    deathCause: null,
    wasTyping: false,
    updateAvailable: false,
  });

/** Document 1, section 2: the clock-warning button shows above this difference, the server's or one of its servers'. */
export const clockWarns = (
  { skewMs }: Pick<HealthFacts, "skewMs">,
  { serverClocks }: Pick<StandingFacts, "serverClocks">,
): boolean => Math.abs(skewMs ?? 0) > CLOCK_WARNING_MS || serverClocks.length > 0;
