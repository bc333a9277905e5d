/** Where a session and its tracks are controlled: what a camera's description says of it, and what cameras mean by it. */
const MAX_URL_LENGTH = 2048;
/** A camera is asked for so many addresses of a track at most. */
const MOST_ADDRESSES = 16;

/** A URL from the camera is sent back in a request line: it must not contain anything that could end the line. */
const isRtspUrl = (text: string): boolean => text.length <= MAX_URL_LENGTH && /^rtsps?:\/\/[\x21-\x7e]+$/i.test(text);

/** The base of the control addresses: what the answer says of it, relative to what was asked (RFC 2326 appendix C.1.1). */
export function baseUrl(said: string | undefined, requestUrl: string): string {
  if (said === undefined) return requestUrl;
  return controlUrls(said, requestUrl)[0] ?? requestUrl;
}

/**
 * The addresses that a control attribute can mean, the likeliest first. RFC 2326 wants it resolved by RFC 3986; most
 * cameras want a relative one appended, behind a query too, and refuse anything else with 404.
 */
export function controlUrls(said: string, base: string): string[] {
  const control = asAddress(said);
  if (control === "" || control === "*") return [base];
  if (isRtspUrl(control)) return [control];
  if (control.length > MAX_URL_LENGTH / 2 || !/^[\x21-\x7e]+$/.test(control) || /^[a-z]+:\/\//i.test(control))
    return [base];
  const { root, path, query } = partsOf(base);
  if (control.startsWith("?")) return unique([base + control, root + path + control]);
  if (control.startsWith("//")) return unique([`rtsp:${control}`, `${root}/${control.replace(/^\/+/, "")}`]);
  const relative = control.replace(/^\/+/, "");
  const appended = `${base.replace(/\/+$/, "")}/${relative}`;
  if (control.startsWith("/")) return unique([`${root}/${relative}`, appended]);
  const directory = path.slice(0, path.lastIndexOf("/") + 1) || "/";
  const resolved = root + withoutDots(directory + control);
  const beforeQuery = `${root}${path.replace(/\/+$/, "")}/${control}${query}`;
  if (/^\.\.?\//.test(control)) return unique([resolved, appended]);
  return unique([appended, beforeQuery, resolved, base + (query === "" ? "" : "&") + control]);
}

/**
 * The addresses that a track's control attribute can mean, the likeliest first. Some cameras mean their session's address as the base
 * of their tracks' addresses; where the base is wrong, the address that was asked serves.
 */
export function trackUrls(control: string, base: string, session: readonly string[], requestUrl: string): string[] {
  const named = unique([base, ...session, requestUrl]).flatMap((from) => controlUrls(control, from));
  return unique([...named, ...named.flatMap((url) => atHostOf(url, requestUrl))]).slice(0, MOST_ADDRESSES);
}

/** The address at the host that was dialled, for cameras that name their own one behind a router; [] = it is there already. */
function atHostOf(url: string, dialled: string): string[] {
  const { root, path, query } = partsOf(url);
  const own = partsOf(dialled).root;
  return root.toLowerCase() === own.toLowerCase() ? [] : [`${own}${path}${query}`];
}

/** These addresses, and then each of them at the host that was dialled. */
export const withHostOf = (urls: readonly string[], dialled: string): string[] => [
  ...urls,
  ...urls.flatMap((url) => atHostOf(url, dialled)),
];

function partsOf(url: string): { root: string; path: string; query: string } {
  const [, root = url, path = "", query = ""] = /^(rtsps?:\/\/[^/?]*)([^?]*)(.*)$/i.exec(url) ?? [];
  return { root, path, query };
}

/** RFC 3986 section 5.2.4. */
function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const part of path.split("/").slice(1)) {
    if (part === "..") kept.pop();
    else if (part !== ".") kept.push(part);
  }
  return `/${kept.join("/")}`;
}

/**
 * An attribute as what can stand in a request: blanks would end its address, and other letters than those of ASCII are no part of one.
 * Some cameras put it in quotes or brackets, say the name of the whole before it, end it as a parameter, or name the protocol of their page.
 */
function asAddress(said: string): string {
  const bare = said
    .trim()
    .replace(/^["'<]+|["'>;,]+$/g, "")
    .replace(/^\*\/+/, "")
    .replace(/^http(?=s?:\/\/)/i, "rtsp");
  return bare.replaceAll(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text));
}

const unique = (urls: readonly string[]): string[] => [...new Set(urls)];
