/**
 * Many random seeks in recordings of the real recorder, each compared with the picture that was recorded for that
 * moment: `node scripts/soak/seeks.mjs [seeks]` (default 200; some minutes). Prints how many seeks showed another
 * picture. It is the e2e spec of the same name with more seeks; it also measures the spread of the linked players at
 * every speed.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const seeks = Number(process.argv[2] ?? 200);
const { status } = spawnSync(
  process.execPath,
  [join(root, "scripts/e2e.mjs"), "playback.spec.ts", "-g", "random seeks|linked players"],
  { cwd: root, stdio: "inherit", env: { ...process.env, PROSCENIUM_SEEKS: String(seeks) } },
);

/** The specs put their measurements into their annotations. */
function* annotations(suite) {
  for (const spec of suite.specs ?? [])
    for (const test of spec.tests)
      for (const { type, description } of test.annotations) yield `${spec.title}: ${type}: ${description}`;
  for (const inner of suite.suites ?? []) yield* annotations(inner);
}
const report = JSON.parse(readFileSync(join(root, ".cache/test-results/e2e.json"), "utf8"));
for (const line of annotations(report)) process.stdout.write(`${line}\n`);
process.exit(status ?? 1);
