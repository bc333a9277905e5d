// @vitest-environment jsdom
/** The chips of the cameras tab: Enter turns the typed text into one, but not the Enter that chooses a letter. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test } from "vitest";
import { CamerasTab } from "#chrome/screens/stage/panel/cameras-tab.tsx";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

test("Enter of an input method chooses a letter, the next one makes the chip", async () => {
  const { stores } = await renderStage(["1"], <CamerasTab area={createRef<HTMLElement>()} />, visitor("Viewer"));
  act(() => stores.cameras.change((facts) => Object.assign(facts, { status: "ready", order: ["1/1"] })));
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search cameras" });
  fireEvent.change(field, { target: { value: "入口" } });
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(field.value).toBe("入口");
  expect(screen.queryByRole("button", { name: /入口/ })).toBeNull();
  fireEvent.keyDown(field, { key: "Enter" });
  expect(field.value).toBe("");
  expect(screen.getByRole("button", { name: /入口/ })).toBeTruthy();
});

test("Backspace that is held takes away what is typed, and no chip: that is for the next press", async () => {
  const { stores } = await renderStage(["1"], <CamerasTab area={createRef<HTMLElement>()} />, visitor("Viewer"));
  act(() => stores.cameras.change((facts) => Object.assign(facts, { status: "ready", order: ["1/1"] })));
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search cameras" });
  fireEvent.change(field, { target: { value: "gate" } });
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.keyDown(field, { key: "Backspace", repeat: true });
  expect(screen.getByRole("button", { name: /gate/ })).toBeTruthy();
  fireEvent.keyDown(field, { key: "Backspace" });
  expect(screen.queryByRole("button", { name: /gate/ })).toBeNull();
});

test.each([
  [415, "big", false],
  [416, "list", true],
])(
  "in a window of %i px the layout that is shown is %s, and the button that changes it works: %s",
  async (widthPx, shown, works) => {
    const { stores } = await renderStage(["1"], <CamerasTab area={createRef<HTMLElement>()} />, visitor("Viewer"));
    act(() =>
      stores.preferences.change((facts) =>
        Object.assign(facts, { panelLayout: "list", window: { widthPx, heightPx: 800 } }),
      ),
    );
    const button = screen.getByRole<HTMLButtonElement>("button", { name: new RegExp(shown, "i") });
    fireEvent.click(button);
    // Chips that are not visible must not change.
    expect(stores.preferences.get().panelLayout).toBe(works ? "mosaic" : "list");
  },
);

test("arrows go through the cameras, but what Alt or Command makes of them is the browser's", async () => {
  const { stores } = await renderStage(["1", "2"], <CamerasTab area={createRef<HTMLElement>()} />, visitor("Viewer"));
  act(() => stores.cameras.change((facts) => Object.assign(facts, { status: "ready", order: ["1/1", "1/2"] })));
  const item = (id: string): HTMLElement => screen.getByRole("button", { name: new RegExp(`^Add Camera ${id}\\b`) });
  act(() => item("1").focus());
  for (const keys of [{ altKey: true }, { metaKey: true }])
    expect(fireEvent.keyDown(item("1"), { key: "ArrowRight", ...keys })).toBe(true);
  expect(document.activeElement).toBe(item("1"));
  fireEvent.keyDown(item("1"), { key: "ArrowRight" });
  expect(document.activeElement).toBe(item("2"));
});
