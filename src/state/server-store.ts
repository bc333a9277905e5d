/** The servers behind an aggregator. A standalone recorder has none here: it is its own server. */
import type { Failure } from "#domain/failures/failure.ts";
import type { Watermark } from "#domain/accounts/watermark.ts";
import { type FactStore, factStore } from "./store.ts";

interface IceServerFacts {
  readonly urls: string;
  readonly username?: string;
  readonly credential?: string;
}

export interface RegisteredServer {
  readonly id: string;
  readonly name: string;
  readonly isAvailable: boolean;
  /** null = it is available, or its state is not known */
  readonly failure: Failure | null;
  /** null = no limit */
  readonly maxPlayerCount: number | null;
  readonly maxExportHours: number | null;
  /** absent: off */
  readonly watermark?: Watermark;
  /** what keeps everything from being recorded there; absent: nothing, as far as is known */
  readonly recordingTrouble?: Failure;
  readonly licenseStatus: string;
  readonly licenseReason: string;
  /** its clock minus the aggregator's, ms */
  readonly clockOffsetMs: number;
  /** where browsers may call it without the aggregator; "" = nowhere */
  readonly directUri: string;
  /** for that address */
  readonly token: string;
  readonly iceServers: readonly IceServerFacts[];
  /** relays show its live pictures to viewers who agree; absent: none */
  readonly hasRelays?: boolean;
}

export interface ServerStoreFacts {
  status: "idle" | "loading" | "ready" | "failed";
  failure: Failure | null;
  byId: Record<string, RegisteredServer>;
  /** ids by name */
  order: string[];
  /** servers whose cameras could not be fetched, by id, with the reason */
  cameraFailures: Record<string, Failure>;
}
export type ServerStore = FactStore<ServerStoreFacts>;

export const createServerStore = (): ServerStore =>
  factStore<ServerStoreFacts>({ status: "idle", failure: null, byId: {}, order: [], cameraFailures: {} });

interface ServerLimits {
  readonly maxPlayerCount: number | null;
  readonly maxExportHours: number | null;
}

/** Limits hold for each server separately; a standalone recorder's limit covers everything on the stage. */
export const limitsOf = (servers: ServerStoreFacts, own: ServerLimits | null, orchidId: string): ServerLimits => {
  const { maxPlayerCount = null, maxExportHours = null } = servers.byId[orchidId] ?? own ?? {};
  return { maxPlayerCount, maxExportHours };
};
