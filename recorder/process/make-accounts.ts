/** Accounts and the ways to sign in, of both editions: who of them needs whom is decided here. */
import { CompanyAccounts } from "#recorder/accounts/company/company-accounts.ts";
import { CompanyDesk } from "#recorder/accounts/company/company-desk.ts";
import { CompanySetting } from "#recorder/accounts/company/company-settings.ts";
import { GoogleSignIn } from "#recorder/accounts/company/google-sign-in.ts";
import { type Granting, roleGranting } from "#recorder/accounts/company/granting.ts";
import { Provider } from "#recorder/accounts/company/provider.ts";
import { DirectoryDesk } from "#recorder/accounts/company/directory-desk.ts";
import { KnownDevices } from "#recorder/accounts/known-devices.ts";
import { Lockouts } from "#recorder/accounts/lockouts.ts";
import { OwnPassword } from "#recorder/accounts/own-password.ts";
import { AppPasswords } from "#recorder/accounts/factors/app-passwords.ts";
import { OwnAppPasswords } from "#recorder/accounts/factors/own-app-passwords.ts";
import { Challenges } from "#recorder/accounts/factors/challenges.ts";
import { OwnFactor } from "#recorder/accounts/factors/own-factor.ts";
import { OwnPasskeyList } from "#recorder/accounts/factors/own-passkeys.ts";
import { OwnProof } from "#recorder/accounts/factors/own-proof.ts";
import { Passkeys } from "#recorder/accounts/factors/passkeys.ts";
import { SecondFactors } from "#recorder/accounts/factors/second-factors.ts";
import { SessionDesk } from "#recorder/accounts/session-desk.ts";
import { Sessions } from "#recorder/accounts/sessions.ts";
import type { TrustedIssuers } from "#recorder/accounts/trusted-issuer.ts";
import { UsedOnce } from "#recorder/accounts/used-once.ts";
import { Users } from "#recorder/accounts/users.ts";
import { rightsByRole, type RightsOf } from "#recorder/core/identity.ts";
import type { CommonServices } from "#recorder/http/services.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { Foundation } from "./foundation.ts";

/** `issuers`, `rightsOf`: see Sessions. `granting`: absent = roles. */
export function makeAccounts(
  base: Foundation,
  vault: Vault,
  issuers: TrustedIssuers | null,
  rightsOf?: RightsOf,
  granting?: Granting,
): Pick<
  CommonServices,
  | "sessions"
  | "users"
  | "companyDesk"
  | "directory"
  | "sessionDesk"
  | "ownPassword"
  | "ownFactor"
  | "ownPasskeys"
  | "ownAppPasswords"
  | "knownDevices"
> {
  const { store, hub, now, settings, config, journal, log, nodes } = base;
  const knownDevices = new KnownDevices(vault);
  const lockouts = new Lockouts(store, now, () => settings.get(), nodes.mutex("lockouts"));
  const usedOnce = new UsedOnce(store, now);
  const challenges = new Challenges(vault.keyFor("passkey challenges"), usedOnce, now);
  const factors = new SecondFactors({
    passkeys: new Passkeys({ store, journal, log, challenges, server: config.name, now }),
    store,
    vault,
    lockouts,
    rule: async () => (await settings.get()).secondFactor,
    rightsOf: rightsOf ?? rightsByRole,
    server: config.name,
    now,
  });
  const directory = new DirectoryDesk({
    settings,
    vault,
    policy: config.servers,
    now,
    accounts: () => companyAccounts,
    users: () => users,
    sessions: () => sessions,
  });
  const sessions = new Sessions(
    store,
    hub,
    lockouts,
    knownDevices,
    settings,
    factors,
    now,
    issuers,
    rightsOf,
    directory,
    nodes.bus,
  );
  const users = new Users({ store, sessions, hub, settings, config, now, mutex: nodes.mutex("users") });
  const proof = new OwnProof({ sessions, users });
  const google = new GoogleSignIn(config.login.issuer, log, now);
  const companyAccounts = new CompanyAccounts(users, sessions, granting ?? roleGranting(users));
  const provider = new Provider(config.servers, now);
  const setting = new CompanySetting({ settings, vault, users, sessions, accounts: companyAccounts, provider });
  return {
    sessions,
    users,
    knownDevices,
    directory,
    companyDesk: new CompanyDesk({
      setting,
      provider,
      accounts: companyAccounts,
      sessions,
      users,
      journal,
      vault,
      usedOnce,
      now,
    }),
    sessionDesk: new SessionDesk({ sessions, journal, google, settings }),
    ownFactor: new OwnFactor({ sessions, users, factors, proof, journal }),
    ownAppPasswords: new OwnAppPasswords({ appPasswords: new AppPasswords(store, now), sessions, proof, journal }),
    ownPasskeys: new OwnPasskeyList({ sessions, factors, proof, journal }),
    ownPassword: new OwnPassword({ sessions, users, journal }),
  };
}
