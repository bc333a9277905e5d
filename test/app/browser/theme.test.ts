// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bindTheme, onTheme } from "#app/browser/theme.ts";
import { createPreferenceStore } from "#state/preference-store.ts";

class System extends EventTarget {
  matches = false;
  becomes(light: boolean): void {
    this.matches = light;
    this.dispatchEvent(new Event("change"));
  }
}

let system: System;
beforeEach(() => {
  system = new System();
  vi.stubGlobal("matchMedia", () => system);
});
afterEach(() => vi.unstubAllGlobals());

const shown = (): string | undefined => document.documentElement.dataset["theme"];

test("code that draws with the page's colours is told of another theme, by the setting or by the system", async () => {
  const store = createPreferenceStore();
  const set = (theme: "system" | "light" | "dark"): void => store.change((facts) => void (facts.theme = theme));
  set("system");
  bindTheme(store);
  expect(shown()).toBe("dark");
  const seen: (string | undefined)[] = [];
  const off = onTheme(() => seen.push(shown()));
  system.becomes(true);
  await vi.waitFor(() => expect(seen).toEqual(["light"]));
  set("dark");
  await vi.waitFor(() => expect(seen).toEqual(["light", "dark"]));
  off();
  set("light");
  await Promise.resolve();
  expect(shown()).toBe("light");
  expect(seen).toEqual(["light", "dark"]);
});
