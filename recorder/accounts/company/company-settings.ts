import { fail, ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import {
  type CompanySettings,
  type CompanySignInWrite,
  companySignInWrite,
  type CompanyTest,
} from "#protocol/rest/accounts/company.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { Sessions } from "../sessions.ts";
import type { Users } from "../users.ts";
import { areCertificates } from "./authorities.ts";
import type { CompanyAccounts } from "./company-accounts.ts";
import type { Provider } from "./provider.ts";
import { SealedSetting } from "./sealed-setting.ts";

/** Behind the public address; the provider must be told of them. */
export const COMPANY_PATHS = {
  redirect: "/service/sessions/company",
  backChannel: "/service/sessions/company/end",
  afterSignOut: "/",
} as const;

export type StoredCompany = Omit<CompanySignInWrite, "clientSecret"> & { readonly clientSecret: string };

/** How the company's provider is set up here. */
export class CompanySetting {
  readonly #sealed: SealedSetting<CompanySignInWrite>;
  readonly #parts: { users: Users; sessions: Sessions; accounts: CompanyAccounts; provider: Provider };

  constructor(parts: {
    settings: SettingsStore;
    vault: Vault;
    users: Users;
    sessions: Sessions;
    accounts: CompanyAccounts;
    provider: Provider;
  }) {
    this.#parts = parts;
    this.#sealed = new SealedSetting("company-sign-in", companySignInWrite, parts.settings, parts.vault);
  }

  async get(): Promise<StoredCompany | null> {
    const stored = await this.#sealed.get();
    return stored && { ...stored, clientSecret: stored.clientSecret ?? "" };
  }

  /** Without the secret, which nobody reads again. */
  async shown(): Promise<CompanySettings | null> {
    const stored = await this.get();
    if (!stored) return null;
    const { clientSecret, ...shown } = stored;
    return { ...shown, hasSecret: clientSecret !== "" };
  }

  /** Sign-ins of another provider, or another client of it, end. Failures: company/unknown-grant, company/not-certificates, company/secret-required. */
  async set(ask: CompanySignInWrite): Promise<Result<null, Failure>> {
    const whole = await this.#whole(ask);
    if (!whole.ok) return whole;
    const before = await this.get();
    await this.#sealed.set(whole.value);
    const isOther = before?.issuer !== ask.issuer;
    if (isOther) await this.#parts.users.forgetSubjects("company");
    if (isOther || before?.clientId !== ask.clientId) await this.#parts.sessions.ends.endOfCompany();
    return ok(null);
  }

  /** False: there was none. */
  async remove(): Promise<boolean> {
    if (!(await this.get())) return false;
    await this.#sealed.set(null);
    await this.#parts.sessions.ends.endOfCompany();
    return true;
  }

  /** Asks the provider itself, with what is not saved yet. Failures: those of Provider and of `set`. */
  async test(ask: CompanySignInWrite): Promise<Result<CompanyTest, Failure>> {
    const whole = await this.#whole(ask);
    if (!whole.ok) return whole;
    const { provider } = this.#parts;
    const tried = await provider.tryClient(whole.value, whole.value.publicAddress + COMPANY_PATHS.redirect);
    if (!tried.ok) return tried;
    const config = await provider.discover(whole.value);
    if (!config.ok) return fail(config.error);
    const { issuer, end_session_endpoint, backchannel_logout_supported } = config.value.serverMetadata();
    return ok({
      issuer,
      clientAccepted: tried.value,
      signsOutThere: end_session_endpoint !== undefined,
      tellsSignOut: backchannel_logout_supported === true,
    });
  }

  /** With the secret that was kept, which goes to no other provider than the one it was entered for. */
  async #whole(ask: CompanySignInWrite): Promise<Result<StoredCompany, Failure>> {
    const name = this.#parts.accounts.unknownIn(ask);
    if (name !== undefined) return refuse("company/unknown-grant", { name });
    if (ask.ca !== "" && !areCertificates(ask.ca)) return refuse("company/not-certificates");
    if (ask.clientSecret !== null) return ok({ ...ask, clientSecret: ask.clientSecret });
    const before = await this.get();
    if (!before || before.clientSecret === "") return ok({ ...ask, clientSecret: "" });
    if (before.issuer !== ask.issuer) return refuse("company/secret-required");
    return ok({ ...ask, clientSecret: before.clientSecret });
  }
}
