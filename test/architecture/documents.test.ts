/** The documents for people: the changelog that the version page shows, and links and commands that must work. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { CLIENT_VERSION } from "#domain/limits/session.ts";
import { layers } from "./layers.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const manifest: { readonly version: string; readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  read("package.json"),
);
/** The README of a folder, at most five lines: what the folder contains, what it does not, and its rule. */
const folderNotes = ["src", "recorder", "demo", "workers", "shaders", "test", "bench", "e2e", "scripts"].flatMap(
  (top) =>
    readdirSync(join(root, top), { recursive: true, encoding: "utf8" })
      .map((path) => join(top, path).replaceAll("\\", "/"))
      .filter((path) => path.endsWith("/README.md")),
);
const documents = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].filter((path) => existsSync(join(root, path))),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `docs/${path}`),
  ...folderNotes,
];

/** The heading of each release and the lines below it. */
const releases = read("CHANGELOG.md")
  .split(/^## /mu)
  .slice(1)
  .map((text) => text.trimEnd().split("\n"));

test("the changelog begins with what is to come, and has the version of this package with its day", () => {
  expect(releases[0]?.[0]).toBe("Unreleased");
  expect(manifest.version).toBe(CLIENT_VERSION);
  expect(releases.map(([title]) => title?.split(" - ")[0])).toContain(manifest.version);
  for (const [title] of releases.slice(1)) expect(title).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}$/u);
});

test("a release has at most 60 short lines, under the headings of Keep a Changelog, and shows as plain text", () => {
  for (const [title, ...lines] of releases) {
    expect(lines.length, title).toBeLessThanOrEqual(60);
    expect(lines.filter((line) => line.length > 450)).toEqual([]);
    const headings = lines.filter((line) => line.startsWith("#"));
    expect(headings.filter((line) => !/^### (?:Added|Changed|Deprecated|Removed|Fixed|Security)$/u.test(line))).toEqual(
      [],
    );
    // The version page shows the text unchanged: therefore no markup inside a line, and no line break inside an entry,
    // because the page wraps.
    expect(lines.filter((line) => /\*\*|\]\(|^\s+\S/u.test(line))).toEqual([]);
  }
});

test.each(documents)("%s: its links lead to files, and its npm commands exist", (path) => {
  const text = read(path);
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/gu)].map(([, target]) => target ?? "");
  const away = links.filter((target) => !/^https?:/u.test(target) && !existsSync(join(root, dirname(path), target)));
  expect(away).toEqual([]);
  const commands = [...text.matchAll(/npm run ([a-z][\w:-]*)/gu)].map(([, name]) => name ?? "");
  expect(commands.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

test.each(documents)("%s: the files and folders of the repository that it names are there", (path) => {
  const named = [
    ...read(path).matchAll(/`((?:src|recorder|demo|test|e2e|bench|scripts|docs|workers|shaders)\/[\w./-]+)`/gu),
  ];
  expect(named.map(([, name]) => name ?? "").filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

test("every layer and every room of the recorder has a README.md", () => {
  const places = Object.values(layers).map(({ dir }) => `${dir}/README.md`);
  expect(places.length).toBeGreaterThan(30);
  expect(places.filter((path) => !folderNotes.includes(path))).toEqual([]);
});

test.each(folderNotes)("%s: the folder's name, and at most five lines below it", (path) => {
  const [title, ...lines] = read(path)
    .split("\n")
    .filter((line) => line.trim() !== "");
  expect(title).toBe(`# ${dirname(path)}`);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(5);
});

test.each(folderNotes)("%s: the files and folders that it names from where it stands are there", (path) => {
  const named = [...read(path).matchAll(/`([\w.-]+(?:\.(?:ts|tsx|mjs|css|glsl)|\/))`/gu)].map(([, name]) => name ?? "");
  expect(named.filter((name) => !existsSync(join(root, dirname(path), name)))).toEqual([]);
});
