/**
 * `npm run abuse -- --all`, `npm run abuse -- A2 R3`: attacks and faults against a recorder that it builds and starts.
 * `--release` takes the rows of the promises of a release, `--list` says for how long each row is expected to run, and runs none.
 * `--write` writes docs/trust.md (`npm run trust` does so with all of them), `--quick` tries less (as the gate does), `--seed N` repeats a run.
 * The exit code is 1 when a case is broken.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cases } from "./catalogue.mjs";
import { buildForAbuse, root, runCase } from "./run-cases.mjs";
import { keep } from "./ground/keeper.mjs";
import { listOf, releaseIds } from "./expected-minutes.mjs";
import { rowOf, tableOf, writeRows } from "./table.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean" },
    release: { type: "boolean" },
    list: { type: "boolean" },
    quick: { type: "boolean" },
    write: { type: "boolean" },
    seed: { type: "string" },
    minutes: { type: "string" },
  },
});
const ids = cases.map(({ id }) => id);
const unknown = positionals.filter((id) => !ids.includes(id));
// `npm run trust` says --all itself: the narrower choice wins, `--release` or names.
const all = cases.flatMap(({ id, isLong }) => (isLong ? [] : [id]));
const picked = values.release ? releaseIds : positionals.length > 0 ? positionals : values.all ? all : [];
const minutesOfR27 = values.minutes === undefined ? undefined : Number(values.minutes);
if (values.list) {
  process.stdout.write(listOf(picked.length > 0 ? picked : ids, minutesOfR27));
  process.exit(0);
}
const chosen = cases.filter(({ id }) => picked.includes(id));
if (unknown.length > 0 || chosen.length === 0) {
  process.stderr.write(
    `${unknown.length > 0 ? `There is no ${unknown.join(", ")}. ` : ""}Cases: --all --release ${ids.join(" ")}\n`,
  );
  process.exit(2);
}
const say = (text) => void process.stderr.write(`  ${text}\n`);
// Inside the repository, because the bundle searches for packages from its own location; each run has its own.
mkdirSync(join(root, ".cache"), { recursive: true });
// A signal would leave no time to clean up: the keeper ends what the cases have begun.
const built = await buildForAbuse(mkdtempSync(join(root, ".cache/abuse-")));
keep("folder", built);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const rows = new Map();
let isBroken = false;
const fromMs = performance.now();
const minutesSince = (ms) => `${((performance.now() - ms) / 60_000).toFixed(1)} min`;
for (const each of chosen) {
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  const beganMs = performance.now();
  const result = await runCase(each, { built, isQuick: values.quick ?? false, seed, minutes, say });
  isBroken ||= result.held === false;
  rows.set(each.id, rowOf(each, result));
  process.stderr.write(`${rows.get(each.id)}\n  took ${minutesSince(beganMs)}\n`);
  if (values.write) writeRows(join(root, "docs/trust.md"), ids, rows);
}
process.stdout.write(`${tableOf(rows.values())}\n`);
process.stderr.write(`${chosen.length} cases took ${minutesSince(fromMs)}\n`);
rmSync(built, { recursive: true, force: true });
process.exit(isBroken ? 1 : 0);
