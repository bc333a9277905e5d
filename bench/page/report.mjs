/** Prints the table of a run: rows compared with their targets. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { root } from "./host.mjs";

export const note = (text) => process.stderr.write(`   ${text}\n`);

export class Report {
  rows = [];
  about = { renderer: "", software: false, uploadPath: "" };
  browser = "";

  add({ name, ratio, atLeast = null, atMost = null, detail }) {
    const target = atLeast ?? atMost ?? Number.NaN;
    const targetText = atLeast !== null ? `>= ${String(atLeast)}` : atMost !== null ? `<= ${String(atMost)}` : "-";
    const ok = atLeast !== null ? ratio >= atLeast : atMost !== null ? ratio <= atMost : true;
    this.rows.push({ name, ratio, target, targetText, ok, detail });
    note(`${name}: ${ratio.toFixed(3)} (${targetText}) ${ok ? "" : "MISSED"}`);
  }

  /** Writes bench/results, prints the rows for `npm run bench` and the table. */
  write(quick) {
    const head = `${this.browser}, ${this.about.renderer}, ${this.about.software ? "software" : "hardware"} GL, upload path ${this.about.uploadPath}, ${cpus().length} cores, ${quick ? "quick" : "full"} run.`;
    const table = [
      head,
      "",
      "| measure | ratio | target | met | detail |",
      "|---|---|---|---|---|",
      ...this.rows.map(
        ({ name, ratio, targetText, ok, detail }) =>
          `| ${name} | ${ratio.toPrecision(3)} | ${targetText} | ${targetText === "-" ? "" : ok ? "yes" : "no"} | ${detail} |`,
      ),
      "",
    ].join("\n");
    mkdirSync(join(root, "bench/results"), { recursive: true });
    writeFileSync(join(root, "bench/results/page.md"), table);
    writeFileSync(
      join(root, "bench/results/page.json"),
      `${JSON.stringify({ about: this.about, quick, rows: this.rows }, null, 2)}\n`,
    );
    for (const row of this.rows)
      process.stdout.write(
        `${JSON.stringify({ ...row, detail: `${row.detail} (${this.about.renderer.slice(0, 60)})` })}\n`,
      );
    process.stderr.write(`\n${table}`);
  }
}
