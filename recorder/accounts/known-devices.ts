import { newId } from "#recorder/store/ids.ts";
import type { Vault } from "#recorder/store/vault.ts";

/**
 * A browser in which an account has signed in keeps a sealed mark of that. Whoever brings one has a brake on guessing
 * of their own, so that nobody keeps the owner of an account out by guessing at it from elsewhere.
 */
export class KnownDevices {
  readonly #vault: Pick<Vault, "seal" | "open">;

  constructor(vault: Pick<Vault, "seal" | "open">) {
    this.#vault = vault;
  }

  /** A new mark for a browser in which this account has just signed in. */
  mark(userId: string): string {
    return this.#vault.seal(JSON.stringify([userId, newId()]), OWNER);
  }

  /** The device that a mark names; null when it was not given to this account here. */
  idOf(mark: string, userId: string): string | null {
    const [owner, id] = this.#read(mark);
    return owner === userId ? (id ?? null) : null;
  }

  /** The device that a mark names, whichever account it was given to; null when it was not given here. */
  given(mark: string): string | null {
    return this.#read(mark)[1] ?? null;
  }

  #read(mark: string): readonly string[] {
    const text = this.#vault.open(mark, OWNER);
    return text === null ? [] : (JSON.parse(text) as string[]);
  }
}

const OWNER = "device";
