/** Builds client (mode e2e: with the test window) and recorder, then runs Playwright with the arguments given. */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildRecorder } from "./build-recorder.mjs";
import { ensureChromium } from "./chromium.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.env.PROSCENIUM_CHROMIUM = ensureChromium();
const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: process.env });
  if (status !== 0) process.exit(status ?? 1);
};

const outDir = join(root, ".cache/e2e");
if (!process.env.PROSCENIUM_E2E_PREBUILT) {
  run(process.execPath, [
    join(root, "node_modules/vite/bin/vite.js"),
    "build",
    "--mode",
    "e2e",
    "--outDir",
    join(outDir, "client"),
    "--emptyOutDir",
    "--logLevel",
    "warn",
  ]);
  await buildRecorder(join(outDir, "recorder"));
}
run(join(root, "node_modules/.bin/playwright"), [
  "test",
  "--config",
  join(root, "e2e/playwright.config.ts"),
  ...process.argv.slice(2),
]);
