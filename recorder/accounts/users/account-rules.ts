import { companyName } from "#domain/accounts/company-sign-in.ts";
import { misnamed } from "#domain/accounts/username.ts";
import { isTooShort, usernameFailure } from "#domain/accounts/users.ts";
import { failure, refuse } from "#domain/failures/failure.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import { isCommonPassword } from "../password-policy.ts";

type Refusal = ReturnType<typeof refuse>;

/** What names and passwords of accounts may be, as this server is set up. */
export class AccountRules {
  readonly #settings: Pick<SettingsStore, "get">;
  readonly #login: Pick<Config["login"], "domain">;

  constructor(settings: Pick<SettingsStore, "get">, login: Pick<Config["login"], "domain">) {
    this.#settings = settings;
    this.#login = login;
  }

  /**
   * The pattern of requests accepts user@domain too; whether such a name can sign in depends on this server's settings.
   * Names of the company may have dots, blanks and letters of any script.
   */
  async misnamed(username: string, isElsewhere: boolean): Promise<Refusal | null> {
    if (isElsewhere)
      return companyName(username) === username ? null : refuse("user/name", { cause: failure("user/name-elsewhere") });
    const addresses = this.#login.domain || (await this.#settings.get()).googleClientId !== "";
    const fault = misnamed(username, addresses);
    return fault === null ? null : refuse("user/name", { cause: usernameFailure(fault) });
  }

  async weak(password: string, username: string): Promise<Refusal | null> {
    const least = (await this.#settings.get()).passwordMinLength;
    if (isTooShort(password, least)) return refuse("user/password-too-short", { count: least });
    return isCommonPassword(password, username) ? refuse("user/password-common") : null;
  }
}
