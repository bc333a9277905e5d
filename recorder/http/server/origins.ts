/** Which pages may call us with credentials that the browser adds itself (cookies). */

interface OriginPolicy {
  /** origins of the configuration, in lower case */
  readonly allowed: readonly string[];
}

interface Asked {
  readonly origin: string | undefined;
  readonly host: string | undefined;
  readonly fetchSite?: string | undefined;
}

/** Our own page (the address that the browser called), or one of the configuration. Compared exactly. */
function isOwnOrigin({ origin, host }: Asked, policy: OriginPolicy): boolean {
  if (origin === undefined) return false;
  if (policy.allowed.includes(origin)) return true;
  if (host === undefined || host === "") return false;
  return origin === `http://${host.toLowerCase()}` || origin === `https://${host.toLowerCase()}`;
}

/**
 * Whether this state-changing request may pass. A request with a cookie must show that a page of ours sent it; one that
 * authenticates by a header passes without an Origin (programs), but never from a foreign page.
 */
export function mayChange(asked: Asked, byCookie: boolean, policy: OriginPolicy): boolean {
  if (asked.origin !== undefined) return isOwnOrigin(asked, policy);
  if (asked.fetchSite !== undefined)
    return asked.fetchSite === "same-origin" || (asked.fetchSite === "none" && !byCookie);
  return !byCookie;
}

/** The origin of an address as browsers spell it; null = it is not a web address. */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return protocol === "http:" || protocol === "https:" ? origin : null;
}

/** Whether this page may open a socket. Programs without an Origin may if they authenticate by a header. */
export function mayOpenSocket(asked: Asked, byCookie: boolean, policy: OriginPolicy): boolean {
  if (asked.origin === undefined) return !byCookie;
  return isOwnOrigin(asked, policy);
}
