import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inFrames, layers } from "./layers.mjs";

// Tests the walls themselves, because a gate that accepts everything is useless. A copy of the repository with one file
// per layer gets forbidden imports, each in a file of its own, and the linter or the compiler must refuse every one.

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const names = Object.keys(layers);
let house = "";

const specOf = (name: string) => layers[name] ?? expect.fail(`no layer ${name}`);
/** The file that other layers of the copy import. */
const room = (name: string): string => join(specOf(name).dir, "planted-room.ts");
const specifier = (from: string, name: string): string => {
  if (name !== "workers") return `#${name}/planted-room.ts`;
  return `${"../".repeat(specOf(from).dir.split("/").length)}workers/planted-room.ts`;
};

interface Planted {
  readonly layer: string;
  /** the forbidden thing, for the message of a failure */
  readonly what: string;
  readonly source: string;
  /** a folder of the layer; absent: the layer's own */
  readonly inside?: string;
}

/**
 * Plants all violations at once and returns which of them the gate refused: the linter first, and the compiler for
 * those that the linter accepts.
 */
function refusals(planted: readonly Planted[]): Planted[] {
  const files = planted.map(({ layer, inside = "" }, index) =>
    join(specOf(layer).dir, inside, `planted-visitor-${index}.ts`),
  );
  planted.forEach(({ source, layer, inside = "" }, index) => {
    mkdirSync(join(house, specOf(layer).dir, inside), { recursive: true });
    writeFileSync(join(house, files[index] ?? ""), source);
  });
  try {
    const lint = spawnSync(
      join(root, "node_modules/.bin/oxlint"),
      ["--deny-warnings", "--format=unix", ...names.map((name) => specOf(name).dir)],
      {
        cwd: house,
        encoding: "utf8",
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    const passed = planted.filter((_one, index) => !lint.stdout.includes(`${files[index]}:`));
    if (passed.length === 0) return [...planted];
    const compile = spawnSync(
      join(root, "node_modules/.bin/tsc"),
      ["-b", "--pretty", "false", ...new Set(passed.map(({ layer }) => specOf(layer).dir))],
      { cwd: house, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
    );
    const output = lint.stdout + compile.stdout;
    // The compiler reports `file(line,column)` of the import.
    return planted.filter((_one, index) => output.includes(`${files[index]}:`) || output.includes(`${files[index]}(`));
  } finally {
    for (const file of files) rmSync(join(house, file), { force: true });
  }
}

/** Expects that the gate refuses each violation, and names those that it accepted. */
function expectRefused(planted: readonly Planted[]): void {
  const refused = new Set(refusals(planted));
  expect(planted.filter((one) => !refused.has(one)).map(({ layer, what }) => `${layer}: ${what}`)).toEqual([]);
  expect(planted.length).toBeGreaterThan(0);
}

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), "proscenium-walls-"));
  for (const file of ["package.json", "tsconfig.base.json", ".oxlintrc.json"]) {
    writeFileSync(join(house, file), readFileSync(join(root, file)));
  }
  symlinkSync(join(root, "node_modules"), join(house, "node_modules"));
  mkdirSync(join(house, "shaders"));
  writeFileSync(join(house, "shaders/shaders.d.ts"), readFileSync(join(root, "shaders/shaders.d.ts")));
  for (const name of names) {
    const { dir } = specOf(name);
    mkdirSync(join(house, dir), { recursive: true });
    writeFileSync(join(house, dir, "tsconfig.json"), readFileSync(join(root, dir, "tsconfig.json")));
    writeFileSync(
      join(house, room(name)),
      `export interface Room { readonly of: "${name}" }\nexport const room = "${name}";\n`,
    );
  }
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

/** Layers that `name` may not import. */
const strangersOf = (name: string): string[] =>
  names.filter((other) => other !== name && !specOf(name).may.includes(other));

test("the generated files are those of the table", () => {
  execFileSync(process.execPath, [join(root, "scripts/generate-walls.mjs"), "--check"], { stdio: "pipe" });
});

test("the copied house stands before anything illegal is planted", () => {
  const legal = names.map((layer) => ({
    layer,
    what: "what it may import",
    source: specOf(layer)
      .may.map((other, index) => `import { room as room${index} } from "${specifier(layer, other)}";\n`)
      .concat(
        `export const uses = [${specOf(layer)
          .may.map((_other, index) => `room${index}`)
          .join(", ")}] as string[];\n`,
      )
      .join(""),
  }));
  expect(refusals(legal).map(({ layer }) => layer)).toEqual([]);
});

