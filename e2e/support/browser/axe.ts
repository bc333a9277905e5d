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
 * The violations that axe finds on the present page, one line each; empty = clean. Animations must have ended: a
 * half-faded colour is not a colour of the design. `without`: rules that do not apply to the shown content; give the
 * reason where you name them.
 */
export async function axeFindings(page: Page, within = "html", without: readonly string[] = []): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // A spinner turns forever.
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
