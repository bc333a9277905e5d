import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

interface SharedRecorder {
  readonly url: string;
  readonly password: string;
  readonly dataDir: string;
}

/** The recorder that the global setup started. */
export const shared = (): SharedRecorder =>
  JSON.parse(
    readFileSync(join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), ".cache/e2e/shared.json"), "utf8"),
  ) as SharedRecorder;
