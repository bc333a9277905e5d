import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { NewPasskey, OwnPasskey, OwnPasskeys, PasskeyMaking } from "#protocol/rest/accounts/passkey.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { PasskeyRow } from "#recorder/store/tables/account-rows.ts";
import type { Visitor } from "../session-desk.ts";
import type { Sessions } from "../sessions.ts";
import type { OwnProof } from "./own-proof.ts";
import type { Place } from "./relying-party.ts";
import { hasCodes, type SecondFactors } from "./second-factors.ts";

/** Everybody's own passkeys. */
export class OwnPasskeyList {
  readonly #sessions: Sessions;
  readonly #factors: SecondFactors;
  readonly #proof: OwnProof;
  readonly #journal: Journal;

  constructor(parts: { sessions: Sessions; factors: SecondFactors; proof: OwnProof; journal: Journal }) {
    this.#sessions = parts.sessions;
    this.#factors = parts.factors;
    this.#proof = parts.proof;
    this.#journal = parts.journal;
  }

  async list(who: Identity): Promise<OwnPasskeys> {
    const user = await this.#proof.account(who);
    if (!user) return { possible: false, fresh: false, passkeys: [] };
    const rows = await this.#factors.passkeys.ofUser(user.id);
    return { possible: true, fresh: await this.#proof.isFresh(who), passkeys: rows.map(shown) };
  }

  /** Failures: those of OwnProof.given and Passkeys.making. */
  async begin(
    who: Identity,
    password: string | undefined,
    place: Place,
    from: Visitor,
  ): Promise<Result<PasskeyMaking, Failure>> {
    const user = await this.#proof.given(who, password, from);
    return user.ok ? this.#factors.passkeys.making(user.value, place) : user;
  }

  /** Other sessions of the account end where this is its first second factor. Failures: those of Passkeys.add. */
  async add(
    who: Identity,
    made: NewPasskey,
    place: Place,
  ): Promise<Result<{ passkey: OwnPasskey; recoveryCodes?: string[] }, Failure>> {
    const user = await this.#proof.account(who);
    if (!user) return refuse("user/factor-elsewhere");
    const added = await this.#factors.addPasskey(user, made, place);
    if (!added.ok) return added;
    const { row, recoveryCodes } = added.value;
    if (recoveryCodes) await this.#sessions.ends.endOthersOf(who, "account");
    await this.#journal.audit(who, "passkey-added", who.userId, place.address, { passkey: row.name });
    return ok({ passkey: shown(row), ...(recoveryCodes ? { recoveryCodes: [...recoveryCodes] } : {}) });
  }

  /** Failure: user/passkey-unknown. */
  async rename(who: Identity, id: string, name: string, from: Visitor): Promise<Result<OwnPasskey, Failure>> {
    const row = await this.#factors.passkeys.rename(who.userId, id, name);
    if (!row.ok) return row;
    await this.#journal.audit(who, "passkey-renamed", who.userId, from.address, { passkey: name });
    return ok(shown(row.value));
  }

  /** Failures: those of OwnProof.given, user/passkey-unknown, user/factor-required. */
  async remove(who: Identity, id: string, password: string | undefined, from: Visitor): Promise<Result<null, Failure>> {
    const user = await this.#proof.given(who, password, from);
    if (!user.ok) return user;
    const all = await this.#factors.passkeys.ofUser(who.userId);
    const row = all.find((one) => one.id === id);
    if (!row) return refuse("user/passkey-unknown");
    const isLast = all.length === 1 && !hasCodes(user.value);
    if (isLast && (await this.#factors.isRequired(user.value))) return refuse("user/factor-required");
    await this.#factors.removePasskey(user.value, id);
    await this.#journal.audit(who, "passkey-removed", who.userId, from.address, { passkey: row.name });
    return ok(null);
  }
}

const shown = (row: PasskeyRow): OwnPasskey => ({
  id: row.id,
  name: row.name,
  created: row.created_ms,
  lastUsed: row.used_ms,
  host: row.rp_id,
  alone: row.discoverable === 1,
  synced: row.synced === 1,
  blocked: row.blocked === 1,
});
