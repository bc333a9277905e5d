/** Computes for the gate's last lines where its time went: by step, and the files whose tests took longest. */
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const SLOWEST = 10;

/** @typedef {{ file: string, seconds: number }} FileTime */

const suitesOf = (suite) => [suite, ...(suite.suites ?? []).flatMap(suitesOf)];

/** @returns {FileTime[]} */
const ofPlaywright = (report) =>
  report.suites.map((suite) => ({
    file: `e2e/specs/${suite.file}`,
    seconds: suitesOf(suite)
      .flatMap(({ specs }) => specs ?? [])
      .flatMap(({ tests }) => tests)
      .flatMap(({ results }) => results)
      .reduce((sum, { duration }) => sum + duration / 1000, 0),
  }));

/** @returns {FileTime[]} */
const ofVitest = (report, root) =>
  report.testResults.map(({ name, assertionResults }) => ({
    file: relative(root, name),
    seconds: assertionResults.reduce((sum, { duration }) => sum + (duration ?? 0) / 1000, 0),
  }));

/**
 * @param {readonly { name: string, seconds: number }[]} steps
 * @param {number} seconds of all of them, which run beside each other
 * @param {readonly string[]} reports Vitest's and Playwright's JSON files; those that are missing count nothing
 */
export function timeTable(steps, seconds, reports, root) {
  const files = reports
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, "utf8")))
    .flatMap((report) => (report.stats ? ofPlaywright(report) : ofVitest(report, root)))
    .toSorted((one, other) => other.seconds - one.seconds);
  const row = (name, value) => `${value.toFixed(0).padStart(6)} s  ${name}`;
  return [
    "Times by step (some run beside each other):",
    ...steps.map((step) => row(step.name, step.seconds)),
    row("all", seconds),
    "",
    "The files whose tests took longest:",
    ...files.slice(0, SLOWEST).map(({ file, seconds: one }) => row(file, one)),
  ].join("\n");
}
