/** Which call gets which header, and what an answer means for the whole page (document 2, section 7: interceptors). */
import type { Edition } from "./accounts/access.ts";

/**
 * The path under which a proxy shows the recorder, from the path of the page: `/wall/` and `/wall/index.html` are `/wall`; at
 * the root it is "". The page is one document, so everything before its last slash belongs to the proxy.
 */
export const basePathOf = (pagePath: string): string => pagePath.slice(0, Math.max(0, pagePath.lastIndexOf("/")));

/** A call's path relative to the page's origin; `sameOrigin` false for other machines. */
interface CallFacts {
  readonly method: string;
  readonly path: string;
  readonly sameOrigin: boolean;
}

const isLogin = (path: string): boolean => /^\/(service\/sessions\/user|fusion\/users\/login)(\?|$)/.test(path);
const isProxy = (path: string): boolean => /^\/(fusion\/orchid-proxy|service\/app-proxy)\//.test(path);

/** A bearer header goes on same-origin calls, not on login or proxy paths (the proxy has its own). */
export const wantsBearer = (call: CallFacts): boolean => call.sameOrigin && !isLogin(call.path) && !isProxy(call.path);

/** GET on service paths gets a cache-bust. */
export const wantsCacheBust = (call: CallFacts): boolean =>
  call.method.toUpperCase() === "GET" && /(^|\/)service\//.test(call.path);

/** A 401 of a standalone server reloads the page, but not from version or session calls. */
export const reloadsOn401 = (edition: Edition, path: string): boolean =>
  edition === "standalone" &&
  !isLogin(path) &&
  !/^\/service\/(version|sessions?|identity|users\/me)(\/|\?|$)/.test(path);

/** A ping without an answer (no status), or with the status 502, 503 or 504, marks the server dead. */
export const pingSaysDead = (status: number | undefined): boolean =>
  status === undefined || (status >= 502 && status <= 504);
