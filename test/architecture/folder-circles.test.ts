import { expect, test } from "vitest";
import { circularImports } from "./folder-circles.ts";
import { aliasesOf, sourcesOf } from "./imports.ts";
import { layers } from "./layers.mjs";

const aliases = aliasesOf(layers);

test("no folder imports its sibling in a circle, in client and recorder, at any depth", () => {
  const files = Object.values(layers).flatMap(({ dir }) => sourcesOf(dir));
  expect(files.length).toBeGreaterThan(1000);
  expect(circularImports(files, aliases)).toEqual([]);
});

test("a circle of two folders is named by its imports, whichever way they are written", () => {
  const planted = [
    { path: "recorder/rtp/a/one.ts", text: 'import type { Two } from "../b/two.ts";' },
    { path: "recorder/rtp/b/two.ts", text: 'const one = await import("#recorder/rtp/a/one.ts");' },
    { path: "recorder/rtp/b/three.ts", text: 'import "./two.ts";' },
  ];
  expect(circularImports(planted, aliases)).toEqual([
    "recorder/rtp/a/one.ts imports recorder/rtp/b/two.ts",
    "recorder/rtp/b/two.ts imports recorder/rtp/a/one.ts",
  ]);
});

test("a circle of three folders deep inside a room is found", () => {
  const planted = ["a", "b", "c"].map((name, index) => ({
    path: `src/chrome/screens/stage/${name}/here.tsx`,
    text: `export { x } from "#chrome/screens/stage/${["b", "c", "a"][index]}/here.tsx";`,
  }));
  expect(circularImports(planted, aliases)).toHaveLength(3);
});

test("imports in one direction are not a circle, and neither are files beside the folders that they combine", () => {
  const planted = [
    { path: "recorder/rtp/server.ts", text: 'import { a } from "./a/one.ts";' },
    { path: "recorder/rtp/a/one.ts", text: 'import { b } from "../b/two.ts"; import { s } from "../server.ts";' },
    { path: "recorder/rtp/b/two.ts", text: 'import { x } from "#recorder/core/log.ts";' },
  ];
  expect(circularImports(planted, aliases)).toEqual([]);
});
