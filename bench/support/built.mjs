/** The build that the end-to-end tests use, for benches and soaks of the whole product. */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Builds client, recorder and demo videos from the sources as they are now, so that no bench measures an older state. With
 * PROSCENIUM_E2E_PREBUILT the build that exists is taken; `npm run bench` sets it after its first build. Throws when the
 * build fails.
 */
export function ensureProductBuilt() {
  if (process.env.PROSCENIUM_E2E_PREBUILT) return;
  // A bench prints its rows on stdout: what the build says goes to stderr.
  const { status } = spawnSync(process.execPath, [join(root, "scripts/e2e.mjs"), "--build-only"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error("the product could not be built: see the lines above");
  process.env.PROSCENIUM_E2E_PREBUILT = "1";
}
