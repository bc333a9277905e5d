/** Help on the console when the administrator's password is lost. */
import { secretKeyOf, Vault } from "#recorder/store/vault.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import { rightsByRole } from "#recorder/core/identity.ts";
import { EventHub } from "#recorder/core/event-hub.ts";
import { KnownDevices } from "#recorder/accounts/known-devices.ts";
import { Lockouts } from "#recorder/accounts/lockouts.ts";
import { Challenges } from "#recorder/accounts/factors/challenges.ts";
import { Passkeys } from "#recorder/accounts/factors/passkeys.ts";
import { SecondFactors } from "#recorder/accounts/factors/second-factors.ts";
import { Sessions } from "#recorder/accounts/sessions.ts";
import { SettingsStore } from "#recorder/core/settings-store.ts";
import { UsedOnce } from "#recorder/accounts/used-once.ts";
import { Users } from "#recorder/accounts/users.ts";
import { atConsole } from "./console/at-console.ts";

/** Gives the administrator a new password, ends its sessions and removes all waits that failed sign-ins have caused. */
export async function resetPassword(config: Config): Promise<string> {
  return atConsole(config, async ({ store, journal, log, now }) => {
    const hub = new EventHub();
    const lockouts = new Lockouts(store, now);
    const vault = Vault.open(secretKeyOf(config.data));
    const devices = new KnownDevices(vault);
    const settings = new SettingsStore(store, hub);
    const rule = async () => (await settings.get()).secondFactor;
    const challenges = new Challenges(vault.keyFor("passkey challenges"), new UsedOnce(store, now), now);
    const factors = new SecondFactors({
      passkeys: new Passkeys({ store, journal, log, challenges, server: config.name, now }),
      store,
      vault,
      lockouts,
      rule,
      rightsOf: rightsByRole,
      server: config.name,
      now,
    });
    const sessions = new Sessions(store, hub, lockouts, devices, settings, factors, now);
    const users = new Users({ store, sessions, hub, settings, config, now });
    await lockouts.clear();
    const password = await users.resetAdmin();
    await journal.audit(null, "password-reset", "admin", "console");
    return password;
  });
}
