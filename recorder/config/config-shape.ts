import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type { Language } from "#domain/texts/languages.ts";

/** What this program is started as. */
export type Edition = "standalone" | "aggregator" | "relay";

/** owner: others record for it while it is away. mirror: records what all owners record, all the time. */
type StandbyRole = "owner" | "standby" | "mirror";

/** The settings of a recorder or aggregator; options.ts explains each. */
export interface Config {
  readonly edition: Edition;
  readonly data: string;
  readonly host: string;
  readonly port: number;
  readonly name: string;
  readonly demo: boolean;
  /** folder of the index of recordings and, where no volumes are named, of the recordings themselves */
  readonly recordings: string;
  /** empty = the one folder above */
  readonly volumes: readonly VolumeSpec[];
  readonly tls: { readonly cert: string; readonly key: string };
  readonly database: { readonly url: string };
  /** what brings the messages of aggregators that share a database */
  readonly nats: {
    /** empty = the database */
    readonly servers: readonly string[];
    readonly credentials: string;
    readonly ca: string;
    readonly replicas: number;
  };
  readonly webrtc: {
    readonly enabled: boolean;
    readonly ports: string;
    readonly bind: readonly string[];
    readonly ice: readonly string[];
  };
  readonly rtsp: { readonly enabled: boolean; readonly port: number };
  readonly http: {
    /** path before all others, without a slash at its end; "" = none */
    readonly basePath: string;
    readonly trustedProxies: readonly string[];
    readonly origins: readonly string[];
    readonly embedOrigins: readonly string[];
    /** event loop delay, ms, above which requests are refused as too many; 0 = never */
    readonly overloadDelayMs: number;
    readonly requestsPerMinute: number;
    /** 0 = no limit */
    readonly connectionsPerAddress: number;
  };
  readonly login: {
    readonly domain: boolean;
    readonly issuer: string;
    readonly authorization: string;
    readonly tokenAudience: string;
  };
  readonly cameras: { readonly allowed: readonly string[]; readonly allowLoopback: boolean };
  /** where the aggregator's servers may be */
  readonly servers: { readonly allowed: readonly string[]; readonly allowLoopback: boolean };
  readonly mail: { readonly language: Language };
  readonly ptz: { readonly presetsByOperators: boolean; readonly holdMs: number };
  readonly activation: {
    /** base address of the service, without a trailing slash; empty = none */
    readonly url: string;
    readonly portal: string;
    readonly brand: string;
    readonly keys: readonly string[];
  };
  readonly apps: string;
  readonly metrics: { readonly token: string; readonly port: number; readonly host: string };
  readonly relay: {
    /** what a recorder and its relays both know; empty = it has none */
    readonly token: string;
    /** of a relay: its recorders, without a trailing slash */
    readonly recorders: readonly string[];
    /** of a relay: the origin at which browsers reach it; empty = by the name of its machine */
    readonly address: string;
  };
  readonly standby: {
    /** "" = it stands alone */
    readonly role: "" | StandbyRole;
    readonly group: string;
    /** where the recorders of the group meet */
    readonly database: string;
    /** what all of them know */
    readonly secret: string;
    /** where the others reach this one, without a slash at its end */
    readonly address: string;
  };
  /** base address of the collector of traces; empty = none */
  readonly telemetry: { readonly otlp: string };
  readonly media: { readonly workers: number };
  /** 0 = as many as the machine is for */
  readonly analysis: { readonly workers: number };
  /** `NAME=NUMBER` each; process-shares.ts reads them */
  readonly processes: { readonly cpu: readonly string[]; readonly memory: readonly string[] };
  readonly log: {
    readonly level: "trace" | "debug" | "info" | "warn" | "error";
    readonly console: "text" | "json" | "none";
  };
}
