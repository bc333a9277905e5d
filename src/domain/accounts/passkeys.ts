/** Where browsers have passkeys: on pages with a name that came over HTTPS, or from this machine. [ours] */
import { type Failure, failure } from "../failures/failure.ts";

interface PageOfPasskeys {
  readonly hasPasskeys: boolean;
  readonly isSecure: boolean;
  readonly hostname: string;
  readonly origin: string;
}

/** As the browser spells them. */
const ADDRESS = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;

/** Why a page has no passkeys; null = it has. */
export function passkeyTrouble({ hasPasskeys, isSecure, hostname, origin }: PageOfPasskeys): Failure | null {
  if (!isSecure || ADDRESS.test(hostname)) return failure("session/passkey-address", { origin });
  return hasPasskeys ? null : failure("session/passkey-unsupported");
}
