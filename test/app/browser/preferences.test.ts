// @vitest-environment jsdom
/** Preferences stored in this browser: each is read independently. */
import { expect, test } from "vitest";
import type { Language } from "#domain/texts/languages.ts";
import { openPreferences } from "#app/browser/preferences.ts";

const USUAL = { dewarpMax: 16, language: "en" } as const;
const open = (text: string | null) => openPreferences({ read: () => text, write: () => true }, false, USUAL).get();
const kept = { language: "de", theme: "light", panelOpen: false, panelLayout: "list", navigation: "left-nav" };

test("a stored choice is read again", () => {
  expect(open(JSON.stringify({ ...kept, dewarpMax: 3 }))).toMatchObject({ ...kept, dewarpMax: 3 });
});

test.each([
  ["language", "xx", "en"],
  ["theme", "sepia", "dark"],
  ["panelOpen", 1, true],
  ["panelLayout", "circle", null],
  ["navigation", "ribbon", "menu"],
  ["dewarpMax", "many", 16],
])("a %s that another version wrote takes no other choice with it", (name, value, usual) => {
  expect(open(JSON.stringify({ ...kept, [name]: value }))).toMatchObject({ ...kept, [name]: usual });
});

test.each([null, "", "{", "[]", "7", "null"])("stored as %s everything is as usual", (text) => {
  expect(open(text)).toMatchObject({ language: "en", theme: "dark", panelOpen: true, navigation: "menu" });
});

/** Windows of one browser: a preference that one stores is found by the next. */
function browser() {
  let text: string | null = null;
  const storage = { read: () => text, write: (_key: string, value: string) => ((text = value), true) };
  return () => openPreferences(storage, false, USUAL);
}

test("two windows choose: neither takes back what the other has chosen since it was opened", () => {
  const window = browser();
  const one = window();
  const two = window();
  one.change((facts) => void Object.assign(facts, { theme: "light", dewarpMax: 3 }));
  two.change((facts) => void (facts.panelOpen = false));
  one.change((facts) => void (facts.language = "de"));
  expect(window().get()).toMatchObject({ theme: "light", dewarpMax: 3, panelOpen: false, language: "de" });
  two.change((facts) => void (facts.dewarpMax = 4));
  two.change((facts) => void (facts.dewarpMax = 16));
  expect(window().get()).toMatchObject({ theme: "light", dewarpMax: 16, panelOpen: false });
});

test("the language is the browser's until somebody chooses another one", () => {
  let text: string | null = null;
  const storage = { read: () => text, write: (_key: string, value: string) => ((text = value), true) };
  const inBrowser = (language: Language) => openPreferences(storage, false, { dewarpMax: 16, language });
  const german = inBrowser("de");
  expect(german.get().language).toBe("de");
  // Another choice says nothing about the language.
  german.change((facts) => void (facts.theme = "light"));
  expect(inBrowser("ja").get()).toMatchObject({ language: "ja", theme: "light" });
  german.change((facts) => void (facts.language = "en"));
  expect(inBrowser("ja").get().language).toBe("en");
});
