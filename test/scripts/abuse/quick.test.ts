/** The quick half of the abuse cases, each against a recorder of its own: the same code as `npm run abuse`. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildForAbuse, quickCases, runQuick } from "../../../scripts/abuse/quick.mjs";

const cache = join(import.meta.dirname, "../../../.cache");
let folder = "";
beforeAll(async () => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "abuse-quick-"));
  await buildForAbuse(folder);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(quickCases)("$id: $tried", { timeout: 120_000 }, async ({ id }) => {
  const said: string[] = [];
  const { figure, held } = await runQuick(id, folder, (text) => said.push(text));
  expect(held, `${figure}\n${said.join("\n")}`).toBe(true);
});
