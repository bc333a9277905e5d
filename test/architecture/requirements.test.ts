import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

test("every test that docs/requirements.md names is there", () => {
  const text = readFileSync(join(root, "docs/requirements.md"), "utf8");
  const named = [...text.matchAll(/`((?:test|e2e|bench)\/[^`]+)`/gu)].map((match) => match[1] ?? "");
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
