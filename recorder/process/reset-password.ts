/** Help on the console when the administrator's password is lost. */
import type { Config } from "#recorder/config/config-shape.ts";
import { EventHub } from "#recorder/core/event-hub.ts";
import { Lockouts } from "#recorder/accounts/lockouts.ts";
import { Sessions } from "#recorder/accounts/sessions.ts";
import { SettingsStore } from "#recorder/core/settings-store.ts";
import { Users } from "#recorder/accounts/users.ts";
import { atConsole } from "./console/at-console.ts";

/** Gives the administrator a new password, ends its sessions and clears all sign-in brakes. */
export async function resetPassword(config: Config): Promise<string> {
  return atConsole(config, async ({ store, journal, now }) => {
    const hub = new EventHub();
    const lockouts = new Lockouts(store, now);
    const sessions = new Sessions(store, hub, lockouts, now);
    const users = new Users({ store, sessions, hub, settings: new SettingsStore(store, hub), config, now });
    await lockouts.clear();
    const password = await users.resetAdmin();
    await journal.audit(null, "password-reset", "admin", "console");
    return password;
  });
}
