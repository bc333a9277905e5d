import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { demoPasswordFile } from "./demo-password.ts";

export interface SharedRecorder {
  readonly url: string;
  readonly password: string;
  /** its data folder, on this machine */
  readonly dataDir: string;
  /** the one origin of the recorder's list of hosts (http.embed-origins); the spec that embeds opens its site there */
  readonly friend: string;
}

const cache = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), ".cache/e2e");

/** Where the global setup says what the recorder of a worker is: those that run beside each other have one each. */
export const sharedFile = (worker: number): string => join(cache, `shared-${worker}.json`);

/**
 * This worker's recorder, which the global setup started, or the one that was named: several runs may name different ones.
 * A worker that takes the place of one that ended has its number here.
 */
export function shared(): SharedRecorder {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
  return namedRecorder() ?? (JSON.parse(readFileSync(sharedFile(worker), "utf8")) as SharedRecorder);
}

/** The recorder of the environment, null when none is named there. Throws when what is said of it is not enough for every spec. */
export function namedRecorder(): SharedRecorder | null {
  const { PROSCENIUM_E2E_URL: url, PROSCENIUM_E2E_PASSWORD: password } = process.env;
  const { PROSCENIUM_E2E_DATA: dataDir, PROSCENIUM_E2E_FRIEND: friend } = process.env;
  if (!url) return null;
  const refused = (why: string): Error => new Error(`PROSCENIUM_E2E_URL names a recorder (${url}), but ${why}`);
  if (!password) throw refused("PROSCENIUM_E2E_PASSWORD, its administrator's password, is not given");
  if (!dataDir) throw refused("PROSCENIUM_E2E_DATA, its data folder on this machine, is not given");
  if (!friend) throw refused("PROSCENIUM_E2E_FRIEND, an origin of its http.embed-origins, is not given");
  if (!existsSync(demoPasswordFile(dataDir)))
    throw refused(`${dataDir} is not its data folder, or it has no demo cameras`);
  return { url, password, dataDir, friend };
}
