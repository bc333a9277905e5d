/** The stage is loaded without the administration's texts, so it must use none of them. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { en } from "#chrome/texts/parts/all.ts";
import { enStage } from "#chrome/texts/parts/stage.ts";

const SRC = fileURLToPath(new URL("../../../src", import.meta.url));
const ROOTS = [
  "app/workspace.ts",
  "app/bindings/stage/stage-binding.ts",
  "app/single-player.ts",
  "chrome/shell/shell.tsx",
  "chrome/screens/stage/stage-screen.tsx",
  "chrome/screens/player/player-screen.tsx",
  "chrome/screens/plugin/plugin-screen.tsx",
];
/** Only programs that need all texts load these. */
const ELSEWHERE = /^(chrome\/texts\/|actions\/administration\/administration\.ts)/;

/** The files that these files import, at once or later. */
function reached(roots: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (file: string): void => {
    if (found.has(file) || ELSEWHERE.test(file) || !/\.tsx?$/.test(file) || !existsSync(join(SRC, file))) return;
    const text = readFileSync(join(SRC, file), "utf8");
    found.set(file, text);
    for (const [, spec = ""] of text.matchAll(/(?:from|import\() ?"([#.][^"]+)"/g))
      visit(spec.startsWith("#") ? spec.slice(1) : join(dirname(file), spec));
  };
  for (const root of roots) visit(root);
  return found;
}

test("what the stage, its dialogs and the frame around say is loaded with them", () => {
  const files = reached(ROOTS);
  expect(files.size).toBeGreaterThan(150);
  const missing: string[] = [];
  for (const [file, text] of files) {
    for (const [, id = ""] of text.matchAll(/"([a-z]\w*\.[^"\n]+)"/gi))
      if (id in en && !(id in enStage)) missing.push(`${file}: ${id}`);
    if (!file.startsWith("domain/"))
      for (const [, code = ""] of text.matchAll(/\b(?:failure\w*|refuse)\(\s*"([\w-]+\/[\w-]+)"/g))
        if (`failure.${code}` in en && !(`failure.${code}` in enStage)) missing.push(`${file}: ${code}`);
    for (const [, start = ""] of text.matchAll(/`([a-z]\w*\.[^`$]*)\$\{/gi)) {
      const starts = (id: string): boolean => id.startsWith(start);
      if (Object.keys(en).some(starts) && !Object.keys(enStage).some(starts)) missing.push(`${file}: ${start}…`);
    }
  }
  expect(missing).toEqual([]);
});
