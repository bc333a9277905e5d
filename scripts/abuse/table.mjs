/** The table of docs/trust.md: one row for each case, newest figure; cases that did not run now keep their row. */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";

const BEGIN = "<!-- abuse:begin -->";
const END = "<!-- abuse:end -->";
const HEAD = ["| case | what is tried | figure | bar | | date | machine |", "|---|---|---|---|---|---|---|"];

const cell = (text) => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
const WORDS = new Map([
  [true, "held"],
  [false, "**broken**"],
  [null, "not tried"],
]);

/** @returns the row of a case and its result `{figure, held}` */
export function rowOf({ id, tried, bar }, { figure, held }, date = new Date()) {
  // Others may want the processors as well: figures of a busy machine are worse.
  const load = loadavg()[0] / availableParallelism();
  const machine = `${availableParallelism()} cores (load ${load.toFixed(1)} each), Node ${process.version.slice(1)}`;
  const cells = [id, tried, figure, bar, WORDS.get(held), date.toISOString().slice(0, 10), machine];
  return `| ${cells.map(cell).join(" | ")} |`;
}

/** Writes rows (by id) into the document; those of cases that are gone disappear. */
export function writeRows(path, ids, rows) {
  const text = readFileSync(path, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  const old = text.slice(from, to).split("\n");
  const lines = ids.flatMap((id) => rows.get(id) ?? old.find((line) => line.startsWith(`| ${id} |`)) ?? []);
  writeFileSync(path, `${text.slice(0, from)}${[BEGIN, ...HEAD, ...lines].join("\n")}\n${text.slice(to)}`);
}

export const tableOf = (rows) => [...HEAD, ...rows].join("\n");
