import { createHash, randomBytes } from "node:crypto";

/** One `WWW-Authenticate` challenge, names in lower case. */
export interface Challenge {
  readonly scheme: "basic" | "digest";
  readonly parameters: ReadonlyMap<string, string>;
}

const MAX_HEADER_LENGTH = 8192;
/** Headers are read and written byte by byte (latin1), also where a camera's realm is UTF-8 or something else: so are our own words. */
const asSent = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
const quote = (text: string): string => text.replace(/[\\"]/g, (mark) => `\\${mark}`);

/**
 * A name and its value. Some cameras leave out the quotes, also around blanks, do not close the last one, or use single quotes: a bare
 * value ends at a separator, or where the next name stands.
 */
const PARAMETER =
  /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)(?:"|$)|'([^']*)'|([^\s,;"'][^,;"]{0,255}?)(?=\s*["',;]|\s*$|\s+[\w-]+\s*=))/g;

/** Reads one header value of RFC 7235; null when the scheme is neither Basic nor Digest. */
export function parseChallenge(header: string): Challenge | null {
  const scheme = /^\s*(basic|digest)\b/i.exec(header)?.[1]?.toLowerCase();
  if (scheme !== "basic" && scheme !== "digest") return null;
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, single, bare] of header.slice(0, MAX_HEADER_LENGTH).matchAll(PARAMETER))
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, "$1") ?? single ?? bare ?? "");
  return { scheme, parameters };
}

/** Where a challenge begins in a header whose quoted strings are blanked out. */
const SCHEME = /(?:^|,)\s*[a-z][\w-]*(?=\s+[\w-]+\s*=)|(?:^|[,\s])\s*(?:basic|digest|negotiate|ntlm)\b(?!\s*=)/gi;

/** The challenges of one header, which may hold several, each with parameters of its own. */
export function parseChallenges(header: string): Challenge[] {
  const text = header.slice(0, MAX_HEADER_LENGTH);
  const unquoted = text.replace(/=\s*'[^']*'|"(?:[^"\\]|\\.)*(?:"|$)/g, (quoted) => "_".repeat(quoted.length));
  const starts = [...unquoted.matchAll(SCHEME)].map(({ index }) => index);
  return starts
    .map((at, i) => parseChallenge(text.slice(at, starts[i + 1]).replace(/^[\s,]+/, "")))
    .filter((challenge) => challenge !== null);
}

/** Only the nonce was too old: the same login is asked for once more. */
export const isStale = ({ parameters }: Challenge): boolean => parameters.get("stale")?.toLowerCase() === "true";

/** Some cameras leave out the dash of SHA-256, name several algorithms at once, or none at all. */
function algorithmOf(challenge: Challenge): string {
  const said = (challenge.parameters.get("algorithm") ?? "").toUpperCase().split(/[,\s]+/);
  const [first = "", ...others] = said.map((name) => name.replace(/^SHA(?=\d)/, "SHA-")).filter((name) => name !== "");
  return [first, ...others].find((name) => STRENGTH.has(name)) ?? (first === "" || first === "NONE" ? "MD5" : first);
}
const HASHES = { "SHA-512-256": "sha512-256", "SHA-256": "sha256", MD5: "md5" } as const;
const hashOf = (algorithm: string): string =>
  Object.entries(HASHES).find(([name]) => algorithm.startsWith(name))?.[1] ?? HASHES.MD5;
/** Basic is 1. SHA-512-256 is so rare that what a camera offers beside it is surer to work. */
const STRENGTH = new Map([
  ["SHA-256", 4],
  ["SHA-256-SESS", 4],
  ["MD5", 3],
  ["MD5-SESS", 3],
  ["SHA-512-256", 2],
  ["SHA-512-256-SESS", 2],
]);
const strength = (challenge: Challenge): number =>
  challenge.scheme === "basic" ? 1 : (STRENGTH.get(algorithmOf(challenge)) ?? 0);

/** Answers a camera's challenges: Basic (RFC 7617), Digest with MD5, SHA-256 or SHA-512-256, with and without qop (RFC 2617, 7616). */
export class RtspAuth {
  readonly #username: string;
  readonly #password: string;
  readonly #cnonce: () => string;
  #challenge: Challenge | null = null;
  #count = 0;
  /** the answer to the challenge was accepted once */
  #isAccepted = false;
  /** algorithms that the camera offers and then does not take */
  readonly #refused = new Set<string>();
  /** an algorithm was refused, and a weaker one that the camera offers beside it is tried */
  hasFallenBack = false;

