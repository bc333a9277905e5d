import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/**
 * What axe finds wrong on the page as it stands, a line each; empty = clean. Animations must be over: a colour half faded
 * in is no colour of the design. `without`: rules that do not fit what is shown; say why where you name them.
 */
export async function axeFindings(page: Page, within = "html", without: readonly string[] = []): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // A spinner turns for ever.
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  await page.evaluate(source);
  const findings = await page.evaluate(
    (selector) =>
      (Reflect.get(window, "axe") as { run(context: string, options: unknown): Promise<{ violations: Finding[] }> })
        .run(selector, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
        .then(({ violations }) => violations),
    within,
  );
  return findings
    .filter(({ id }) => !without.includes(id))
    .flatMap(({ id, impact, nodes }) =>
      nodes.map((node) => `${impact ?? "?"} ${id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
    );
}
