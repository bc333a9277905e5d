import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod/mini";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const FOLDERS = ["src", "workers", "recorder", "demo", "scripts", "bench", "e2e", "test"];

/** Packages that another tool finds by their name, with the name of that tool. */
const FOUND_BY_NAME: Readonly<Record<string, string>> = {
  jsdom: "the environment of Vitest that tests name in their first line",
  "oxlint-tsgolint": "what `oxlint --type-aware` runs",
};

const Manifest = z.object({
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const Lock = z.object({
  packages: z.record(z.string(), z.object({ bin: z.optional(z.record(z.string(), z.string())) })),
});
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));

const sources = [
  "vite.config.ts",
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  ),
]
  .filter((path) => /\.(ts|tsx|mts|mjs|css)$/.test(path) && !path.endsWith(".d.mts"))
  .map((path) => readFileSync(join(root, path), "utf8"));

/** The package of a specifier: its first segment, or its first two when it has a scope. */
const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
const IMPORTED = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bresolve\(\s*|@import\s+)["']([^."'#][^"']*)["']/gu;
const FROM_FOLDER = /node_modules\/((?:@[\w.-]+\/)?[\w.-]+)/gu;

test("every package that package.json names is imported, run, or found by its name", () => {
  const { scripts, dependencies, devDependencies } = Manifest.parse(readJson("package.json"));
  const { packages } = Lock.parse(readJson("package-lock.json"));
  const imported = new Set(
    sources.flatMap((text) =>
      [IMPORTED, FROM_FOLDER].flatMap((pattern) =>
        [...text.matchAll(pattern)].map((found) => packageOf(found[1] ?? "")),
      ),
    ),
  );
  const commands = new Set(Object.values(scripts).flatMap((line) => line.split(/\s+/)));
  const isUsed = (name: string): boolean =>
    imported.has(name) ||
    name in FOUND_BY_NAME ||
    Object.keys(packages[`node_modules/${name}`]?.bin ?? {}).some((command) => commands.has(command)) ||
    // A types package is needed for a package that is used; Node's own types are always needed.
    (name.startsWith("@types/") && (name === "@types/node" || imported.has(name.slice("@types/".length))));
  const named = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !isUsed(name))).toEqual([]);
  expect(Object.keys(FOUND_BY_NAME).filter((name) => !named.includes(name))).toEqual([]);
});
