/**
 * What passes through the proxy to a server: which paths, and which headers each way. The caller's own credentials
 * (cookies, Authorization, sid, jwt, fsid, ticket) stay here.
 */
import { type Result, ok } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";

export const PROXY_PREFIX = "/fusion/orchid-proxy/";
const PROOFS = /^(sid|jwt|fsid|ticket)$/i;
const MAX_PATH_LENGTH = 16_384;
/** What a recorder's path may look like: no backslash, only ASCII, no empty step. */
const PLAIN_PATH = /^(\/service(\/[\w.~!$&'()*+,;=:@%-]+)+|\/ping)$/;
const PLAIN_QUERY = /^[!$-[\]-~]*$/;
/** Paths that are the aggregator's own business, and a socket that it does not pass on. */
const FORBIDDEN = /^\/service\/(trusted|sessions|events\/socket)(\/|$)/;
const FOR_ADMINISTRATORS = /^\/service\/users(\/|$)/;

/** Request headers that go on to the server. */
const REQUEST_HEADERS = [
  "accept",
  "accept-language",
  "content-type",
  "content-length",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "range",
  "traceparent",
  "user-agent",
];
/** Headers of the answer that go back to the browser. Policies of pages are ours, not the server's. */
const ANSWER_HEADERS = [
  "accept-patch",
  "accept-ranges",
  "allow",
  "cache-control",
  "content-disposition",
  "content-length",
  "content-range",
  "content-type",
  "etag",
  "last-modified",
  "link",
  "retry-after",
  "x-frame-time",
  "x-relay",
];

/**
 * The path with its query for the server, from what follows its id in the proxy's address (undecoded). Failures:
 * proxy/bad-path, access/denied.
 */
export function pathForServer(behind: string, isAdministrator: boolean): Result<string, Failure> {
  const [path = "", ...rest] = behind.split("?");
  const bad = refuse("proxy/bad-path");
  const asked = rest.join("?");
  if (!PLAIN_PATH.test(path) || !PLAIN_QUERY.test(asked)) return bad;
  // The caller's credentials may be long, but they stay here.
  const query = withoutProofs(asked);
  if (path.length + query.length > MAX_PATH_LENGTH) return bad;
  const steps = path.split("/").slice(1).map(decoded);
  if (steps.some((step) => step === null || step === "." || step === ".." || hasTricks(step))) return bad;
  // The path as the server will read it: escapes are decoded, and what follows a semicolon may be cut off.
  const meant = `/${steps.map((step) => (step ?? "").split(";")[0]).join("/")}`.toLowerCase();
  const denied = refuse("access/denied");
  if (FORBIDDEN.test(meant)) return denied;
  if (!isAdministrator && FOR_ADMINISTRATORS.test(meant)) return denied;
  return ok(query === "" ? path : `${path}?${query}`);
}

/** Query members that carry credentials are left out, however their names are written. */
export function withoutProofs(query: string): string {
  return query
    .split("&")
    .filter((member) => {
      const name = decoded((member.split("=")[0] ?? "").replaceAll("+", " "));
      return member !== "" && name !== null && !PROOFS.test(name.trim());
    })
    .join("&");
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export const headersForServer = (headers: Headers): Record<string, string> => pick(headers, REQUEST_HEADERS);
export const headersForBrowser = (headers: Headers): Record<string, string> => pick(headers, ANSWER_HEADERS);

/**
 * Location as the browser may see it. For a new resource it stays relative to the server: the client asks for it
 * through the same proxy, as for each `href` in answers. For a redirect that the browser follows itself it leads
 * through the proxy. Null: it leads elsewhere.
 */
export function locationForBrowser(location: string, status: number, orchidId: string): string | null {
  if (!location.startsWith("/") || /^\/[/\\]/.test(location) || /[\\\s]/.test(location)) return null;
  return status >= 300 && status < 400 ? `${PROXY_PREFIX}${orchidId}${location}` : location;
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]];
    }),
  );
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Dot segments, or half of an escape, hidden in an escape. */
function hasTricks(step: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return step === "" || /[/\\\u0000-\u001f\u007f%]/.test(step);
}
