/** Passkeys of accounts (WebAuthn): made, used and kept. Only public keys are stored. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifiedAuthenticationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import {
  type NewPasskey,
  type PasskeyAsk,
  passkeyAsk,
  type PasskeyAssertion,
  type PasskeyMaking,
  passkeyMaking,
} from "#protocol/rest/accounts/passkey.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { Log } from "#recorder/core/log.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { PasskeyRow, UserRow } from "#recorder/store/tables/account-rows.ts";
import type { Challenges } from "./challenges.ts";
import { assertionOf, attestationOf, bytesOf, credentialOf } from "./passkey-forms.ts";
import { isPublicKey } from "./passkey-key.ts";
import { type Place, relyingParty } from "./relying-party.ts";

const MOST = 20;
const TIMEOUT_MS = 5 * 60_000;
/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];
const WRONG = refuse("session/passkey-wrong");

export class Passkeys {
  readonly #store: Store;
  readonly #journal: Journal;
  readonly #log: Log;
  readonly #challenges: Challenges;
  readonly #server: string;
  readonly #now: () => number;

  /** `server`: the name that authenticators show */
  constructor(parts: {
    store: Store;
    journal: Journal;
    log: Log;
    challenges: Challenges;
    server: string;
    now: () => number;
  }) {
    this.#store = parts.store;
    this.#journal = parts.journal;
    this.#log = parts.log;
    this.#challenges = parts.challenges;
    this.#server = parts.server;
    this.#now = parts.now;
  }

  ofUser(userId: string): Promise<PasskeyRow[]> {
    return this.#store.selectFrom("passkeys").selectAll().where("user_id", "=", userId).orderBy("created_ms").execute();
  }

  async has(userId: string): Promise<boolean> {
    const one = this.#store.selectFrom("passkeys").select("id").where("user_id", "=", userId).limit(1);
    return (await one.executeTakeFirst()) !== undefined;
  }

  /** Whether one of the account's passkeys can be used on the page that asks. */
  async canUse(userId: string, place: Place | null): Promise<boolean> {
    const host = place === null ? null : relyingParty(place);
    if (!host?.ok) return false;
    return (await this.ofUser(userId)).some(({ rp_id, blocked }) => rp_id === host.value && blocked === 0);
  }

  /** What the browser needs to make one. Failures: session/passkey-address, user/passkey-too-many. */
  async making(user: Pick<UserRow, "id" | "username">, place: Place): Promise<Result<PasskeyMaking, Failure>> {
    const host = relyingParty(place);
    if (!host.ok) return host;
    const own = await this.ofUser(user.id);
    if (own.length >= MOST) return refuse("user/passkey-too-many", { count: MOST });
    const options = await generateRegistrationOptions({
      rpName: this.#server,
      rpID: host.value,
      userName: user.username,
      userDisplayName: user.username,
      userID: new Uint8Array(Buffer.from(user.id)),
      challenge: this.#challenges.issue(aboutOf("make", user.id, place)),
      timeout: TIMEOUT_MS,
      attestationType: "none",
      excludeCredentials: own.filter(({ rp_id }) => rp_id === host.value).map(credentialOf),
      authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
      extensions: { credProps: true },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return ok(passkeyMaking.parse(options));
  }

  /** Keeps the one that was made. Failures: session/passkey-address, session/passkey-wrong, user/passkey-exists. */
  async add(userId: string, { name, response }: NewPasskey, place: Place): Promise<Result<PasskeyRow, Failure>> {
    const host = relyingParty(place);
    if (!host.ok) return host;
    const about = aboutOf("make", userId, place);
    const made = await this.#tried(() =>
      verifyRegistrationResponse({
        response: attestationOf(response),
        expectedChallenge: (challenge) => this.#challenges.take(challenge, about),
        expectedOrigin: place.origin,
        expectedRPID: host.value,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    if (!made?.verified || !isPublicKey(made.registrationInfo.credential.publicKey)) return WRONG;
    const { credential, credentialBackedUp } = made.registrationInfo;
    const row: PasskeyRow = {
      id: newId(),
      user_id: userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: JSON.stringify(response.response.transports ?? []),
      name,
      rp_id: host.value,
      // A browser that does not tell makes passkeys that it finds without a name.
      discoverable: response.clientExtensionResults?.credProps?.rk === false ? 0 : 1,
      synced: credentialBackedUp ? 1 : 0,
      blocked: 0,
      created_ms: this.#now(),
      used_ms: null,
    };
    const { numInsertedOrUpdatedRows = 0n } = await this.#store
      .insertInto("passkeys")
      .values(row)
      .onConflict((on) => on.column("credential_id").doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 0n ? refuse("user/passkey-exists") : ok(row);
  }

  /** What the browser needs to use one. `user` null: whoever it belongs to. Failure: session/passkey-address. */
  async asking(user: Pick<UserRow, "id"> | null, place: Place): Promise<Result<PasskeyAsk, Failure>> {
    const host = relyingParty(place);
    if (!host.ok) return host;
    const own = user === null ? [] : await this.ofUser(user.id);
    const options = await generateAuthenticationOptions({
      rpID: host.value,
      challenge: this.#challenges.issue(aboutOf("use", user?.id ?? "", place)),
      timeout: TIMEOUT_MS,
      userVerification: user === null ? "required" : "preferred",
      allowCredentials: own.filter(({ rp_id, blocked }) => rp_id === host.value && blocked === 0).map(credentialOf),
    });
    return ok(passkeyAsk.parse(options));
  }

  /**
   * Whose passkey has answered. `user` null: it stands for name and password, so it must have made sure who uses it. Failures:
   * session/passkey-address, -unknown, -wrong, -copied.
   */
  async use(
    user: Pick<UserRow, "id"> | null,
    response: PasskeyAssertion,
    place: Place,
  ): Promise<Result<PasskeyRow, Failure>> {
    const host = relyingParty(place);
    if (!host.ok) return host;
    const row = await this.#store
      .selectFrom("passkeys")
      .selectAll()
      .where("credential_id", "=", response.id)
      .executeTakeFirst();
    if (!row || (user !== null && row.user_id !== user.id)) return refuse("session/passkey-unknown");
    const handle = response.response.userHandle ?? "";
    if (handle !== "" && Buffer.from(handle, "base64url").toString() !== row.user_id) return WRONG;
    const about = aboutOf("use", user?.id ?? "", place);
    const used = await this.#tried(() =>
      verifyAuthenticationResponse({
        response: assertionOf(response),
        expectedChallenge: (challenge) => this.#challenges.take(challenge, about),
        expectedOrigin: place.origin,
        expectedRPID: row.rp_id === host.value ? host.value : "",
        // The library compares counters before it looks at the signature: anybody could say that there is a copy.
        credential: { id: row.credential_id, publicKey: bytesOf(row.public_key), counter: -1 },
        requireUserVerification: user === null,
      }),
    );
    if (!used?.verified) return WRONG;
    if (row.blocked === 0 && (await this.#isNewest(row, used))) return ok(row);
    await this.#tellCopied(row, place);
    return refuse("session/passkey-copied");
  }

  /** Failure: user/passkey-unknown. */
  async rename(userId: string, id: string, name: string): Promise<Result<PasskeyRow, Failure>> {
    const row = await this.#store
      .updateTable("passkeys")
      .set({ name })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .returningAll()
      .executeTakeFirst();
    return row ? ok(row) : refuse("user/passkey-unknown");
  }

  async remove(id: string): Promise<void> {
    await this.#store.deleteFrom("passkeys").where("id", "=", id).execute();
  }

  async removeAll(userId: string): Promise<void> {
    await this.#store.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  }

  /**
   * Counters go up, or stay 0 where nobody counts. Of two that come together with the same count only one changes the
   * row.
   */
  async #isNewest(row: PasskeyRow, { authenticationInfo }: VerifiedAuthenticationResponse): Promise<boolean> {
    const { newCounter: counter, credentialBackedUp } = authenticationInfo;
    const { numUpdatedRows } = await this.#store
      .updateTable("passkeys")
      .set({ counter, used_ms: this.#now(), synced: credentialBackedUp ? 1 : 0 })
      .where("id", "=", row.id)
      .where("blocked", "=", 0)
      .where("counter", counter === 0 ? "=" : "<", counter)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Nobody knows which of the two is the owner's: from now on neither opens anything. */
  async #tellCopied({ id, user_id, name }: PasskeyRow, { address }: Place): Promise<void> {
    await this.#store.updateTable("passkeys").set({ blocked: 1 }).where("id", "=", id).execute();
    const user = await this.#store.selectFrom("users").select("username").where("id", "=", user_id).executeTakeFirst();
    const who = { userId: user_id, username: user?.username ?? "" };
    await this.#journal.audit(who, "passkey-copied", user_id, address, { passkey: name, ok: false });
  }

  /** The library throws at everything that does not fit; null then. */
  async #tried<T>(verify: () => Promise<T>): Promise<T | null> {
    try {
      return await verify();
    } catch (error) {
      this.#log.info({ err: error }, "a passkey was refused");
      return null;
    }
  }
}

/** A challenge is for one act, account and page, in one browser. */
const aboutOf = (act: "make" | "use", userId: string, { origin, holder }: Place): readonly string[] => [
  act,
  userId,
  origin,
  holder,
];
