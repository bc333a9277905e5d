// @vitest-environment jsdom
/** A canvas of pixi's whose application ends while it is drawn for the first time. */
import { cleanup, render } from "@testing-library/react";
import { type ReactNode, useEffect } from "react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test, vi } from "vitest";
import { PixiCanvas } from "#chrome/kit/canvas/pixi-canvas.tsx";
import { en } from "#chrome/texts/parts/all.ts";

/** As pixi's own: without a renderer it cannot draw. */
class FakeApplication {
  drawings = 0;
  renderer: { readonly screen: object; readonly canvas: HTMLCanvasElement; resize(): void } | null = {
    screen: { width: 100, height: 50 },
    canvas: document.createElement("canvas"),
    resize: () => undefined,
  };
  render(): void {
    if (!this.renderer) throw new TypeError("render after destroy");
    this.drawings += 1;
  }
}
let app = new FakeApplication();

vi.mock("pixi.js/unsafe-eval", () => ({}));
vi.mock("pixi.js", () => ({
  Container: {},
  Graphics: {},
  Mesh: {},
  Sprite: {},
  Ticker: { system: { stop: () => 0 } },
}));
vi.mock("@pixi/react", () => ({
  extend: () => undefined,
  Application: ({ children }: { readonly children: ReactNode }) => children,
  useApplication: () => ({ app }),
}));

afterEach(cleanup);

/** Its effect runs before the painter's, which is last in the tree. */
function Ends({ when }: { readonly when: boolean }) {
  useEffect(() => {
    if (when) app.renderer = null;
  });
  return null;
}

test.each([
  ["is drawn", false],
  ["that has ended is drawn no more, and nothing throws", true],
])("an application %s", (_what, ends) => {
  app = new FakeApplication();
  // jsdom has no WebGL.
  const getContext = { value: () => ({ getExtension: () => null }), configurable: true };
  Object.defineProperty(HTMLCanvasElement.prototype, "getContext", getContext);
  const shown = (when: boolean) => (
    <IntlProvider locale="en" messages={en}>
      <PixiCanvas width={100} height={50} waiting="…" fallback="none">
        <Ends when={when} />
      </PixiCanvas>
    </IntlProvider>
  );
  render(shown(ends));
  expect(app.drawings > 0).toBe(!ends);
});
