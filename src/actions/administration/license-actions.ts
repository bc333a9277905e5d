/** The licence and the parent product (document 2, sections 2 and 7). */
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { type TrustedIssuer, trustedIssuer } from "#protocol/rest/accounts/issuer.ts";
import { type ActivationService, activationService } from "#protocol/rest/server/license.ts";
import { type LicenseSession, licenseSession } from "#protocol/rest/server/server.ts";
import type { HttpClient } from "#transport/http.ts";
import { messageOf } from "../reported-failure.ts";

type ActivationWay = ActivationService;
type Parent = TrustedIssuer;

export interface LicenseActions {
  readonly session: (signal?: AbortSignal) => Promise<Result<LicenseSession, Failure>>;
  /** the recorder pings the activation service: reachable = online activation, otherwise a key */
  readonly way: (signal?: AbortSignal) => Promise<Result<ActivationWay, Failure>>;
  readonly activate: (code: string, location: string) => Promise<Result<LicenseSession, Failure>>;
  readonly install: (key: string) => Promise<Result<LicenseSession, Failure>>;
  readonly remove: () => Promise<Result<null, Failure>>;
  /** null = the recorder has no parent */
  readonly parent: (signal?: AbortSignal) => Promise<Result<Parent | null, Failure>>;
  /** Also succeeds when the recorder has no parent any more. */
  readonly detach: () => Promise<Result<null, Failure>>;
}

const LICENSE = "/service/license-session";
const ISSUER = "/service/trusted/issuer";
const NO_PARENT = "issuer/none";
/** The recorder itself waits 20 s for the activation service. */
const ACTIVATE_TIMEOUT_MS = 30_000;

export function createLicenseActions(http: HttpClient): LicenseActions {
  const until = (signal?: AbortSignal) => (signal ? { signal } : {});
  const timeoutMs = ACTIVATE_TIMEOUT_MS;
  return {
    session: async (signal) => await http.json({ path: LICENSE, ...until(signal) }, licenseSession),
    way: async (signal) =>
      await http.json({ path: `${LICENSE}/activation`, timeoutMs, ...until(signal) }, activationService),
    activate: async (code, location) => {
      const body = location === "" ? { code } : { code, location };
      return await http.json({ method: "POST", path: `${LICENSE}/activation`, body, timeoutMs }, licenseSession);
    },
    install: async (key) => await http.json({ method: "POST", path: LICENSE, body: { license: key } }, licenseSession),
    remove: async () => {
      const answer = await http.done({ method: "DELETE", path: LICENSE });
      return answer.ok ? answer : fail(messageOf(answer.error) ?? failure("license/remove-failed"));
    },
    parent: async (signal) => {
      const answer = await http.json({ path: ISSUER, ...until(signal) }, trustedIssuer);
      return !answer.ok && answer.error.code === NO_PARENT ? ok(null) : answer;
    },
    detach: async () => {
      const answer = await http.done({ method: "DELETE", path: ISSUER });
      if (answer.ok || answer.error.code === NO_PARENT) return ok(null);
      return refuse("license/detach-failed");
    },
  };
}
