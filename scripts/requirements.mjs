/**
 * `npm run requirements`: writes docs/requirements.md from docs/requirements/*.json. A row is one sentence that is promised, the
 * section of the document that it stands in, the tests that fail when it stops being true, and what of it is missing (`gap`).
 * test/architecture/requirements.test.ts asks `faults`, `unnamed` and `page`, so a row whose test is gone, a section without rows, a test
 * without a row and a page that was written by hand fail the gate. The documents themselves are not needed: their sections are named here.
 */
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pagePath = join(root, "docs/requirements.md");

/** A test file, or one test in it by its name as it is written in the file. */
const test = z.union([z.string(), z.strictObject({ file: z.string(), test: z.string() })]);
const row = z.strictObject({
  section: z.string(),
  part: z.optional(z.string()),
  sentence: z.string(),
  tests: z.optional(z.array(test)),
  /** set where the document refers to the other one: "administration 7" */
  see: z.optional(z.string()),
  gap: z.optional(z.string()),
});
const schema = z.strictObject({ title: z.string(), rows: z.array(row) });

/** The sections of both documents and the headings inside them. Each must have rows. */
const documents = {
  client: {
    1: ["What the product does and for whom"],
    2: [
      "Screens and routes",
      "Routes",
      "Sign-in screen",
      "Top bar and menu",
      "Stage",
      "Stage control bar",
      "Player",
      "Dialogs",
      "Export dialog",
      "Advanced settings",
      "Single player page",
    ],
    3: ["Entities and their fields"],
    4: ["States and transitions"],
    5: ["Validation rules"],
    6: ["Roles and permissions"],
    7: ["Calls"],
    8: ["Error catalogue"],
    9: ["Business constants and limits"],
  },
  administration: {
    1: ["What the product does and for whom"],
    2: [
      "Screens and routes",
      "Routes",
      "Camera administration",
      "Activation",
      "Retention policy",
      "Users",
      "System status",
      "System report",
      "Version information",
      "Servers dashboard (aggregator)",
    ],
    3: ["Entities and their fields"],
    4: ["States and transitions"],
    5: ["Validation rules"],
    6: ["Roles and permissions"],
    7: ["The calls it makes"],
    8: ["Error catalogue"],
    9: ["Business constants and limits"],
  },
  /**
   * Requirements that neither document contains but the product promises all the same: their sections are the ones that
   * the rows name.
   */
  product: {},
};

export function load() {
  return Object.keys(documents).map((name) => ({
    name,
    ...schema.parse(JSON.parse(readFileSync(join(root, `docs/requirements/${name}.json`), "utf8"))),
  }));
}

const fileOf = (entry) => (typeof entry === "string" ? entry : entry.file);
const isFile = (path) => existsSync(join(root, path)) && statSync(join(root, path)).isFile();

/** The faults of the rows, one line each. */
export function faults(data) {
  const wrong = [];
  for (const { name, rows } of data) {
    const sections = documents[name];
    for (const [section, [, ...parts]] of Object.entries(sections)) {
      const own = rows.filter((row) => row.section === section);
      if (own.length === 0) wrong.push(`${name}: section ${section} has no row`);
      for (const part of parts)
        if (!own.some((row) => row.part === part)) wrong.push(`${name}: "${part}" of section ${section} has no row`);
    }
    const seen = new Set();
    for (const row of rows) {
      const where = `${name} ${row.section}: "${row.sentence}"`;
      if (Object.keys(sections).length > 0 && !(row.section in sections)) wrong.push(`${where}: no such section`);
      const key = [row.section, row.part, row.sentence].join("\n");
      if (seen.has(key)) wrong.push(`${where} stands there twice`);
      seen.add(key);
      if ((row.tests ?? []).length === 0 && row.gap === undefined && row.see === undefined)
        wrong.push(`${where}: no test, and no gap that says so`);
      if (row.see !== undefined && !refersToRows(data, row.see)) wrong.push(`${where}: ${row.see} has no row`);
      for (const entry of row.tests ?? []) wrong.push(...faultsOfTest(entry).map((fault) => `${where}: ${fault}`));
    }
  }
  return wrong;
}

function refersToRows(data, see) {
  const [document, section] = see.split(" ");
  return data.some(({ name, rows }) => name === document && rows.some((row) => row.section === section));
}

function faultsOfTest(entry) {
  const file = fileOf(entry);
  if (!/^(?:test|e2e)\/.*\.(?:test|spec)\.tsx?$/u.test(file)) return [`${file} is no test file`];
  if (!isFile(file)) return [`${file} is not there`];
  if (typeof entry === "string" || readFileSync(join(root, file), "utf8").includes(entry.test)) return [];
  return [`${file} has no test "${entry.test}"`];
}

const heading = (name, section) => {
  const title = documents[name][section]?.[0];
  return title === undefined ? section : `${section} ${title}`;
};

const named = (entry) => (typeof entry === "string" ? `\`${entry}\`` : `\`${entry.file}\` ("${entry.test}")`);

const lines = (row) => [
  `- ${row.sentence}`,
  ...(row.see === undefined ? [] : [`  See ${row.see}.`]),
  ...(row.tests === undefined ? [] : [`  ${row.tests.map(named).join(", ")}`]),
  ...(row.gap === undefined ? [] : [`  **Gap:** ${row.gap}`]),
];

export function page(data) {
  const out = [
    "# Requirements, and the tests that hold them",
    "",
    "Written by `npm run requirements` from `docs/requirements/*.json`: change the rows there. Each row is a sentence of a document, or a promise",
    "beyond both, with the tests that fail when it stops being true. What is missing stands with its row, and together at the end.",
  ];
  for (const { name, title, rows } of data) {
    out.push("", `## ${title}`);
    let section = "";
    let part;
    for (const row of rows) {
      if (row.section !== section) out.push("", `### ${heading(name, row.section)}`, "");
      if (row.part !== undefined && (row.part !== part || row.section !== section)) {
        if (row.section === section) out.push("");
        out.push(`**${row.part}**`, "");
      }
      ({ section, part } = row);
      out.push(...lines(row));
    }
  }
  const gaps = data.flatMap(({ name, title, rows }) =>
    rows.flatMap((row) =>
      row.gap === undefined ? [] : [`- ${title}, ${heading(name, row.section)}, "${row.sentence}": ${row.gap}`],
    ),
  );
  const count = data.reduce((sum, { rows }) => sum + rows.length, 0);
  const files = new Set(data.flatMap(({ rows }) => rows.flatMap((row) => (row.tests ?? []).map(fileOf))));
  out.push(
    "",
    "## Known gaps",
    "",
    `${gaps.length} of ${count} rows, which name ${files.size} test files.`,
    "",
    ...gaps,
  );
  return `${out.join("\n")}\n`;
}

/** Test files that no row names: either they test something that nobody has promised, or a row is missing. */
export function unnamed(data) {
  const named = new Set(data.flatMap(({ rows }) => rows.flatMap((row) => (row.tests ?? []).map(fileOf))));
  return ["test", "e2e/specs"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
    )
    .filter((file) => /(?:\.test\.tsx?|^e2e\/.*\.spec\.ts)$/u.test(file) && !named.has(file));
}

export const pageAsItIs = () => (existsSync(pagePath) ? readFileSync(pagePath, "utf8") : "");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const data = load();
  const wrong = faults(data);
  for (const fault of wrong) process.stderr.write(`${fault}\n`);
  writeFileSync(pagePath, page(data));
  for (const file of unnamed(data)) process.stdout.write(`no row names ${file}\n`);
  process.exit(wrong.length > 0 ? 1 : 0);
}
