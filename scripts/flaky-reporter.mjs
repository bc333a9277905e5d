/**
 * Names the tests that passed only when run again: printed, and as a JSON array of full names in
 * .cache/test-results/PROJECT-flaky.json for the count in the gate's last line.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export default class FlakyReporter {
  onTestRunEnd(modules) {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky).map((test) => [module, test]),
    );
    if (flaky.length === 0) return;
    const names = flaky.map(([module, test]) => `${module.relativeModuleId}: ${test.fullName}`);
    process.stdout.write(`\nflaky: ${names.join("\nflaky: ")}\n`);
    const project = flaky[0][0].project.name;
    writeFileSync(
      fileURLToPath(new URL(`../.cache/test-results/${project}-flaky.json`, import.meta.url)),
      JSON.stringify(names),
    );
  }
}
