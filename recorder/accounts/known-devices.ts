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
    return this.#vault.seal(newId(), ownerOf(userId));
  }

  /** The device that a mark names; null when it was not given to this account here. */
  idOf(mark: string, userId: string): string | null {
    return this.#vault.open(mark, ownerOf(userId));
  }
}

const ownerOf = (userId: string): string => `device of ${userId}`;
