// @vitest-environment jsdom
/** A kiosk shows messages over its pictures; nobody closes anything there. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { KioskLayer } from "#chrome/screens/stage/kiosk/kiosk-layer.tsx";
import type { DialogFacts } from "#state/dialog-store.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("the newest message shows, whatever dialog came before or after it", async () => {
  const { stores } = await renderStage([], <KioskLayer>{null}</KioskLayer>);
  const push = (dialog: DialogFacts): void => act(() => stores.dialogs.change(({ queue }) => void queue.push(dialog)));
  push({ kind: "greeting", text: "Welcome" });
  expect(screen.queryByRole("alert")).toBeNull();
  push({ kind: "message", title: "Stage", text: "Six players at most" });
  expect(screen.getByRole("alert").textContent).toBe("Six players at most");
  push({ kind: "license" });
  push({ kind: "message", title: "Stage", text: "The stage is gone" });
  expect(screen.getByRole("alert").textContent).toBe("The stage is gone");
});

describe("full screen", () => {
  const hint = () => screen.queryByText("Click or press a key for full screen");
  /** A browser that grants full screen on the gestures that `takes` names. */
  const browser = (takes: (event: string) => boolean, isFull = false) => {
    let full: Element | null = null;
    let last = "";
    const asked: string[] = [];
    for (const name of ["pointerdown", "pointerup", "keydown"])
      window.addEventListener(name, () => (last = name), { capture: true });
    vi.spyOn(window, "matchMedia").mockImplementation(
      (query) =>
        ({ matches: isFull && query.includes("fullscreen"), addEventListener() {}, removeEventListener() {} }) as never,
    );
    Object.defineProperty(document, "fullscreenEnabled", { configurable: true, value: true });
    Object.defineProperty(document, "fullscreenElement", { configurable: true, get: () => full });
    Element.prototype.requestFullscreen = () => {
      asked.push(last);
      if (!takes(last)) return Promise.reject(new TypeError("no gesture"));
      full = document.body;
      return Promise.resolve();
    };
    return { asked, leave: () => (full = null) };
  };
  const press = (event: "pointerDown" | "pointerUp" | "keyDown") =>
    act(async () => void fireEvent[event](document.body));
  afterEach(() => {
    Reflect.deleteProperty(document, "fullscreenEnabled");
    Reflect.deleteProperty(document, "fullscreenElement");
    Reflect.deleteProperty(Element.prototype, "requestFullscreen");
  });

  test("starts with the first gesture after the page was loaded; a user may leave it then", async () => {
    const { asked, leave } = browser(() => true);
    await renderStage([], <KioskLayer>{null}</KioskLayer>);
    expect(hint()).not.toBeNull();
    await press("pointerDown");
    await press("pointerUp");
    expect(asked).toEqual(["pointerdown"]);
    expect(hint()).toBeNull();
    leave();
    await press("keyDown");
    expect(asked).toHaveLength(1);
  });

  test("a key that is no gesture, or a finger that is put down, is not the last chance", async () => {
    const { asked } = browser((event) => event === "pointerup");
    await renderStage([], <KioskLayer>{null}</KioskLayer>);
    for (const event of ["keyDown", "pointerDown", "pointerUp", "keyDown"] as const) await press(event);
    expect(asked).toEqual(["keydown", "pointerdown", "pointerup"]);
    expect(document.fullscreenElement).not.toBeNull();
  });

  test("the hint goes by itself", async () => {
    browser(() => true);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await renderStage([], <KioskLayer>{null}</KioskLayer>);
    act(() => void vi.advanceTimersByTime(7_999));
    expect(hint()).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(hint()).toBeNull();
  });

  test("a browser that is full screen already, or has none to give, is not asked for it by a hint", async () => {
    browser(() => true, true);
    await renderStage([], <KioskLayer>{null}</KioskLayer>);
    expect(hint()).toBeNull();
    cleanup();
    browser(() => true);
    Object.defineProperty(document, "fullscreenEnabled", { configurable: true, value: false });
    await renderStage([], <KioskLayer>{null}</KioskLayer>);
    expect(hint()).toBeNull();
  });
});

test.each([
  ["has run for long loads itself anew at once", 86_400_000, 0],
  [
    "has just begun waits until it is ten minutes old: two builds that are served in turns end in no flicker",
    1_000,
    599,
  ],
])("another build of the client: a kiosk that %s", async (_, ageMs, waitS) => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  const { stores, reloads } = await renderStage([], <KioskLayer>{null}</KioskLayer>);
  vi.spyOn(performance, "now").mockReturnValue(ageMs);
  act(() => stores.health.change((facts) => void (facts.updateAvailable = true)));
  if (waitS > 0) act(() => void vi.advanceTimersByTime(waitS * 1000 - 1));
  expect(reloads()).toBe(0);
  act(() => void vi.advanceTimersByTime(1));
  expect(reloads()).toBe(1);
});
