/**
 * `npm test`, the whole gate, each step in its own process: format, lint, walls, types, unit tests, browser tests, build, end to
 * end. A step that fails fails the gate; the later ones run all the same, so that one run tells everything (`--bail` stops there).
 * Unit and end-to-end tests that fail are run once more, and are counted as flaky in the last line when they pass then.
 * Ends with the tests that failed, each with its reason, and one line "N passed, N failed" over all test runners.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "./machine/chromium.mjs";
import { ensureForeignTools } from "./machine/foreign-tools.mjs";
import { postgresPlace } from "./machine/postgres-place.mjs";
import { summary } from "./test-summary.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = join(root, ".cache/test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
process.env.PROSCENIUM_CHROMIUM = ensureChromium();
for (const missing of Object.values(ensureForeignTools())) if (missing !== null) process.stdout.write(`${missing}\n`);
process.env.PROSCENIUM_E2E_RETRY = "1";

const bin = (name) => join(root, "node_modules/.bin", name);
/** @returns {[string, string[]]} */
const vitest = (project, ...more) => [
  bin("vitest"),
  [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--reporter=${join(root, "scripts/gate-reporter.mjs")}`,
    `--outputFile.json=${join(results, `${project}.json`)}`,
    ...more,
  ],
];
/** Where a PostgreSQL server is installed the unit tests get one of their own; without one those of it are skipped. */
const withPostgres = (command, words) =>
  process.env.PROSCENIUM_TEST_POSTGRES || !postgresPlace()
    ? [command, words]
    : [process.execPath, [join(root, "scripts/postgres.mjs"), command, ...words]];
/** @type {[string, string, string[]][]} */
const steps = [
  ["format", bin("biome"), ["format", "."]],
  ["lint", bin("oxlint"), ["--deny-warnings", "--type-aware"]],
  ["walls (generated files)", process.execPath, [join(root, "scripts/generate-walls.mjs"), "--check"]],
  ["types", bin("tsc"), ["-b"]],
  ["walls (planted imports)", ...vitest("walls")],
  ["unit", ...withPostgres(...vitest("node", "--retry=1"))],
  ["browser", ...vitest("browser")],
  ["end to end", process.execPath, [join(root, "scripts/e2e.mjs")]],
];

const bail = process.argv.includes("--bail");
const failedSteps = [];
for (const [name, command, args] of steps) {
  const begun = Date.now();
  process.stdout.write(`\n== ${name}\n`);
  const { status, signal } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, FORCE_COLOR: "0" },
  });
  process.stdout.write(
    `== ${name}: ${status === 0 ? "ok" : `failed (${signal ?? status})`}, ${((Date.now() - begun) / 1000).toFixed(0)} s\n`,
  );
  if (status !== 0) {
    failedSteps.push(name);
    if (bail) break;
  }
}

const total = summary(root, results, ["walls", "node", "browser", "e2e"]);
for (const failure of total.failures) process.stdout.write(`\nfailed: ${failure}\n`);
if (failedSteps.length > 0) process.stdout.write(`\nThe gate failed at: ${failedSteps.join(", ")}\n`);
const flaky = total.flaky === 0 ? "" : `, ${total.flaky} flaky (passed when run again: to be repaired)`;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped${flaky}\n`);
process.exit(failedSteps.length > 0 || total.passed === 0 ? 1 : 0);
