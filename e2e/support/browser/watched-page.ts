import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";

/** Names that some interpreter would run as scripts, tags or commands. */
export const HOSTILE_NAMES = JSON.parse(
  readFileSync(new URL("../../../test/fixtures/hostile-names.json", import.meta.url), "utf8"),
) as readonly string[];

/**
 * Events that must never happen: dialogs, reports of the policy, script errors, and the mark that a payload would set.
 */
export function watched(page: Page): string[] {
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) seen.push(message.text());
  });
  page.on("pageerror", (error) => seen.push(`error ${error.message}`));
  return seen;
}

export const squeezed = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** What people see or hear of the page: its text, the values of its fields and the names of its parts. */
const wordsOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const attributes = ["aria-label", "title", "alt", "placeholder", "value"];
    const words = [...document.body.querySelectorAll("*")].flatMap((element) => [
      ...attributes.map((name) => element.getAttribute(name) ?? ""),
      element instanceof HTMLInputElement ? element.value : "",
    ]);
    return [document.title, document.body.textContent ?? "", ...words].join("\n");
  });

/** Each of these names is on the page as it is written, within 20 s, and none of them has made an element. */
export async function expectPlainNames(page: Page, where: string, names: readonly string[]): Promise<void> {
  await expect(async () => {
    const words = squeezed(await wordsOf(page));
    expect(
      names.filter((name) => !words.includes(squeezed(name))),
      where,
    ).toEqual([]);
  }).toPass({ timeout: 20_000, intervals: [100] });
  const made = await page.evaluate(() => {
    const own = ":is(iframe, object, embed, math, details[ontoggle], img[src='x'], [onload], [onerror])";
    const bold = [...document.querySelectorAll("b")].filter(({ textContent }) => textContent === "right to left");
    const scripts = [...document.scripts].filter(({ textContent }) => textContent?.trim().startsWith("alert("));
    return [...document.querySelectorAll(own), ...bold, ...scripts].map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
  expect(made, where).toEqual([]);
}
