import { ok, type Result } from "#base/result.ts";
import { companyName } from "#domain/accounts/company-sign-in.ts";
import { type Failure, hasCode, refuse } from "#domain/failures/failure.ts";
import {
  type DirectorySignIn,
  type DirectorySignInWrite,
  directorySignInWrite,
  type DirectoryTest,
} from "#protocol/rest/accounts/directory.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";
import type { Vault } from "#recorder/store/vault.ts";
import { areCertificates } from "./authorities.ts";
import type { CompanyAccounts } from "./company-accounts.ts";
import { SealedSetting } from "./sealed-setting.ts";
import type { Sessions } from "../sessions.ts";
import type { Users } from "../users.ts";
import { findPerson, type StoredDirectory, verifyPerson } from "./directory.ts";

/** After a directory has not answered, it is not asked again for this long: nobody queues behind one that hangs. */
const REST_MS = 3_000;

/** The company's directory: how it is set up, and whom it lets in. */
export class DirectoryDesk {
  readonly #sealed: SealedSetting<DirectorySignInWrite>;
  readonly #policy: AddressPolicy;
  readonly #now: () => number;
  readonly #accounts: () => CompanyAccounts;
  readonly #users: () => Users;
  readonly #sessions: () => Sessions;
  #silent: { readonly why: Failure; readonly untilMs: number } | null = null;

  /** Accounts and sessions are asked for late: checking a password is a part of both. */
  constructor(parts: {
    settings: SettingsStore;
    vault: Vault;
    policy: AddressPolicy;
    now: () => number;
    accounts: () => CompanyAccounts;
    users: () => Users;
    sessions: () => Sessions;
  }) {
    this.#sealed = new SealedSetting("directory-sign-in", directorySignInWrite, parts.settings, parts.vault);
    this.#policy = parts.policy;
    this.#now = parts.now;
    this.#accounts = parts.accounts;
    this.#users = parts.users;
    this.#sessions = parts.sessions;
  }

  /** Whether the directory, and not this server, checks this name's password. */
  async isFor(user: UserRow | undefined): Promise<boolean> {
    if (user !== undefined && user.signs_in_by !== "directory") return false;
    return (await this.#sealed.get()) !== null;
  }

  /** Failures: session/wrong, directory/..., and those of CompanyAccounts.admit. */
  async check(username: string, password: string): Promise<Result<UserRow, Failure>> {
    const of = await this.#get();
    // A name that no account can have is not worth a question.
    if (!of || companyName(username) === null) return refuse("session/wrong");
    if (this.#silent && this.#silent.untilMs > this.#now()) return { ok: false, error: this.#silent.why };
    const found = await verifyPerson(of, username.trim(), password, this.#policy);
    if (!found.ok) {
      if (isAway(found.error)) this.#silent = { why: found.error, untilMs: this.#now() + REST_MS };
      return found;
    }
    this.#silent = null;
    const { id, name, groups, email } = found.value;
    const { makesAccounts, contact, nameAttribute } = of;
    const admitted = await this.#accounts().admit(
      { by: "directory", subject: id, name, groups, email },
      { rules: of, makesAccounts, contact, nameClaim: nameAttribute },
    );
    return admitted.ok ? ok(admitted.value.user) : admitted;
  }

  /** Without the password, which nobody reads again. */
  async shown(): Promise<DirectorySignIn> {
    const stored = await this.#get();
    if (!stored) return { settings: null };
    const { bindPassword, ...shown } = stored;
    return { settings: { ...shown, hasPassword: bindPassword !== "" } };
  }

  /** Sign-ins by another directory end. Failures: company/unknown-grant, company/not-certificates, directory/password-required. */
  async set(ask: DirectorySignInWrite): Promise<Result<null, Failure>> {
    const whole = await this.#whole(ask);
    if (!whole.ok) return whole;
    const before = await this.#get();
    await this.#sealed.set(whole.value);
    this.#silent = null;
    if (before?.address !== ask.address || before.base !== ask.base) await this.#endAll();
    return ok(null);
  }

  /** False: there was none. */
  async remove(): Promise<boolean> {
    if (!(await this.#get())) return false;
    await this.#sealed.set(null);
    await this.#endAll();
    return true;
  }

  /** Asks with what is not saved yet. Failures: those of `set`, and what is wrong with the directory. */
  async test(ask: DirectorySignInWrite, name: string, password: string): Promise<Result<DirectoryTest, Failure>> {
    const whole = await this.#whole(ask);
    if (!whole.ok) return whole;
    const found =
      password === ""
        ? await findPerson(whole.value, name, this.#policy)
        : await verifyPerson(whole.value, name, password, this.#policy);
    if (!found.ok) return found;
    if (found.value === null) return name === "" ? ok({ person: null }) : refuse("directory/no-entry", { name });
    const { dn, name: own, groups } = found.value;
    return ok({ person: { dn, name: own, groups: [...groups] } });
  }

  async #get(): Promise<StoredDirectory | null> {
    const stored = await this.#sealed.get();
    return stored && { ...stored, bindPassword: stored.bindPassword ?? "" };
  }

  async #endAll(): Promise<void> {
    this.#sessions().ends.accountChanged();
    for (const { id, signsInBy } of await this.#users().list())
      if (signsInBy === "directory") await this.#sessions().ends.endAll(id, null);
  }

  /** With the password that was kept, which goes to no other directory than the one it was entered for. */
  async #whole(ask: DirectorySignInWrite): Promise<Result<StoredDirectory, Failure>> {
    const name = this.#accounts().unknownIn(ask);
    if (name !== undefined) return refuse("company/unknown-grant", { name });
    if (ask.ca !== "" && !areCertificates(ask.ca)) return refuse("company/not-certificates");
    if (ask.bindPassword !== null) return ok({ ...ask, bindPassword: ask.bindPassword });
    const before = await this.#get();
    if (!before || before.bindPassword === "") return ok({ ...ask, bindPassword: "" });
    if (before.address !== ask.address || before.startTls !== ask.startTls)
      return refuse("directory/password-required");
    return ok({ ...ask, bindPassword: before.bindPassword });
  }
}

/**
 * It does not answer, or may not be asked, whoever signs in. A search that it refuses may be a matter of one person, who must
 * not keep the others waiting.
 */
const isAway = (why: Failure): boolean =>
  hasCode(
    why,
    "directory/unreachable",
    "directory/certificate",
    "directory/forbidden-address",
    "directory/bind-refused",
  );
