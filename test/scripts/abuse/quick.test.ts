/** The quick half of the abuse cases, each against a recorder of its own: the same code as `npm run abuse`. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtRecorder } from "#test/recorder/whole/built-recorder.ts";
import { quickCases, runQuick } from "../../../scripts/abuse/quick.mjs";

let tested: Awaited<ReturnType<typeof builtRecorder>>;
beforeAll(async () => {
  tested = await builtRecorder();
}, 120_000);
afterAll(() => tested?.remove());

it.each(quickCases)("$id: $tried", { timeout: 120_000 }, async ({ id }) => {
  const said: string[] = [];
  const { figure, held } = await runQuick(id, tested.built, (text) => said.push(text));
  expect(held, `${figure}\n${said.join("\n")}`).toBe(true);
});
