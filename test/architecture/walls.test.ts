import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { layers } from "./layers.mjs";

// The walls themselves are tested: a gate that passes on nothing is not a gate. A copy of the house with one file per
// layer gets one illegal import at a time, and either the compiler or the linter must refuse it.

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const names = Object.keys(layers) as (keyof typeof layers)[];
let house = "";

/** The file that other layers of the copied house import. */
const room = (name: keyof typeof layers): string => join(layers[name].dir, "planted-room.ts");
const specifier = (name: keyof typeof layers): string =>
  name === "workers" ? "../../workers/planted-room.ts" : `#${name}/planted-room.ts`;

function lint(paths: string[]): { status: number | null; output: string } {
  const { status, stdout } = spawnSync(join(root, "node_modules/.bin/oxlint"), ["--deny-warnings", ...paths], {
    cwd: house,
    encoding: "utf8",
  });
  return { status, output: stdout };
}

function compile(layer: keyof typeof layers): { status: number | null; output: string } {
  const { status, stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-b", layers[layer].dir], {
    cwd: house,
    encoding: "utf8",
  });
  return { status, output: stdout };
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
    mkdirSync(join(house, layers[name].dir), { recursive: true });
    writeFileSync(
      join(house, layers[name].dir, "tsconfig.json"),
      readFileSync(join(root, layers[name].dir, "tsconfig.json")),
    );
    writeFileSync(
      join(house, room(name)),
      `export interface Room { readonly of: "${name}" }\nexport const room = "${name}";\n`,
    );
  }
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

/** Plants `source` in a layer, asks the gate, takes it out again. */
function plant(layer: keyof typeof layers, source: string): { refused: boolean; output: string } {
  const file = join(layers[layer].dir, "planted-visitor.ts");
  writeFileSync(join(house, file), source);
  try {
    const linted = lint([file]);
    if (linted.status !== 0) return { refused: true, output: linted.output };
    const compiled = compile(layer);
    return { refused: compiled.status !== 0, output: compiled.output + linted.output };
  } finally {
    rmSync(join(house, file));
  }
}

test("the generated files are those of the table", () => {
  execFileSync(process.execPath, [join(root, "scripts/generate-walls.mjs"), "--check"], { stdio: "pipe" });
});

test("the copied house stands before anything is planted", () => {
  for (const name of names) {
    const legal = layers[name].may.map(
      (other, index) =>
        `import { room as room${index} } from "#${other}/planted-room.ts";\nexport const use${index} = room${index};\n`,
    );
    const { refused, output } = plant(name, legal.length > 0 ? legal.join("") : "export const nothing = 1;\n");
    expect(refused, `${name}: ${output}`).toBe(false);
  }
});

describe.each(names)("%s", (name) => {
  const strangers = names.filter(
    (other) => other !== name && other !== "workers" && !(layers[name].may as string[]).includes(other),
  );

  test.each(strangers)("may not import a value of %s", (other) => {
    const { refused } = plant(name, `import { room } from "${specifier(other)}";\nexport const use = room;\n`);
    expect(refused).toBe(true);
  });

  test("may not import a type of a stranger either", () => {
    for (const other of strangers.slice(0, 1)) {
      const { refused } = plant(name, `import type { Room } from "${specifier(other)}";\nexport type Use = Room;\n`);
      expect(refused).toBe(true);
    }
  });

  test("takes from npm only what the table says", () => {
    const npm = layers[name].npm as string[];
    if (npm.includes("*")) return;
    const forbidden = ["react", "pixi.js", "fastify", "zustand", "mp4box"].filter(
      (item) => !npm.some((entry) => entry === item || (entry.endsWith("*") && item.startsWith(entry.slice(0, -1)))),
    );
    for (const item of forbidden) {
      expect(plant(name, `import * as stranger from "${item}";\nexport const use = stranger;\n`).refused, item).toBe(
        true,
      );
    }
    expect(plant(name, `import fs from "node:fs";\nexport const use = fs;\n`).refused, "node:fs").toBe(true);
  });
});

test.each(["base", "domain", "state"] as const)("%s cannot touch the browser or Node", (name) => {
  for (const global of ["document.title", "localStorage.length", "fetch", "process.env"]) {
    expect(plant(name, `export const touched = ${global};\n`).refused, global).toBe(true);
  }
});

test("the recorder cannot touch the DOM", () => {
  expect(plant("recorder", "export const touched = document.title;\n").refused).toBe(true);
});

test("no barrels, no drawers, no climbing imports", () => {
  const offenders: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (/^(index|utils?|helpers?|misc|common)\.tsx?$/.test(entry.name)) offenders.push(path);
    }
  };
  for (const name of names) walk(join(root, layers[name].dir));
  expect(offenders).toEqual([]);
  expect(
    plant("chrome", `import { room } from "../../src/base/planted-room.ts";\nexport const use = room;\n`).refused,
  ).toBe(true);
});