  constructor(username: string, password: string, cnonce = () => randomBytes(8).toString("hex")) {
    this.#username = asSent(username);
    this.#password = asSent(password);
    this.#cnonce = cnonce;
  }

  /**
   * Takes the challenges of a 401. False: a retry is useless (no name given, no scheme that we know, or the camera
   * refused this very nonce before without calling it stale).
   */
  challenge(headers: readonly string[]): boolean {
    // Who refuses, and does not say what it wants, has never heard of anything but Basic.
    const isUnsaid = headers.length === 0 && this.#challenge === null;
    return this.take(isUnsaid ? [{ scheme: "basic", parameters: new Map() }] : headers.flatMap(parseChallenges));
  }

  /** The same for challenges that were read already. */
  take(challenges: readonly Challenge[]): boolean {
    if (this.#username === "" && this.#password === "") return false;
    const before = this.#challenge;
    const known = challenges.toSorted((a, b) => strength(b) - strength(a)).filter((one) => strength(one) > 0);
    // Some cameras offer SHA-256, and can do MD5 only.
    const weaker = known.find((one) => one.scheme === "digest" && before !== null && strength(one) < strength(before));
    if (before?.scheme === "digest" && !this.#isAccepted && weaker && !challenges.some(isStale)) {
      this.#refused.add(algorithmOf(before));
      this.hasFallenBack = true;
    }
    const best = known.find((one) => one.scheme === "basic" || !this.#refused.has(algorithmOf(one)));
    if (!best) return false;
    const repeated =
      before !== null &&
      before.scheme === best.scheme &&
      algorithmOf(before) === algorithmOf(best) &&
      before.parameters.get("nonce") === best.parameters.get("nonce");
    this.#challenge = best;
    this.#count = 0;
    return !repeated || isStale(best);
  }

  /** The camera asked for a login, and has not taken one. */
  get isWanted(): boolean {
    return this.#challenge !== null && !this.#isAccepted;
  }

  /** The camera took the last answer: a later challenge is about its nonce. */
  accepted(): void {
    this.#isAccepted ||= this.#challenge !== null;
  }

  /** Value of the Authorization header, each letter one byte of it; null before the first challenge. */
  authorize(method: string, uri: string, sentBody = ""): string | null {
    const body = asSent(sentBody);
    const challenge = this.#challenge;
    if (!challenge) return null;
    if (challenge.scheme === "basic")
      return `Basic ${Buffer.from(`${this.#username}:${this.#password}`, "latin1").toString("base64")}`;
    const { parameters } = challenge;
    const algorithm = algorithmOf(challenge);
    const hash = (text: string): string => createHash(hashOf(algorithm)).update(text, "latin1").digest("hex");
    const realm = parameters.get("realm") ?? "";
    const nonce = parameters.get("nonce") ?? "";
    const offered = (parameters.get("qop") ?? "").split(",").map((part) => part.trim().toLowerCase());
    const qop = offered.includes("auth") ? "auth" : offered.includes("auth-int") ? "auth-int" : null;
    const cnonce = this.#cnonce();
    let ha1 = hash(`${this.#username}:${realm}:${this.#password}`);
    if (algorithm.endsWith("-SESS")) ha1 = hash(`${ha1}:${nonce}:${cnonce}`);
    const ha2 = hash(qop === "auth-int" ? `${method}:${uri}:${hash(body)}` : `${method}:${uri}`);
    const fields = [
      `username="${quote(this.#username)}"`,
      `realm="${quote(realm)}"`,
      `nonce="${quote(nonce)}"`,
      `uri="${quote(uri)}"`,
    ];
    if (qop) {
      this.#count += 1;
      const count = this.#count.toString(16).padStart(8, "0");
      const response = hash(`${ha1}:${nonce}:${count}:${cnonce}:${qop}:${ha2}`);
      fields.push(`qop=${qop}`, `nc=${count}`, `cnonce="${cnonce}"`, `response="${response}"`);
    } else {
      if (algorithm.endsWith("-SESS")) fields.push(`cnonce="${cnonce}"`);
      fields.push(`response="${hash(`${ha1}:${nonce}:${ha2}`)}"`);
    }
    if (parameters.has("algorithm")) fields.push(`algorithm=${parameters.get("algorithm")}`);
    const opaque = parameters.get("opaque");
    if (opaque !== undefined) fields.push(`opaque="${quote(opaque)}"`);
    return `Digest ${fields.join(", ")}`;
  }
}
