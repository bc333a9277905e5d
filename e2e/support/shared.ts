import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { demoPasswordFile } from "./demo-password.ts";

export interface SharedRecorder {
  readonly url: string;
  readonly password: string;
  /** its data folder, on this machine */
  readonly dataDir: string;
  /** the only origin in the recorder's list of hosts (http.embed-origins); the embedding spec opens its site there */
  readonly friend: string;
}

const cache = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), ".cache/e2e");

/**
 * The file in which the global setup describes the recorder of each worker: workers that run in parallel have one each.
 */
export const sharedFile = (worker: number): string => join(cache, `shared-${worker}.json`);

/**
 * This worker's recorder, which the global setup started, or the named one: several runs may name different ones. A
 * worker that replaces an ended one has its number here.
 */
export function shared(): SharedRecorder {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
  return namedRecorder() ?? (JSON.parse(readFileSync(sharedFile(worker), "utf8")) as SharedRecorder);
}

/**
 * The recorder that the environment names, null when it names none. Throws when the variables are not sufficient for
 * every spec.
 */
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
