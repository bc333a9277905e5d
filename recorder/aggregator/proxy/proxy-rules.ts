/**
 * What passes through the proxy to a server: which paths, which headers there and back. Whatever proves who the caller is
 * (cookies, Authorization, sid, jwt, fsid, ticket) stays here.
 */
import { type Result, ok } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";

export const PROXY_PREFIX = "/fusion/orchid-proxy/";
const PROOFS = /^(sid|jwt|fsid|ticket)$/i;
const MAX_PATH_LENGTH = 16_384;
/** As a recorder's address may look: no backslash, nothing that is not ASCII, no empty step. */
const PLAIN_PATH = /^(\/service(\/[\w.~!$&'()*+,;=:@%-]+)+|\/ping)$/;
const PLAIN_QUERY = /^[!$-[\]-~]*$/;
/** What is the aggregator's own business, and a socket that it does not hand through. */
const FORBIDDEN = /^\/service\/(trusted|sessions|events\/socket)(\/|$)/;
const FOR_ADMINISTRATORS = /^\/service\/users(\/|$)/;

/** Of the request, on to the server. */
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
  "user-agent",
];
/** Of the answer, back to the browser. Policies of pages are ours, not the server's. */
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
];

/**
 * The path with its query for the server, of what stands behind its id in the proxy's address (as it came, undecoded).
 * Failures: proxy/bad-path, access/denied.
 */
export function pathForServer(behind: string, isAdministrator: boolean): Result<string, Failure> {
  const [path = "", ...rest] = behind.split("?");
  const bad = refuse("proxy/bad-path");
  const asked = rest.join("?");
  if (!PLAIN_PATH.test(path) || !PLAIN_QUERY.test(asked)) return bad;
  // What proves who the caller is may be long: it stays here.
  const query = withoutProofs(asked);
  if (path.length + query.length > MAX_PATH_LENGTH) return bad;
  const steps = path.split("/").slice(1).map(decoded);
  if (steps.some((step) => step === null || step === "." || step === ".." || hasTricks(step))) return bad;
  // As the server will read it: escapes are undone, and what comes after a semicolon may be cut off.
  const meant = `/${steps.map((step) => (step ?? "").split(";")[0]).join("/")}`.toLowerCase();
  const denied = refuse("access/denied");
  if (FORBIDDEN.test(meant)) return denied;
  if (!isAdministrator && FOR_ADMINISTRATORS.test(meant)) return denied;
  return ok(query === "" ? path : `${path}?${query}`);
}

/** Members of a query that prove something are left out, however their names are written. */
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
 * Location as the browser may have it. Of a new resource it stays as the server says it, relative to the server: the client
 * asks for it by the same proxy, as for each `href` in answers. Where the browser itself would go on it leads through the
 * proxy. Null: it leads elsewhere.
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

/** Steps, or half of an escape, hidden in an escape. */
function hasTricks(step: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return step === "" || /[/\\\u0000-\u001f\u007f%]/.test(step);
}
