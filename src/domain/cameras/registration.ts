/** Registering cameras, one by hand or many that were found (document 2, sections 2, 4, 5, 8). */
import { type Failure, failure } from "../failures/failure.ts";
import type { Driver } from "./capabilities.ts";
import { RECOVER_MIN_VERSION } from "../limits/administration.ts";
import { isOneServer } from "./server-ports.ts";

/** The connection URI that the form begins with: {ip}/onvif/device_service or {address}. */
export const defaultUri = (driver: Driver, address = "{ip}"): string =>
  driver === "ONVIF" ? `${address}/onvif/device_service` : address === "{ip}" ? "{address}" : address;

export interface RegistrationForm {
  readonly driver: Driver;
  readonly uri: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
}
/** What is wrong with the fields of the form, or null: a URI has no spaces, and its place for the address is filled. */
export const manualFaults = ({ uri, name }: RegistrationForm) => ({
  uri: uri.trim() === "" || /[{}\s]/.test(uri.trim()) ? failure("camera/uri-required") : null,
  name: name.trim() === "" ? failure("camera/name-required") : null,
});

/** Manual register is disabled while the form is invalid or processing. */
export const mayRegister = (form: RegistrationForm, processing: boolean): boolean =>
  !processing && Object.values(manualFaults(form)).every((fault) => fault === null);

/** What a search of the network tells of a camera. */
interface FoundName {
  readonly ip: string;
  /** often its maker's */
  readonly name?: string | undefined;
  readonly model?: string | undefined;
}

/** The name that is proposed for an address: maker and model where a search has found it, and the address itself. */
export function proposedName(uri: string, found: readonly FoundName[]): string {
  const host = hostOf(uri.trim());
  if (host === "") return "";
  const device = found.find(({ ip }) => ip === host);
  const words = [device?.name ?? "", device?.model ?? "", host];
  return words
    .filter((word, at) => word !== "" && !words.some((other, place) => place < at && other.includes(word)))
    .join(" ");
}
function hostOf(uri: string): string {
  if (/[{}\s]/.test(uri)) return "";
  const [, rest = ""] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/]*@)?(.*)$/i.exec(uri) ?? [];
  const [, host = ""] = /^(\[[^\]]*\]|[^/:?#]*)/.exec(rest) ?? [];
  return host.replace(/^\[|\]$/g, "");
}

/**
 * The payload of POST /service/cameras. A URI without a scheme gets the driver's. The camera's settings stay unchanged.
 */
export function registrationPayload(form: RegistrationForm) {
  const typed = form.uri.trim();
  const uri = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
    ? typed
    : `${form.driver === "ONVIF" ? "http" : "rtsp"}://${typed}`;
  return {
    driver: form.driver,
    name: form.name.trim(),
    import: true,
    connection: { uri, username: form.username, password: form.password },
  };
}

/**
 * Whether both addresses, typed in the form of a connection URI, belong to one server: a camera's stored password is
 * sent to no other server.
 */
export const isSameServer = (driver: Driver, a: string, b: string): boolean =>
  isOneServer(a, b, driver === "ONVIF" ? "http" : "rtsp");

/** Order of found cameras: by the numbers of their address; IPv6 and names after IPv4. */
export function byIp(a: { readonly ip: string }, b: { readonly ip: string }): number {
  const left = ipKey(a.ip);
  const right = ipKey(b.ip);
  return left < right ? -1 : left > right ? 1 : 0;
}
function ipKey(ip: string): string {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(ip.trim());
  return parts
    ? `0${parts
        .slice(1)
        .map((part) => part.padStart(3, "0"))
        .join(".")}`
    : `1${ip}`;
}

export interface BulkTarget {
  readonly ip: string;
  readonly selected: boolean;
  readonly state: "waiting" | "processing" | "registered" | "failed";
  readonly failure: Failure | null;
}
interface BulkStatus {
  readonly show: boolean;
  /** percent, whole */
  readonly progress: number;
  readonly total: number;
  readonly registered: number;
  readonly errors: number;
  readonly complete: boolean;
  /** success closes the dialog */
  readonly outcome: "running" | "success" | "danger";
}

/**
 * The one to register next: the first selected target that waits (among `ips`, if given), and only while none is being
 * registered.
 */
export const nextBulk = (targets: readonly BulkTarget[], ips?: readonly string[]): BulkTarget | null =>
  targets.some((target) => target.state === "processing")
    ? null
    : (targets.find(({ ip, selected, state }) => selected && state === "waiting" && (ips?.includes(ip) ?? true)) ??
      null);

/** A target's new state; a failed target keeps the reason. */
export const markBulk = (
  targets: readonly BulkTarget[],
  ip: string,
  state: BulkTarget["state"],
  failure: Failure | null = null,
): BulkTarget[] =>
  targets.map((target) =>
    target.ip === ip ? { ...target, state, failure: state === "failed" ? failure : null } : target,
  );

export function bulkStatus(targets: readonly BulkTarget[]): BulkStatus {
  const chosen = targets.filter((target) => target.selected);
  const errors = chosen.filter((target) => target.state === "failed").length;
  const registered = chosen.filter((target) => target.state === "registered").length;
  const done = registered + errors;
  const complete = chosen.length > 0 && done === chosen.length;
  return {
    show: chosen.some((target) => target.state !== "waiting"),
    progress: chosen.length === 0 ? 0 : Math.round((done / chosen.length) * 100),
    total: chosen.length,
    registered,
    errors,
    complete,
    outcome: errors > 0 ? "danger" : complete ? "success" : "running",
  };
}

interface BulkRetry {
  /** a target that was chosen since and has not been tried stays chosen; a finished one does not */
  readonly targets: readonly BulkTarget[];
  /** of the targets that are tried again */
  readonly ips: readonly string[];
}

/** Only failed targets can be retried: those that are still chosen wait again. */
export const retryFailed = (targets: readonly BulkTarget[]): BulkRetry => ({
  targets: targets.map((target) => {
    if (target.state === "failed") return { ...target, state: "waiting", failure: null };
    return target.state === "waiting" ? target : { ...target, selected: false };
  }),
  ips: targets.filter(({ selected, state }) => selected && state === "failed").map(({ ip }) => ip),
});

/** Whether a server of this version can recover a camera: 2.2.2 or later. */
export const canRecover = (version: string): boolean => compareVersions(version, RECOVER_MIN_VERSION) >= 0;

/** Negative, 0 or positive as `a` is older, equal or newer. Text after the numbers is ignored. */
function compareVersions(a: string, b: string): number {
  const numbers = (version: string) => (/\d+(?:\.\d+)*/.exec(version)?.[0] ?? "").split(".").map(Number);
  const left = numbers(a);
  const right = numbers(b);
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
