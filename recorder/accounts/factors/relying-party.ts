import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";

/** As URL spells them, whichever way they were written. */
const IP = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;

/** Where a browser is that uses a passkey. */
export interface Place {
  /** of the page, as the browser names it */
  readonly origin: string;
  /** what ties its challenges to it: its session, or a cookie */
  readonly holder: string;
  readonly address: string;
}

/**
 * The name that passkeys of this page are for (WebAuthn's RP ID): its host. Browsers have passkeys only for names, not
 * for IP addresses, and only on pages that came over HTTPS or from this machine. Failure: session/passkey-address.
 */
export function relyingParty({ origin }: Pick<Place, "origin">): Result<string, Failure> {
  const no = refuse("session/passkey-address", { origin });
  if (!URL.canParse(origin)) return no;
  const { protocol, hostname } = new URL(origin);
  const isHere = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol !== "https:" && !(protocol === "http:" && isHere)) return no;
  return hostname === "" || IP.test(hostname) ? no : ok(hostname);
}