test("no layer imports a value of a stranger", () => {
  expectRefused(
    names.flatMap((layer) =>
      strangersOf(layer).map((other) => ({
        layer,
        what: `a value of ${other}`,
        source: `import { room } from "${specifier(layer, other)}";\nexport const use = room;\n`,
      })),
    ),
  );
});

test("no layer imports a type of a stranger", () => {
  expectRefused(
    names.flatMap((layer) =>
      strangersOf(layer).map((other) => ({
        layer,
        what: `a type of ${other}`,
        source: `import type { Room } from "${specifier(layer, other)}";\nexport type Use = Room;\n`,
      })),
    ),
  );
});

test("no layer climbs into a stranger by a relative path", () => {
  expectRefused(
    names.flatMap((layer) =>
      strangersOf(layer)
        .slice(0, 3)
        .map((other) => ({
          layer,
          what: `a relative path into ${other}`,
          source: `import { room } from "${"../".repeat(specOf(layer).dir.split("/").length)}${room(other)}";\nexport const use = room;\n`,
        })),
    ),
  );
});

test("each layer takes from npm and from Node only what the table says", () => {
  const allows = (entries: readonly string[], item: string): boolean =>
    entries.some((entry) => entry === item || (entry.endsWith("*") && item.startsWith(entry.slice(0, -1))));
  expectRefused(
    names.flatMap((layer) => {
      const { npm, node = [] } = specOf(layer);
      if (allows(npm, "react") && allows(npm, "fastify")) return [];
      const packages = ["react", "pixi.js", "fastify", "zustand", "mp4box", "kysely", "jose"];
      const modules = ["fs", "fs/promises", "net", "child_process", "crypto", "http", "dgram"];
      return [
        ...packages.filter((item) => !allows(npm, item)),
        ...modules.filter((item) => !node.includes(item)).map((item) => `node:${item}`),
      ].map((item) => ({
        layer,
        what: item,
        source: `import * as stranger from "${item}";\nexport const use: unknown = stranger;\n`,
      }));
    }),
  );
});

test("rules and facts cannot touch the browser or Node", () => {
  expectRefused(
    ["base", "domain", "state"].flatMap((layer) =>
      ["document.title", "localStorage.length", "fetch", "process.env"].map((global) => ({
        layer,
        what: global,
        source: `export const touched: unknown = ${global};\n`,
      })),
    ),
  );
});

test("what runs in frames makes and reads no JSON", () => {
  expect(inFrames).toEqual(expect.arrayContaining(["src/stage", "src/media", "workers", "src/app/bindings/stage"]));
  expectRefused(
    inFrames.flatMap((folder) => {
      const layer = names.find((name) => folder.startsWith(specOf(name).dir)) ?? expect.fail(`${folder} has no layer`);
      const inside = folder.slice(specOf(layer).dir.length + 1);
      return [
        { layer, inside, what: "JSON.stringify", source: "export const key = JSON.stringify({ a: 1 });\n" },
        { layer, inside, what: "JSON.parse", source: 'export const read: unknown = JSON.parse("1");\n' },
      ];
    }),
  );
});

test("the recorder cannot touch the DOM", () => {
  expectRefused(
    names
      .filter((name) => name.startsWith("recorder/"))
      .map((layer) => ({ layer, what: "document", source: "export const touched = document.title;\n" })),
  );
});

test("every file of the recorder lies in a room", () => {
  const loose = readdirSync(join(root, "recorder"), { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() || !names.includes(`recorder/${entry.name}`))
    .map((entry) => entry.name);
  expect(loose).toEqual([]);
});

/** The files that each folder may have besides its source: generated ones, or the README of five lines. */
const BESIDE = new Set(["tsconfig.json", "README.md"]);

/** Every folder that people read, with the files that lie directly in it. */
function folders(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const walk = (folder: string): void => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    found.set(
      folder,
      entries.filter((entry) => entry.isFile() && !BESIDE.has(entry.name)).map((entry) => entry.name),
    );
    for (const entry of entries) if (entry.isDirectory()) walk(join(folder, entry.name));
  };
  for (const top of ["src", "recorder", "demo", "workers", "shaders", "test", "bench", "e2e", "scripts"]) {
    if (existsSync(join(root, top))) walk(top);
  }
  return found;
}

test("no folder holds more than 20 files", () => {
  const crowded = [...folders()]
    .filter(([, files]) => files.length > 20)
    .map(([name, files]) => `${name}: ${files.length}`);
  expect(crowded).toEqual([]);
});

test("no barrels, no drawers", () => {
  const offenders = [...folders()].flatMap(([folder, files]) =>
    files.filter((file) => /^(index|utils?|helpers?|misc|common)\.tsx?$/.test(file)).map((file) => join(folder, file)),
  );
  expect(offenders).toEqual([]);
});
