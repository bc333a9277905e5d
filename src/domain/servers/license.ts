/** Licences: codes, dialog rules, shown values (document 2, sections 4, 5, 7, 8, 9). */
import { type Failure, failure, refuse } from "../failures/failure.ts";
import { ok, type Result } from "#base/result.ts";
import { LICENSE_CAMERAS_UNLIMITED, LICENSE_EXPIRES_MAX } from "../limits/administration.ts";

export interface LicenseState {
  readonly status: string;
  readonly reason?: string | undefined;
  readonly description?: string | undefined;
}

type CodeKind = "activation" | "renewal";

/**
 * Four groups of five letters or digits activate. After activation four groups of four are accepted too; a code that
 * does not match the first pattern is a renewal.
 */
export function codeKind(typed: string, activated: boolean): Result<CodeKind, Failure> {
  const code = typed.trim();
  if (/^[A-Za-z0-9]{5}(-[A-Za-z0-9]{5}){3}$/.test(code)) return ok("activation");
  if (activated && /^[A-Za-z0-9]{4}(-[A-Za-z0-9]{4}){3}$/.test(code)) return ok("renewal");
  return refuse("license/code");
}

/** The location is optional, but spaces alone count as none. */
export const locationFault = (location: string): Failure | null =>
  location !== "" && location.trim() === "" ? failure("license/location-blank") : null;

/** The activate button: enabled with a code or a key, and not while processing. */
export const mayActivate = (code: string, key: string, processing: boolean): boolean =>
  !processing && (code.trim() !== "" || key.trim() !== "");

/** The licence counts as present unless its edition is trial. */
export const isActivated = (edition: string | null | undefined): boolean =>
  Boolean(edition) && edition?.toLowerCase() !== "trial";

/** Form fields for the activation service. */
export function activationRequest(
  kind: CodeKind,
  input: { readonly code: string; readonly machineId: string; readonly location: string; readonly current: string },
): Readonly<Record<string, string>> {
  return kind === "activation"
    ? {
        activation_code: input.code.trim(),
        machine_id: input.machineId,
        location_description: input.location.trim(),
        headless: "1",
      }
    : { action: "renew", renewal_code: input.code.trim(), activation_code: input.current, headless: "1" };
}

/** Whether one more camera is covered. */
export const licenseCovers = (licensed: number, cameras: number): boolean =>
  licensed === LICENSE_CAMERAS_UNLIMITED || cameras <= licensed;

/** Above 8623372036854776 a licence has no end: its expiry is shown as N/A. */
export const licenseEnds = (expiresMs: number): boolean => expiresMs <= LICENSE_EXPIRES_MAX;

/** The rest of a licence that ends, refreshed every 1 s: whole days and "03:04:05"; null when nothing is left. */
export function expiryCountdown(
  expiresMs: number,
  nowMs: number,
): { readonly days: number; readonly clock: string } | null {
  if (expiresMs <= nowMs) return null;
  const total = Math.floor((expiresMs - nowMs) / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(Math.floor((total % 86_400) / 3600))}:${two(Math.floor((total % 3600) / 60))}:${two(total % 60)}`;
  return { days: Math.floor(total / 86_400), clock };
}

type LicenseHealth = "normal" | "degraded" | "pending_change";

/** 'normal' and 'pending_change' keep their names; every other state is degraded: recording and cleaning stop. */
export const licenseHealth = (state: LicenseState): LicenseHealth =>
  state.status === "normal" || state.status === "pending_change" ? state.status : "degraded";

/** Nothing is recorded and all streams are disabled: while degraded, and until the restart that a change waits for. */
export const standsStill = (state: LicenseState): boolean =>
  licenseHealth(state) === "degraded" || (state.status === "pending_change" && (state.reason ?? "") !== "");

/** The error dialog of any state other than 'normal'; the storage variant when the reason is 'storage'. */
export function licenseFailure(state: LicenseState): Failure | null {
  if (state.status === "normal") return null;
  return state.reason === "storage" ? failure("license/degraded-storage") : failure("license/degraded");
}

interface Session {
  readonly state: LicenseState;
  readonly license: { readonly edition: string };
}

/** There is a licence to remove. An unreadable one is reported as a trial, but stops the server. */
export const mayRemoveLicense = ({ state, license }: Session): boolean =>
  isActivated(license.edition) || (licenseHealth(state) === "degraded" && state.reason !== "storage");

/**
 * A trial continues after a change of the storage device by taking the device over, a licence by activating it again.
 */
export const mayTakeStorage = (session: Session): boolean =>
  licenseHealth(session.state) === "degraded" &&
  session.state.reason === "storage" &&
  !isActivated(session.license.edition);

/** The licensing portal's address with machine id and brand. */
export function portalLink(base: string, machineId: string, brandId: string): string {
  const join = base.includes("?") ? "&" : "?";
  return `${base}${join}machine_id=${encodeURIComponent(machineId)}&bid=${encodeURIComponent(brandId)}`;
}
