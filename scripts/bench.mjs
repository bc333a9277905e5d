/**
 * `npm run bench [-- quick] [name…]`: runs every bench/**\/*.bench.ts in Node (bundled) and every bench/**\/run.mjs (Chromium,
 * recorder) and prints one table of ratios against the baselines measured in the same run. Also written to bench/results/.
 * `quick` passes --quick to the runners. `--report` measures the wall alone with this machine's GPU, and prints a table to paste. Exit code 0 even when a target is missed: a bench reports, it does not gate.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { ensureProductBuilt } from "../bench/support/built.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const quick = process.argv.includes("quick") || process.argv.includes("--quick");
const wanted = process.argv.slice(2).filter((word) => word !== "quick" && word !== "--quick");

if (wanted.includes("--report")) {
  const words = ["bench/page/run.mjs", "--gpu", "--only=wall,idle,upload,dewarp", ...(quick ? ["--quick"] : [])];
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  if (status === 0) {
    process.stdout.write(readFileSync(join(root, "bench/results/page.md"), "utf8"));
    process.stdout.write(
      "\nTo paste: what stands above, with the name of the machine. It is in bench/results/page.md.\n",
    );
  }
  process.exit(status ?? 1);
}

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}
const all = [...files(join(root, "bench"))].filter(
  (path) => path.endsWith(".bench.ts") || basename(path) === "run.mjs",
);
const chosen = all.filter((path) => wanted.length === 0 || wanted.some((word) => relative(root, path).includes(word)));

const usesProduct = (path) => /support\/(product|recorder)\.mjs/.test(readFileSync(path, "utf8"));

function tryToBuildProduct() {
  try {
    ensureProductBuilt();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
  }
}

async function bundled(path) {
  const file = join(root, ".cache/bench", `${basename(path, ".ts")}.mjs`);
  const bundle = await rolldown({
    cwd: root,
    input: path,
    platform: "node",
    external: (id) => /^[a-z@]/.test(id),
    logLevel: "warn",
  });
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return file;
}

const rows = [];
const notRun = [];
for (const path of chosen) {
  // The suites of the whole product share one build; a suite that finds none tries again and says why it fails.
  if (usesProduct(path)) tryToBuildProduct();
  const script = path.endsWith(".ts") ? await bundled(path) : path;
  process.stderr.write(`-- ${relative(root, path)}\n`);
  const { stdout, status } = spawnSync(process.execPath, [script, ...(quick ? ["--quick"] : [])], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const line of stdout.split("\n"))
    if (line.startsWith("{")) rows.push({ suite: relative(join(root, "bench"), path), ...JSON.parse(line) });
  if (status !== 0) notRun.push(`${relative(join(root, "bench"), path)} (exit ${status})`);
}

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
const number = (value) => (Number.isFinite(value) ? value.toPrecision(3) : "-");
const verdict = (row) => (row.ok === undefined ? (row.ratio <= row.target ? "yes" : "no") : row.ok ? "yes" : "no");
const table = [
  `Measured at ${commit}, Node ${process.version}, ${cpus().length} cores.`,
  "",
  "| suite | measure | ratio | target | met | detail |",
  "|---|---|---|---|---|---|",
  ...rows.map(
    (row) =>
      `| ${row.suite} | ${row.name} | ${number(row.ratio)} | ${row.targetText ?? `<= ${number(row.target)}`} | ${verdict(row)} | ${row.detail ?? ""} |`,
  ),
  "",
].join("\n");
mkdirSync(join(root, "bench/results"), { recursive: true });
writeFileSync(join(root, "bench/results/latest.md"), table);
writeFileSync(join(root, "bench/results/latest.json"), `${JSON.stringify(rows, null, 2)}\n`);
process.stdout.write(`${table}\n`);
const ran = chosen.length - notRun.length;
process.stdout.write(`${ran} of ${chosen.length} suites ran to their end.\n`);
if (notRun.length > 0)
  process.stdout.write(`Not to its end, so that rows are missing: ${notRun.join(", ")}. Its error stands above.\n`);
