// @vitest-environment jsdom
/** The full screen of one tile ends with its screen, and with its tile. */
import { act, cleanup } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useFullScreen } from "#chrome/screens/stage/kiosk/use-full-screen.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

function Host({ kiosk = false }) {
  useFullScreen(kiosk);
  return null;
}

test("leaving the stage leaves full screen: the browser's too, and the stage is not covered when one comes back", async () => {
  const { stores, workspace, show, tileIds } = await renderStage(["1"], <Host />, visitor("Viewer"));
  const exit = vi.fn(() => Promise.resolve());
  Object.assign(document, { exitFullscreen: exit });
  Object.defineProperty(document, "fullscreenElement", { configurable: true, get: () => document.documentElement });
  try {
    act(() => workspace.stage.setFull(tileIds[0] ?? ""));
    show(null);
    expect(stores.stage.get().fullTileId).toBeNull();
    expect(exit).toHaveBeenCalledOnce();
    show(<Host />);
    show(null);
    expect(exit).toHaveBeenCalledOnce();
  } finally {
    Reflect.deleteProperty(document, "fullscreenElement");
    Reflect.deleteProperty(document, "exitFullscreen");
  }
});

test("one tile's full screen leaves a kiosk's as it is", async () => {
  const { workspace, tileIds } = await renderStage(["1"], <Host kiosk />, visitor("Viewer"));
  const enter = vi.fn(() => Promise.resolve());
  const exit = vi.fn(() => Promise.resolve());
  Object.assign(document.documentElement, { requestFullscreen: enter });
  Object.assign(document, { exitFullscreen: exit });
  Object.defineProperty(document, "fullscreenElement", { configurable: true, get: () => document.body });
  try {
    act(() => workspace.stage.setFull(tileIds[0] ?? ""));
    act(() => workspace.stage.setFull(null));
    expect([enter.mock.calls, exit.mock.calls]).toEqual([[], []]);
  } finally {
    Reflect.deleteProperty(document, "fullscreenElement");
    Reflect.deleteProperty(document, "exitFullscreen");
    Reflect.deleteProperty(document.documentElement, "requestFullscreen");
  }
});

test("full screen that is given up before the browser has granted it is left as soon as it is granted", async () => {
  const { workspace, tileIds } = await renderStage(["1"], <Host />, visitor("Viewer"));
  let element: Element | null = null;
  let grant = (): void => undefined;
  const exit = vi.fn(() => Promise.resolve());
  Object.assign(document, { exitFullscreen: exit });
  Object.defineProperty(document, "fullscreenElement", { configurable: true, get: () => element });
  Object.assign(document.documentElement, {
    requestFullscreen: () => new Promise<void>((resolve) => (grant = resolve)),
  });
  try {
    act(() => workspace.stage.setFull(tileIds[0] ?? ""));
    act(() => workspace.stage.setFull(null));
    expect(exit).not.toHaveBeenCalled();
    element = document.documentElement;
    grant();
    await vi.waitFor(() => expect(exit).toHaveBeenCalledOnce());
  } finally {
    Reflect.deleteProperty(document, "fullscreenElement");
    Reflect.deleteProperty(document, "exitFullscreen");
    Reflect.deleteProperty(document.documentElement, "requestFullscreen");
  }
});
