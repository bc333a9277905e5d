/** HTTP Basic: a name with a password, or with the password of a program. */
import { type Result, ok } from "#base/result.ts";
import { isAppPassword } from "#domain/accounts/app-password.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { asViewer, type Identity, identityOf, type RightsOf } from "#recorder/core/identity.ts";
import type { AppPasswords } from "../factors/app-passwords.ts";
import type { SecondFactors } from "../factors/second-factors.ts";
import type { PasswordCheck } from "../password-check.ts";
import type { AccountRows } from "./account-rows.ts";

export const BASIC_CACHE_MS = 60_000;
const MOST_REMEMBERED = 1000;

interface Parts {
  readonly accounts: AccountRows;
  readonly passwords: PasswordCheck;
  readonly factors: SecondFactors;
  readonly appPasswords: AppPasswords;
  readonly rightsOf: RightsOf;
}

export class BasicSignIn {
  readonly #parts: Parts;
  readonly #now: () => number;
  /** Basic credentials that were checked within the last minute, by their keyed hash */
  readonly #known = new Map<string, { userId: string; untilMs: number }>();

  constructor(parts: Parts, now: () => number) {
    this.#parts = parts;
    this.#now = now;
  }

  /**
   * Right credentials are remembered for a minute, because checking them is dear by design. Failure codes:
   * session/wrong, session/locked, session/basic-with-factor.
   */
  async byPassword(username: string, password: string, address: string): Promise<Result<Identity, Failure>> {
    if (isAppPassword(password)) return this.#byAppPassword(username, password, address);
    const { accounts, passwords, factors } = this.#parts;
    const key = passwords.keyOf([username, password]);
    const known = this.#known.get(key);
    if (known && known.untilMs > this.#now()) {
      const user = await accounts.byId(known.userId);
      if (user && (await factors.isAsked(user))) return refuse("session/basic-with-factor");
      if (user) return ok(identityOf(user, { via: "basic", session: null }, this.#parts.rightsOf));
    }
    const user = await passwords.run({ username, password, address, device: null });
    if (!user.ok) return user;
    if (await factors.isAsked(user.value)) return refuse("session/basic-with-factor");
    if (this.#known.size > MOST_REMEMBERED) this.#known.clear();
    this.#known.set(key, { userId: user.value.id, untilMs: this.#now() + BASIC_CACHE_MS });
    if (!(await accounts.isAsChecked(user.value))) {
      this.#known.delete(key);
      return refuse("session/wrong");
    }
    return ok(identityOf(user.value, { via: "basic", session: null }, this.#parts.rightsOf));
  }

  /** A second factor is not asked for: nobody can guess one, and its owner had it when it was made. */
  async #byAppPassword(username: string, secret: string, address: string): Promise<Result<Identity, Failure>> {
    const { accounts, appPasswords } = this.#parts;
    const user = await accounts.byName(username);
    const used = user ? await appPasswords.use(user.id, secret, address) : null;
    if (!user || !used) return refuse("session/wrong");
    const identity = identityOf(user, { via: "basic", session: null, byApp: true }, this.#parts.rightsOf);
    return ok(used.isViewOnly ? asViewer(identity) : identity);
  }

  /** Forgets remembered Basic credentials, because a user changed. */
  forget(): void {
    this.#known.clear();
  }
}
