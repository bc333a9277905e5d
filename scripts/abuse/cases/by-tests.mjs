import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Cases that need no whole process: the unit tests that hold them are run, and their figure is how many pass. */
const byTests = (id, tried, ...files) => ({
  id,
  tried,
  bar: "all tests pass",
  async run(ground) {
    const report = join(ground.folder(), "report.json");
    const vitest = join(import.meta.dirname, "../../../node_modules/vitest/vitest.mjs");
    const root = join(import.meta.dirname, "../../..");
    const args = [vitest, "run", "--project=node*", "--reporter=json", `--outputFile=${report}`, ...files];
    spawnSync(process.execPath, args, { cwd: root, stdio: "ignore" });
    const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, "utf8"));
    // A file that was moved away would leave nothing to fail.
    return {
      figure: `${numPassedTests} of ${numTotalTests} tests`,
      held: numTotalTests > 0 && numPassedTests === numTotalTests,
    };
  },
});

export const heldByTests = [
  byTests(
    "A4",
    "Addresses of cameras that lead to the machine itself, in many spellings",
    "test/recorder/abuse/addresses.test.ts",
  ),
  byTests(
    "A5",
    "Archives uploaded as a client: paths that leave, links, bombs, mutations",
    "test/recorder/abuse/archives.test.ts",
  ),
  byTests(
    "A8",
    "Sockets and calls from pages of other sites",
    "test/recorder/http/server/origins.test.ts",
    "test/recorder/http/server/cross-site.test.ts",
  ),
  byTests("A13", "Every call by every role on own and foreign cameras", "test/recorder/http/access-matrix.test.ts"),
  byTests(
    "A15",
    "Cameras that lie, dribble, redirect and send bombs beside a good one",
    "test/recorder/abuse/hostile-camera.test.ts",
    "test/recorder/abuse/neighbours.test.ts",
  ),
  byTests("A17", "Input that would become an argument of another program", "test/recorder/abuse/processes.test.ts"),
  byTests("A18", "Names that break lines, headers and pages", "test/recorder/abuse/names.test.ts"),
  byTests("A22", "Members that no call offers, prototypes, wrong types", "test/recorder/abuse/bodies.test.ts"),
  byTests(
    "A23",
    "10,000 packets of rubbish per second and 1,000 offers at a viewer's WebRTC",
    "test/recorder/abuse/webrtc.test.ts",
  ),
];
