/**
 * Many random seeks on recordings of the real recorder, each compared with the picture that was recorded for that moment:
 * `node scripts/soak/seeks.mjs [seeks]` (default 200; some minutes). Prints how many landed on another picture. It is the
 * e2e spec of the same name with more seeks; also the spread of the linked players at every speed is measured.
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

/** What the specs measured stands in their annotations. */
function* annotations(suite) {
  for (const spec of suite.specs ?? [])
    for (const test of spec.tests)
      for (const { type, description } of test.annotations) yield `${spec.title}: ${type}: ${description}`;
  for (const inner of suite.suites ?? []) yield* annotations(inner);
}
const report = JSON.parse(readFileSync(join(root, ".cache/test-results/e2e.json"), "utf8"));
for (const line of annotations(report)) process.stdout.write(`${line}\n`);
process.exit(status ?? 1);
