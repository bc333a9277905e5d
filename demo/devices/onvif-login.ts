import { createHash } from "node:crypto";
import { child, text } from "./onvif-calls.ts";

/**
 * The largest difference between the clocks of camera and client for a UsernameToken (WS-Security demands a limit; 5
 * min is usual).
 */
const TOKEN_AGE_MS = 5 * 60_000;

/** Checks WS-UsernameToken with a password digest; each nonce counts once. */
export class OnvifLogin {
  readonly #username: string;
  readonly #password: string;
  readonly #usedNonces = new Map<string, number>();

  constructor(username: string, password: string) {
    this.#username = username;
    this.#password = password;
  }

  proves(head: unknown): boolean {
    const token = child(child(head, "Security"), "UsernameToken");
    const nonce = text(child(token, "Nonce"));
    const created = text(child(token, "Created"));
    const given = text(child(token, "Password"));
    if (text(child(token, "Username")) !== this.#username || !nonce || !created || !given) return false;
    const age = Math.abs(Date.now() - Date.parse(created));
    if (!(age < TOKEN_AGE_MS)) return false;
    const raw = Buffer.from(nonce, "base64");
    const expected = createHash("sha1").update(raw).update(created).update(this.#password).digest("base64");
    if (expected !== given) return false;
    for (const [used, atMs] of this.#usedNonces) if (Date.now() - atMs > TOKEN_AGE_MS) this.#usedNonces.delete(used);
    this.#usedNonces.set(nonce, Date.now());
    return true;
  }
}
