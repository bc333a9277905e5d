// @vitest-environment jsdom
/** Choices kept in this browser: each is read by itself. */
import { expect, test } from "vitest";
import { openPreferences } from "#app/preferences.ts";

const open = (text: string | null) => openPreferences({ read: () => text, write: () => true }, false, 16).get();
const kept = { language: "de", theme: "light", panelOpen: false, panelLayout: "list", navigation: "left-nav" };

test("what was chosen is found again", () => {
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
