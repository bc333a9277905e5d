import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

interface SharedRecorder {
  readonly url: string;
  readonly password: string;
  readonly dataDir: string;
}

/** The recorder that the global setup started, or the one that was named: several runs may name different ones. */
export function shared(): SharedRecorder {
  const { PROSCENIUM_E2E_URL: url, PROSCENIUM_E2E_PASSWORD: password } = process.env;
  if (url && password) return { url, password, dataDir: "" };
  return JSON.parse(
    readFileSync(join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), ".cache/e2e/shared.json"), "utf8"),
  ) as SharedRecorder;
}
