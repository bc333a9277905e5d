import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { AppPassword, AppPasswordList } from "#protocol/rest/accounts/app-password.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { AppPasswordRow } from "#recorder/store/tables/account-rows.ts";
import type { Visitor } from "../session-desk.ts";
import type { Sessions } from "../sessions.ts";
import type { AppPasswords } from "./app-passwords.ts";
import type { OwnProof } from "./own-proof.ts";

const MOST = 50;

/** Everybody's own passwords for programs. */
export class OwnAppPasswords {
  readonly #appPasswords: AppPasswords;
  readonly #sessions: Pick<Sessions, "ends">;
  readonly #proof: OwnProof;
  readonly #journal: Journal;

  constructor(parts: {
    appPasswords: AppPasswords;
    sessions: Pick<Sessions, "ends">;
    proof: OwnProof;
    journal: Journal;
  }) {
    this.#appPasswords = parts.appPasswords;
    this.#sessions = parts.sessions;
    this.#proof = parts.proof;
    this.#journal = parts.journal;
  }

  async list(who: Identity): Promise<AppPasswordList> {
    const user = await this.#proof.account(who);
    if (!user) return { possible: false, fresh: false, appPasswords: [] };
    const rows = await this.#appPasswords.ofUser(user.id);
    return { possible: true, fresh: await this.#proof.isFresh(who), appPasswords: rows.map(shown) };
  }

  /** Failures: those of OwnProof.given, user/app-passwords-too-many. */
  async make(
    who: Identity,
    ask: {
      readonly name: string;
      readonly password?: string | undefined;
      readonly viewOnly?: boolean | undefined;
    },
    from: Visitor,
  ): Promise<Result<{ appPassword: AppPassword; secret: string }, Failure>> {
    const user = await this.#proof.given(who, ask.password, from);
    if (!user.ok) return user;
    if ((await this.#appPasswords.ofUser(who.userId)).length >= MOST)
      return refuse("user/app-passwords-too-many", { count: MOST });
    const { row, secret } = await this.#appPasswords.make(who.userId, ask.name, ask.viewOnly ?? false);
    await this.#journal.audit(who, "app-password-added", who.userId, from.address, {
      appPassword: ask.name,
      ...(ask.viewOnly ? { viewOnly: true } : {}),
    });
    return ok({ appPassword: shown(row), secret });
  }

  /** Also ends the sessions that the password has opened. Failure: user/app-password-unknown. */
  async remove(who: Identity, id: string, from: Visitor): Promise<Result<null, Failure>> {
    const name = await this.#appPasswords.remove(who.userId, id);
    if (name === null) return refuse("user/app-password-unknown");
    this.#sessions.ends.endBasicOf(who.userId);
    await this.#journal.audit(who, "app-password-removed", who.userId, from.address, { appPassword: name });
    return ok(null);
  }
}

const shown = (row: AppPasswordRow): AppPassword => ({
  id: row.id,
  name: row.name,
  viewOnly: row.view_only === 1,
  created: row.created_ms,
  lastUsed: row.used_ms,
  lastAddress: row.used_address,
});
