import { expect, test } from "vitest";
import { aliasesOf, sourceOf, sourcesOf } from "./imports.ts";
import { layers, outside } from "./layers.mjs";
import { unusedExports } from "./unused-exports.ts";

const aliases = aliasesOf({ ...layers, ...outside });

const needed = new Set([
  // Exported functions and tables of other files have these types; without them the compiler cannot write declarations.
  "src/domain/failures/rows/row.ts: About",
  "recorder/export/export-job.ts: ExportResult",
  // The soak scripts build these files and call them.
  "test/support/bad-cameras/fuzz-soak.ts: soakFuzzedCameras",
  "test/support/bad-cameras/soak.ts: soakBadCameras",
]);

test("what a file exports, another file imports", () => {
  const folders = [...Object.values({ ...layers, ...outside }).map(({ dir }) => dir), "scripts"];
  const files = [...folders.flatMap(sourcesOf), sourceOf("vite.config.ts")];
  expect(files.length).toBeGreaterThan(2000);
  expect(unusedExports(files, aliases, needed)).toEqual([]);
});

test("a planted export without an importer is named, whatever it is; one with an importer is not", () => {
  const planted = [
    {
      path: "recorder/rtp/one.ts",
      text: "export const used = 1;\nexport async function idle() {}\nexport interface Shape {}\nexport class Room {}",
    },
    { path: "recorder/rtp/two.ts", text: 'import { used as mine, type Shape } from "./one.ts";' },
    { path: "src/app/three.ts", text: 'import type { Other } from "#recorder/other/one.ts";' },
  ];
  expect(unusedExports(planted, aliases)).toEqual(["recorder/rtp/one.ts: idle", "recorder/rtp/one.ts: Room"]);
  const whole = { path: "src/app/four.ts", text: 'const one = await import("#recorder/rtp/one.ts");' };
  expect(unusedExports([...planted, whole], aliases)).toEqual([]);
});
