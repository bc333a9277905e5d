import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface SharedRecorder {
  readonly url: string;
  readonly password: string;
  readonly dataDir: string;
  /** the one origin of the recorder's list of hosts (http.embed-origins); the spec that embeds opens its site there */
  readonly friend: string;
}

/** The recorder that the global setup started, or the one that was named: several runs may name different ones. */
export function shared(): SharedRecorder {
  return (
    namedRecorder() ??
    (JSON.parse(
      readFileSync(join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), ".cache/e2e/shared.json"), "utf8"),
    ) as SharedRecorder)
  );
}

/** The recorder of the environment, null when none is named there. */
export function namedRecorder(): SharedRecorder | null {
  const { PROSCENIUM_E2E_URL: url, PROSCENIUM_E2E_PASSWORD: password, PROSCENIUM_E2E_FRIEND: friend } = process.env;
  return url && password ? { url, password, dataDir: "", friend: friend ?? "" } : null;
}
