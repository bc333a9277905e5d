import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { parseChallenge } from "#recorder/rtp/rtsp-auth.ts";

export type AuthScheme = "digest" | "digest-sha256" | "basic" | "none";

export interface Login {
  readonly scheme: AuthScheme;
  readonly username: string;
  readonly password: string;
}

const REALM = "Proscenium demo";

const same = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The camera's side of authentication: one nonce per connection. */
export class DigestGate {
  readonly #login: Login;
  readonly #nonce = randomBytes(16).toString("hex");

  constructor(login: Login) {
    this.#login = login;
  }

  /** True when the Authorization header of a request proves the password. */
  admits(method: string, authorization: string | undefined): boolean {
    const { scheme, username, password } = this.#login;
    if (scheme === "none") return true;
    if (authorization === undefined) return false;
    if (scheme === "basic")
      return same(authorization, `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`);
    const given = parseChallenge(authorization)?.parameters;
    if (!given || given.get("username") !== username || given.get("nonce") !== this.#nonce) return false;
    const name = scheme === "digest" ? "md5" : "sha256";
    const hash = (text: string): string => createHash(name).update(text).digest("hex");
    const ha1 = hash(`${username}:${REALM}:${password}`);
    const ha2 = hash(`${method}:${given.get("uri") ?? ""}`);
    const middle = `${given.get("nc") ?? ""}:${given.get("cnonce") ?? ""}:${given.get("qop") ?? ""}`;
    return same(given.get("response") ?? "", hash(`${ha1}:${this.#nonce}:${middle}:${ha2}`));
  }

  /** Value of WWW-Authenticate. */
  get challenge(): string {
    if (this.#login.scheme === "basic") return `Basic realm="${REALM}"`;
    const algorithm = this.#login.scheme === "digest" ? "MD5" : "SHA-256";
    return `Digest realm="${REALM}", nonce="${this.#nonce}", qop="auth", algorithm=${algorithm}`;
  }
}
