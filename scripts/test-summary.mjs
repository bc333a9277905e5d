/**
 * Reads the reports of a gate's runners: counts, each failed test with the first lines of its reason, and each test that
 * passed only when it was run again. Vitest and Playwright write their JSON into one folder; a missing report counts nothing.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const REASON_LINES = 8;
const REASON_COLUMNS = 240;

/** @typedef {{ passed: number, failed: number, skipped: number, flaky: string[], failures: string[] }} Summary */

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null);

/** The reason without colours, indented, and not longer than a screen. */
const reason = (text) =>
  stripVTControlCharacters(String(text ?? "no message"))
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, REASON_LINES)
    .map((line) => `      ${line.trim().slice(0, REASON_COLUMNS)}`)
    .join("\n");

/** The specs of a Playwright suite and of all suites inside it. */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** @returns {Summary} */
function ofPlaywright(report) {
  const having = (status) => specsOf(report).filter((spec) => spec.tests.some((test) => test.status === status));
  const told = (spec, error) => `${spec.file}:${spec.line} ${spec.title}\n${reason(error?.message)}`;
  const errorsOf = (spec) => spec.tests.flatMap((test) => test.results).flatMap((result) => result.error ?? []);
  return {
    passed: report.stats.expected,
    failed: report.stats.unexpected,
    skipped: report.stats.skipped,
    flaky: having("flaky").map((spec) => told(spec, errorsOf(spec)[0])),
    failures: having("unexpected").map((spec) => told(spec, errorsOf(spec).at(-1))),
  };
}

/** @returns {Summary} */
function ofVitest(report, root, { flaky, errors }) {
  const failures = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === "failed");
    const path = relative(root, file.name);
    if (tests.length === 0 && file.status === "failed") return [`${path}\n${reason(file.message)}`];
    return tests.map((test) => `${path} ${test.fullName}\n${reason(test.failureMessages[0])}`);
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky,
    failures: [...failures, ...errors.map((error) => `an error\n${reason(error)}`)],
  };
}

/**
 * Sums up `names` (reports NAME.json, and NAME-more.json of scripts/gate-reporter.mjs) in `folder`.
 * @returns {Summary}
 */
export function summary(root, folder, names) {
  /** @type {Summary} */
  let total = { passed: 0, failed: 0, skipped: 0, flaky: [], failures: [] };
  for (const name of names) {
    const report = read(join(folder, `${name}.json`));
    if (report === null) continue;
    const more = read(join(folder, `${name}-more.json`)) ?? { flaky: [], errors: [] };
    const one = report.stats ? ofPlaywright(report) : ofVitest(report, root, more);
    total = {
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
      flaky: [...total.flaky, ...one.flaky],
      failures: [...total.failures, ...one.failures],
    };
  }
  return total;
}
