/** Help on the console when the administrator's password is lost. */
import type { Config } from "#recorder/config/config-shape.ts";
import { rightsByRole } from "#recorder/core/identity.ts";
import { EventHub } from "#recorder/core/event-hub.ts";
import { KnownDevices } from "#recorder/accounts/known-devices.ts";
import { Lockouts } from "#recorder/accounts/lockouts.ts";
import { Challenges } from "#recorder/accounts/factors/challenges.ts";
import { Passkeys } from "#recorder/accounts/factors/passkeys.ts";
import { SecondFactors } from "#recorder/accounts/factors/second-factors.ts";
import { Sessions } from "#recorder/accounts/sessions.ts";
import { OwedNotices, wholeEnd } from "#recorder/aggregator/rights/owed-notices.ts";
import { isShared } from "#recorder/config/config.ts";
import { type Bus, QUIET_BUS } from "#recorder/nodes/bus.ts";
import { joinNodes } from "#recorder/nodes/postgres-nodes.ts";
import { SettingsStore } from "#recorder/core/settings-store.ts";
import { UsedOnce } from "#recorder/accounts/used-once.ts";
import { Users } from "#recorder/accounts/users.ts";
import { atConsole, type Console } from "./at-console.ts";

/**
 * Gives the administrator a new password, ends its sessions and removes all waits that failed sign-ins have caused. Aggregators that share
 * the database hear of it as if one of them had done it, and tell their servers.
 */
export async function resetPassword(config: Config): Promise<string> {
  return atConsole(config, async (console) => {
    const { store, log, now } = console;
    if (!isShared(config)) return resetAmong(config, console, QUIET_BUS);
    const joined = await joinNodes({ url: config.database.url, onTaken: () => undefined, nats: null, log, now });
    try {
      const nodes = await joined.begin(store, console.vault);
      const password = await resetAmong(config, console, nodes.bus);
      await nodes.close();
      return password;
    } finally {
      await joined.close();
    }
  });
}

async function resetAmong(config: Config, { store, journal, log, vault, now }: Console, bus: Bus): Promise<string> {
  const hub = new EventHub();
  const lockouts = new Lockouts(store, now);
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
  const sessions = new Sessions(store, hub, lockouts, devices, settings, factors, now, null, rightsByRole, null, bus);
  const owed = new OwedNotices(store, now);
  sessions.ends.onUserEnding(async (transaction, userId) => {
    // Any of the aggregators tells what is owed; a recorder has no such servers.
    await owed.owe(transaction, wholeEnd(userId));
    return () => undefined;
  });
  const users = new Users({ store, sessions, hub, settings, config, now });
  await lockouts.clear();
  const password = await users.resetAdmin();
  await journal.audit(null, "password-reset", "admin", "console");
  return password;
}
