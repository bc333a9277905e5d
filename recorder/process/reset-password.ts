/** Help from the console for whoever has lost the administrator's password. */
import { openStore } from "#recorder/store/store.ts";
import { databaseOf } from "./config.ts";
import type { Config } from "./config-shape.ts";
import { EventHub } from "./event-hub.ts";
import { Lockouts } from "./lockouts.ts";
import { Sessions } from "./sessions.ts";
import { SettingsStore } from "./settings-store.ts";
import { Users } from "./users.ts";

/** Gives the administrator a new password, ends its sessions and takes every sign-in brake off. */
export async function resetPassword(config: Config): Promise<string> {
  const now = (): number => Date.now();
  const store = await openStore(databaseOf(config));
  try {
    const hub = new EventHub();
    const lockouts = new Lockouts(store, now);
    const sessions = new Sessions(store, hub, lockouts, now);
    const users = new Users({ store, sessions, hub, settings: new SettingsStore(store, hub), config, now });
    await lockouts.clear();
    return await users.resetAdmin();
  } finally {
    await store.destroy();
  }
}
