/** What every test of the chrome needs of jsdom and of Testing Library. */
import { configure } from "@testing-library/react";
import { vi } from "vitest";

// React Aria asks for CSS.escape, which jsdom does not have; no name here needs escaping.
Object.assign(globalThis.CSS ?? Object.assign(globalThis, { CSS: {} }).CSS, { escape: (text: string) => text });

// jsdom has no media queries: none holds.
class NoMedia extends EventTarget {
  readonly matches = false;
}
Object.assign(globalThis, { matchMedia: () => new NoMedia() });

// It has no layout either, so that nothing is out of sight.
Element.prototype.scrollIntoView = () => undefined;

// jsdom lacks what layout and kit ask for; nothing here depends on the sizes they would give.
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver, devicePixelRatio: 1 });

// The machine of the tests may be busy with others, and screens and dialogs are loaded when they are first shown.
configure({ asyncUtilTimeout: 30_000 });
vi.setConfig({ testTimeout: 120_000 });
