/** The aggregator's servers in the form of its dashboard (document 2, section 2): health, licence, valid input. */
import { type Failure, failure, refuse } from "../failures/failure.ts";
import { ok, type Result } from "#base/result.ts";
import { licenseEnds, licenseHealth, standsStill } from "./license.ts";
import { CLOCK_WARNING_MS } from "../limits/session.ts";
import { foundRows } from "../found-rows.ts";

/** The facts of a server that decide its health. Times: epoch ms of the aggregator, 0 = never. */
export interface RegisteredServer {
  readonly name: string;
  readonly uri: string;
  readonly version: string;
  readonly isAvailable: boolean;
  /** null = it is available, or the reason is not known */
  readonly failure: Failure | null;
  readonly lastChecked: number;
  /** the server's clock minus the aggregator's */
  readonly clockOffsetMs: number;
  /** of its licence session; "" = not known */
  readonly licenseStatus: string;
  /** the reason why it has stopped, where it is degraded or waits for a restart */
  readonly licenseReason: string;
  /** null = not known */
  readonly licenseExpires: number | null;
  /** what keeps everything from being recorded there; null = nothing, as far as is known */
  readonly recordingTrouble: Failure | null;
}

export type ServerTrouble =
  | { readonly kind: "unchecked" }
  | { readonly kind: "unavailable"; readonly failure: Failure | null }
  | { readonly kind: "degraded" }
  | { readonly kind: "unrecorded"; readonly failure: Failure }
  | { readonly kind: "pending" }
  | { readonly kind: "clock"; readonly offsetMs: number };

/**
 * What is wrong with a server, worst first; empty = it is healthy. For a server that does not answer nothing else is
 * known.
 */
export function serverTroubles(server: RegisteredServer): readonly ServerTrouble[] {
  if (!server.isAvailable)
    return server.lastChecked === 0 && server.failure === null
      ? [{ kind: "unchecked" }]
      : [{ kind: "unavailable", failure: server.failure }];
  const troubles: ServerTrouble[] = [];
  const license = server.licenseStatus === "" ? "normal" : licenseHealth({ status: server.licenseStatus });
  if (isOff(server)) troubles.push({ kind: "degraded" });
  if (server.recordingTrouble) troubles.push({ kind: "unrecorded", failure: server.recordingTrouble });
  if (license === "pending_change") troubles.push({ kind: "pending" });
  if (Math.abs(server.clockOffsetMs) > CLOCK_WARNING_MS)
    troubles.push({ kind: "clock", offsetMs: server.clockOffsetMs });
  return troubles;
}

/** As far as is known, its licence lets no stream run. */
export const isOff = ({ isAvailable, licenseStatus, licenseReason }: RegisteredServer): boolean =>
  isAvailable && licenseStatus !== "" && standsStill({ status: licenseStatus, reason: licenseReason });

type LicenseEnd =
  | { readonly kind: "unknown" }
  /** shown as N/A */
  | { readonly kind: "endless" }
  | { readonly kind: "ends"; readonly atMs: number; readonly isOver: boolean };

/** 2.9: the expiration of a licence, N/A above 8623372036854776. */
export function licenseEnd(expiresMs: number | null, nowMs: number): LicenseEnd {
  if (expiresMs === null) return { kind: "unknown" };
  if (!licenseEnds(expiresMs)) return { kind: "endless" };
  return { kind: "ends", atMs: expiresMs, isOver: expiresMs <= nowMs };
}

export const SERVER_FILTERS = ["all", "available", "troubled"] as const;
export type ServerFilter = (typeof SERVER_FILTERS)[number];

/** Servers whose name, address or version contains every typed word, and that pass the filter. */
export function filterServers<T extends RegisteredServer>(
  servers: readonly T[],
  typed: string,
  filter: ServerFilter,
): readonly T[] {
  const wanted = servers.filter(
    (server) =>
      (filter !== "available" || server.isAvailable) && (filter !== "troubled" || serverTroubles(server).length > 0),
  );
  return foundRows(wanted, typed, ({ name, uri, version }) => `${name} ${uri} ${version}`);
}

