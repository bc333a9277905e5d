import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const LIFE_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const TAG_BYTES = 32;
const TAG_AT = RANDOM_BYTES + TIME_BYTES;

/**
 * What a passkey signs. A challenge carries its end and a tag over what it was given for, so that asking for very many
 * costs no memory; only those that came back are remembered, until they would have ended. A restart ends all.
 */
export class Challenges {
  readonly #now: () => number;
  readonly #key = randomBytes(32);
  /** those that came back, and when each would have ended, in the order in which they came */
  readonly #used = new Map<string, number>();

  /** `now`: ms of a clock that nobody sets */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** `about`: for whom, where and for what it is */
  issue(about: readonly string[]): Uint8Array<ArrayBuffer> {
    const head = Buffer.alloc(TAG_AT);
    randomBytes(RANDOM_BYTES).copy(head);
    head.writeUIntBE(Math.floor(this.#now()) + LIFE_MS, RANDOM_BYTES, TIME_BYTES);
    return new Uint8Array(Buffer.concat([head, this.#tag(head, about)]));
  }

  /** Whether it was given for this, has not ended and did not come back before. It counts as used from now on. */
  take(challenge: string, about: readonly string[]): boolean {
    const bytes = Buffer.from(challenge, "base64url");
    if (bytes.length !== TAG_AT + TAG_BYTES) return false;
    const head = bytes.subarray(0, TAG_AT);
    if (!timingSafeEqual(bytes.subarray(TAG_AT), this.#tag(head, about))) return false;
    const untilMs = head.readUIntBE(RANDOM_BYTES, TIME_BYTES);
    const now = this.#now();
    for (const [used, endMs] of this.#used) {
      // Whoever stands behind one that has not ended goes at most five minutes later.
      if (endMs > now) break;
      this.#used.delete(used);
    }
    const key = bytes.toString("base64url");
    if (untilMs <= now || this.#used.has(key)) return false;
    this.#used.set(key, untilMs);
    return true;
  }

  #tag(head: Uint8Array, about: readonly string[]): Buffer {
    return createHmac("sha256", this.#key).update(head).update(JSON.stringify(about)).digest();
  }
}
