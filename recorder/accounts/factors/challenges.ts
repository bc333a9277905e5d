import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { UsedOnce } from "../used-once.ts";

const LIFE_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const TAG_BYTES = 32;
const TAG_AT = RANDOM_BYTES + TIME_BYTES;

/**
 * What a passkey signs. A challenge carries its end and a tag over what it was given for, so that asking for very many
 * costs nothing; only those that came back are remembered, until they would have ended. Whichever node gives it, any takes it.
 */
export class Challenges {
  readonly #now: () => number;
  readonly #key: Uint8Array;
  readonly #used: Pick<UsedOnce, "take">;

  /** `key`: the same on every node; `now`: epoch ms */
  constructor(key: Uint8Array, used: Pick<UsedOnce, "take">, now: () => number) {
    this.#key = key;
    this.#used = used;
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
  async take(challenge: string, about: readonly string[]): Promise<boolean> {
    const bytes = Buffer.from(challenge, "base64url");
    if (bytes.length !== TAG_AT + TAG_BYTES) return false;
    const head = bytes.subarray(0, TAG_AT);
    if (!timingSafeEqual(bytes.subarray(TAG_AT), this.#tag(head, about))) return false;
    const untilMs = head.readUIntBE(RANDOM_BYTES, TIME_BYTES);
    return untilMs > this.#now() && this.#used.take("passkey challenge", bytes.toString("base64url"), untilMs);
  }

  #tag(head: Uint8Array, about: readonly string[]): Buffer {
    return createHmac("sha256", this.#key).update(head).update(JSON.stringify(about)).digest();
  }
}
