/** Where commands of the console work: the database and the journal, without a server around them. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { databaseOf } from "#recorder/config/config.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import { Journal } from "#recorder/core/journal.ts";
import { type Log, openLog } from "#recorder/core/log.ts";
import { openKeptStore } from "#recorder/store/kept-store.ts";
import { DatabaseCopies } from "#recorder/store/database-copies.ts";
import { stateOf } from "#recorder/store/sqlite-file.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";
import type { Store } from "#recorder/store/store.ts";
import { Vault } from "#recorder/store/vault.ts";
import { tellReplaced } from "./replaced-database.ts";

export interface Console {
  readonly store: Store;
  readonly journal: Journal;
  readonly log: Log;
  readonly vault: Vault;
  readonly now: () => number;
}

/** Opens the server's database, which may be in use. Throws StartRefused with what to do. */
export async function atConsole<T>(config: Config, work: (console: Console) => Promise<T>): Promise<T> {
  const { file, url } = databaseOf(config);
  // A mistyped folder would become a new, empty server.
  if (url === "" && stateOf(file).kind === "missing" && new DatabaseCopies(file).newestSound() === null)
    throw new StartRefused(`There is no server in ${config.data}: name its data folder with --data.`);
  const now = (): number => Date.now();
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  const { log, close } = openLog({ ...config, log: { ...config.log, console: "none" } });
  const { store, replaced } = await openKeptStore(databaseOf(config), now());
  try {
    const vault = Vault.open(join(config.data, "secret.key"));
    const journal = new Journal(store, log, now, undefined, { sealer: vault });
    if (replaced !== null) await tellReplaced({ log, journal }, replaced);
    const answer = await work({ store, journal, log, vault, now });
    await journal.close();
    return answer;
  } finally {
    await store.destroy();
    close();
  }
}
