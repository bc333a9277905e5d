/**
 * Reports facts that Vitest's own report leaves out, for the gate's last lines: tests that passed only when run again,
 * and errors outside of any test (they fail the run too). Both are written to .cache/test-results/REPORT-more.json.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export default class GateReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${module.relativeModuleId}: ${test.fullName}`),
    );
    const errors = unhandledErrors.map(({ name, message, stack, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test }) =>
      [`outside of a test, while ${test ?? "none"} of ${path ?? "no file"} ran`, stack ?? `${name}: ${message}`].join(
        "\n",
      ),
    );
    for (const name of flaky) process.stdout.write(`\nflaky: ${name}\n`);
    // The gate names each report after the first project of its run.
    const at = process.argv.indexOf("--project");
    if (at < 0) return;
    writeFileSync(
      fileURLToPath(new URL(`../.cache/test-results/${process.argv[at + 1]}-more.json`, import.meta.url)),
      JSON.stringify({ flaky, errors }),
    );
  }
}
