// @vitest-environment jsdom
/** When a browser counts as having local storage: sign-in refuses browsers without it. */
import { afterEach, expect, test, vi } from "vitest";
import { browserAbilities } from "#app/browser/browser-abilities.ts";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});
const refuseWrites = (): void => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
};

test("a storage that takes something is there, and nothing is left in it", () => {
  expect(browserAbilities().localStorage).toBe(true);
  expect(localStorage.length).toBe(0);
});

test("a full one is there all the same", () => {
  localStorage.setItem("proscenium.preferences", "{}");
  refuseWrites();
  expect(browserAbilities().localStorage).toBe(true);
});

test("what the page cannot do without is named", () => {
  vi.stubGlobal("ResizeObserver", () => undefined);
  vi.stubGlobal("createImageBitmap", () => undefined);
  expect(browserAbilities().missing).toEqual([]);
  vi.unstubAllGlobals();
  expect(browserAbilities().missing).toEqual(["ResizeObserver", "createImageBitmap"]);
});

test("a storage of size zero, as private windows of some browsers have it, counts as missing", () => {
  refuseWrites();
  expect(browserAbilities().localStorage).toBe(false);
});

test("a storage that may not be accessed counts as missing", () => {
  vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  expect(browserAbilities().localStorage).toBe(false);
});