/** Rows ordered by name. */
export const byServerName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: "base" });

const ADDRESS = /^(?:(https?):\/\/)?(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::(\d{1,5}))?(\/[\w.~/-]{0,300})?$/i;
const BARE_IPV6 = /^[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*$/i;
/** Ports at which a server whose address has no scheme speaks TLS. */
const TLS_PORTS: readonly string[] = ["443", "8443"];

/**
 * A server's address from the typed text: `nvr1` is `http://nvr1` (port 80, document 2, section 9), `nvr1:8443` is
 * `https://nvr1:8443`. No slash at its end.
 */
export function serverAddress(typed: string): Result<string, Failure> {
  const text = typed.trim();
  if (text === "") return refuse("orchid/address-required");
  const found = ADDRESS.exec(BARE_IPV6.test(text) ? `[${text}]` : text);
  const [, scheme, host, port, path = ""] = found ?? [];
  if (host === undefined || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)))
    return refuse("orchid/address-invalid");
  const spoken = scheme?.toLowerCase() ?? (TLS_PORTS.includes(port ?? "") ? "https" : "http");
  return ok(`${spoken}://${host.toLowerCase()}${port === undefined ? "" : `:${port}`}${path.replace(/\/+$/, "")}`);
}

/** The fields of the dialogs that register and edit a server. */
export interface ServerForm {
  readonly name: string;
  readonly uri: string;
  /** "" = browsers reach it through the aggregator only */
  readonly directUri: string;
  readonly username: string;
  readonly password: string;
}
type ServerFaults = { readonly [Field in keyof ServerForm]: Failure | null };

/** A server's values before an edit. */
type KnownServer = Pick<ServerForm, "name" | "uri" | "directUri">;

const addressOr = (typed: string, otherwise: string): string => {
  const address = serverAddress(typed);
  return address.ok ? address.value : otherwise;
};
const isMoved = (form: ServerForm, before: KnownServer): boolean =>
  addressOr(form.uri, form.uri) !== addressOr(before.uri, before.uri);

/** The field that a refusal is about, by its code. */
export const SERVER_PLACES = {
  "orchid/bad-uri": "uri",
  "orchid/exists": "uri",
  "orchid/forbidden-address": "uri",
  "orchid/not-a-recorder": "uri",
  "orchid/unreachable": "uri",
  "orchid/unauthorized": "password",
} as const;

/**
 * What is wrong with each field, or null; `before` null: a new server. A new server and another address need an
 * administrator's name and password, both together. A new server may be registered without a name: it has its own.
 */
export function serverFaults(form: ServerForm, before: KnownServer | null): ServerFaults {
  const needsLogin = before === null || isMoved(form, before) || form.username !== "" || form.password !== "";
  const uri = serverAddress(form.uri);
  const directUri = form.directUri.trim() === "" ? ok("") : serverAddress(form.directUri);
  return {
    name: before !== null && form.name.trim() === "" ? failure("orchid/name-required") : null,
    uri: uri.ok ? null : uri.error,
    directUri: directUri.ok ? null : directUri.error,
    username: needsLogin && form.username === "" ? failure("user/name-required") : null,
    password: needsLogin && form.password === "" ? failure("user/password-required") : null,
  };
}

export interface ServerWrite {
  readonly name?: string;
  readonly uri?: string;
  readonly directUri?: string;
  readonly username?: string;
  readonly password?: string;
}

/**
 * The body for a valid form: for a known server (`before`) only the changed fields; credentials where they were typed.
 */
export function serverPayload(form: ServerForm, before: KnownServer | null): ServerWrite {
  const name = form.name.trim();
  const directUri = addressOr(form.directUri, "");
  return {
    ...(name !== "" && name !== before?.name ? { name } : {}),
    ...(before !== null && !isMoved(form, before) ? {} : { uri: addressOr(form.uri, form.uri) }),
    ...(directUri === addressOr(before?.directUri ?? "", "") ? {} : { directUri }),
    ...(form.username === "" ? {} : { username: form.username, password: form.password }),
  };
}
