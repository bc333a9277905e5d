/** The setup of jsdom and of Testing Library that every test of the chrome needs. */
import { configure } from "@testing-library/react";
import { afterAll, vi } from "vitest";

// React Aria calls CSS.escape, which jsdom does not have; no name here needs escaping.
Object.assign(globalThis.CSS ?? Object.assign(globalThis, { CSS: {} }).CSS, { escape: (text: string) => text });

// jsdom has no media queries: here none matches.
class NoMedia extends EventTarget {
  readonly matches = false;
}
Object.assign(globalThis, { matchMedia: () => new NoMedia() });

// It has no layout either, so everything counts as in sight.
Element.prototype.scrollIntoView = () => undefined;

// jsdom lacks functions that layout and kit call; no test depends on the sizes that they would return.
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver, devicePixelRatio: 1 });

// Other work may run on the machine of the tests, and screens and dialogs are loaded when they are first shown.
configure({ asyncUtilTimeout: 30_000 });
vi.setConfig({ testTimeout: 120_000 });

// Files share a process: a part that is still being loaded when its file ends would stay broken for the next file.
afterAll(() => vi.dynamicImportSettled());
