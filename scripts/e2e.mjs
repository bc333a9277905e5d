/**
 * Builds client (mode e2e: with the test window) and recorder, then runs Playwright with the given arguments. Without
 * arguments it first runs the specs that may run in parallel, then those that must run alone. `--build-only` only
 * builds, also the recorder of the unit tests that begin whole ones; with PROSCENIUM_E2E_PREBUILT it does not build.
 */
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildRecorder, testEntries } from "./build-recorder.mjs";
import { ensureChromium, ensureHeadlessShell } from "./machine/chromium.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.env.PROSCENIUM_CHROMIUM = ensureChromium();
process.env.PROSCENIUM_HEADLESS_SHELL = ensureHeadlessShell() ?? "";
const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: process.env });
  if (status !== 0) process.exit(status ?? 1);
};

const outDir = join(root, ".cache/e2e");

/** Draws the demo cameras' videos where they are missing, in parallel to the build: recorders take copies of them. */
function drawDemo(dir) {
  const main = join(outDir, "recorder/demo.js");
  const child = spawn(process.execPath, [main, "--data", dir, "--no-discovery"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      if (said.includes('"ready":true')) child.kill("SIGTERM");
    });
    child.on("error", reject);
    child.on("exit", (code) => {
      // Each recorder has its own password for its cameras.
      rmSync(join(dir, "password"), { force: true });
      if (said.includes('"ready":true')) resolve();
      else reject(new Error(`the demo cameras' videos were not drawn (${code}):\n${said}`));
    });
  });
}
if (!process.env.PROSCENIUM_E2E_PREBUILT) {
  await buildRecorder(join(outDir, "recorder"));
  const drawn = drawDemo(join(outDir, "demo"));
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
  await drawn;
}
const more = process.argv.slice(2);
const playwright = (args, report = "e2e") =>
  spawnSync(
    join(root, "node_modules/.bin/playwright"),
    ["test", "--config", join(root, "e2e/playwright.config.ts"), ...args],
    { cwd: root, stdio: "inherit", env: { ...process.env, PROSCENIUM_E2E_REPORT: report } },
  ).status ?? 1;
if (more.includes("--build-only")) {
  await buildRecorder(join(root, ".cache/tested-recorder"), testEntries);
  process.exit(0);
}
if (more.length > 0) process.exit(playwright(more));
// The second run starts also when the first one has failed, so that one call reports everything.
const together = playwright(["--project", "together-long", "together", "firefox", "in-pairs"]);
process.exit(playwright(["--project", "alone", "alone-recorded", "--workers", "1"], "e2e-alone") || together);
