import { afterEach, expect, test, vi } from "vitest";
import { offlineHtml } from "../../scripts/build/shell-texts.mjs";
import { LANGUAGES } from "#domain/texts/languages.ts";
import { offlinePage } from "#domain/texts/offline-page.ts";

afterEach(() => vi.unstubAllGlobals());

/** The worker's answer to a navigation while there is no network; `languages`: those of the browser. */
async function visitedOffline(languages: readonly string[]): Promise<string> {
  const listeners = new Map<string, (event: object) => void>();
  const files = LANGUAGES.map((language) => ({ url: offlinePage(language), revision: "1" }));
  const kept = new Map(LANGUAGES.map((language) => [offlinePage(language), offlineHtml(language)]));
  vi.stubGlobal("self", {
    __WB_MANIFEST: files,
    location: new URL("https://wall.example/service-worker.js"),
    navigator: { languages },
    caches: { match: (path: string) => Promise.resolve(kept.get(path)) },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  vi.resetModules();
  await import("../../workers/service-worker.ts");
  let answer: unknown;
  const request = { method: "GET", mode: "navigate", url: "https://wall.example/" };
  listeners.get("fetch")?.({ request, respondWith: (given: unknown) => (answer = given) });
  return String(await answer);
}

test.each([
  [["de-CH", "en"], "de", "Der Recorder ist nicht erreichbar"],
  [["ja"], "ja", "レコーダーに接続できません"],
  [["fr-FR"], "en", "The recorder cannot be reached"],
])("without a network %j gets the page in %s", async (languages, language, title) => {
  const page = await visitedOffline(languages);
  expect(page).toContain(`<html lang="${language}" dir="ltr">`);
  expect(page).toContain(`<h1>${title}</h1>`);
});
