/**
 * `npm test`, the whole gate, each step in its own process: format, lint, walls, types, unit tests, browser tests, build, end to
 * end; docs/gate.md says what each is and takes. A step that fails fails the gate; the later ones run all the same, so that
 * one run tells everything (`--bail` stops there). Unit and end-to-end tests that fail are run once more, and are counted as
 * flaky in the last line when they pass then. The gate ends with the times by step and of the slowest files, the tests that
 * failed, each with its reason, and one line "N passed, N failed" over all test runners.
 */
import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "./machine/chromium.mjs";
import { ensureFirefox } from "./machine/firefox.mjs";
import { ensureForeignTools } from "./machine/foreign-tools.mjs";
import { postgresPlace } from "./machine/postgres-place.mjs";
import { timeTable } from "./test-times.mjs";
import { summary } from "./test-summary.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = join(root, ".cache/test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
process.env.PROSCENIUM_CHROMIUM = ensureChromium();
for (const missing of [...Object.values(ensureForeignTools()), ensureFirefox()])
  if (missing !== null) process.stdout.write(`${missing}\n`);
process.env.PROSCENIUM_E2E_RETRY = "1";
process.env.PROSCENIUM_MODULE_CACHE = join(results, "modules");

const bin = (name) => join(root, "node_modules/.bin", name);
/**
 * The tests of some projects of vite.config.ts; their report is named after the first.
 * @returns {[string, string[]]}
 */
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
/**
 * Where a PostgreSQL server is installed, the unit tests get one of their own; without one the tests that need it are
 * skipped.
 */
const withPostgres = (command, words) =>
  process.env.PROSCENIUM_TEST_POSTGRES || !postgresPlace()
    ? [command, words]
    : [process.execPath, [join(root, "scripts/postgres.mjs"), command, ...words]];
/** @typedef {{ name: string, command: string, args: string[] }} Step */
/** @returns {Step} */
const step = (name, command, args) => ({ name, command, args });

/**
 * What runs beside each other: unit tests that share processes take one core and wait much; the other lane waits for browsers
 * and compilers. Tests with native video, real processes or real time, and those end to end, have the machine for themselves.
 * @type {Step[][][]}
 */
const stages = [
  [
    [step("unit", ...withPostgres(...vitest("node", "--project=node-screens", "--retry=1")))],
    [
      step("format", bin("biome"), ["format", "."]),
      step("walls (generated files)", process.execPath, [join(root, "scripts/generate-walls.mjs"), "--check"]),
      // Beside the unit tests it has one core: several checkers would each work out what they share.
      step("types", bin("tsc"), ["-b", "--checkers", "1"]),
      step("lint", bin("oxlint"), ["--deny-warnings", "--type-aware"]),
      step("walls (planted imports)", ...vitest("walls")),
      step("browser", ...vitest("browser")),
      step("build for end to end", process.execPath, [join(root, "scripts/e2e.mjs"), "--build-only"]),
    ],
  ],
  [[step("unit, own processes", ...withPostgres(...vitest("node-own", "--project=node-real-time", "--retry=1")))]],
  [[step("end to end", process.execPath, [join(root, "scripts/e2e.mjs")])]],
];

const reports = ["walls", "node", "node-own", "browser", "e2e", "e2e-alone"];
const bail = process.argv.includes("--bail");
const failedSteps = [];
/** @type {{ name: string, seconds: number }[]} */
const times = [];

/**
 * Of a step that runs beside another what it prints comes in one piece when it is over.
 * @param {Step} one
 */
async function pass({ name, command, args }, alone) {
  const begun = Date.now();
  if (alone) process.stdout.write(`\n== ${name}\n`);
  // Compiler and linter are written in Go: by itself it clears its memory so often that this takes a quarter of their time.
  const env = { ...process.env, FORCE_COLOR: "0", GOGC: "400" };
  // This runs after the build of the stage before.
  if (alone && !failedSteps.includes("build for end to end")) {
    env.PROSCENIUM_E2E_PREBUILT = "1";
    env.PROSCENIUM_TESTED_RECORDER = join(root, ".cache/tested-recorder");
  }
  const child = spawn(command, args, { cwd: root, stdio: alone ? "inherit" : ["ignore", "pipe", "pipe"], env });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8");
    stream?.on("data", (text) => void (said += text));
  }
  const status = await new Promise((resolve) => {
    child.once("error", (error) => resolve(String(error)));
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  const seconds = (Date.now() - begun) / 1000;
  times.push({ name, seconds });
  if (!alone) process.stdout.write(`\n== ${name}\n${said}`);
  process.stdout.write(`== ${name}: ${status === 0 ? "ok" : `failed (${status})`}, ${seconds.toFixed(0)} s\n`);
  if (status !== 0) failedSteps.push(name);
}

const begun = Date.now();
for (const lanes of stages) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const one of lane) if (!bail || failedSteps.length === 0) await pass(one, lanes.length === 1);
    }),
  );
}

process.stdout.write(
  `\n${timeTable(
    times,
    (Date.now() - begun) / 1000,
    reports.map((name) => join(results, `${name}.json`)),
    root,
  )}\n`,
);
const total = summary(root, results, reports);
for (const test of total.flaky) process.stdout.write(`\nflaky: ${test}\n`);
for (const failure of total.failures) process.stdout.write(`\nfailed: ${failure}\n`);
if (failedSteps.length > 0) process.stdout.write(`\nThe gate failed at: ${failedSteps.join(", ")}\n`);
const again = total.flaky.length;
const flaky = again === 0 ? "" : `, ${again} flaky (passed when run again: to be repaired)`;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped${flaky}\n`);
process.exit(failedSteps.length > 0 || total.passed === 0 ? 1 : 0);
