// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { Tabs } from "#chrome/kit/tabs.tsx";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(cleanup);

function Three() {
  const [selected, setSelected] = useState("one");
  const [isLocked, setLocked] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setLocked(true)}>
        Lock
      </button>
      <Tabs
        label="Numbers"
        selected={selected}
        onSelect={setSelected}
        tabs={[
          { id: "one", label: "One", content: <button disabled={isLocked}>Control</button> },
          { id: "two", label: "Two", content: <p>Words only</p> },
          { id: "three", label: "Three", content: <a href="#there">Link</a> },
        ]}
      />
    </>
  );
}

const tab = (name: string): HTMLElement => screen.getByRole("tab", { name });
const selected = (): string[] =>
  screen
    .getAllByRole("tab")
    .filter((each) => each.getAttribute("aria-selected") === "true")
    .map((each) => each.textContent);

test("arrow keys, Home and End select a tab and go round; only the selected one is in the tab order", () => {
  render(<Three />);
  tab("One").focus();
  const steps: [key: string, name: string][] = [
    ["ArrowRight", "Two"],
    ["ArrowRight", "Three"],
    ["ArrowRight", "One"],
    ["ArrowLeft", "Three"],
    ["Home", "One"],
    ["End", "Three"],
  ];
  for (const [key, name] of steps) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    expect(selected()).toEqual([name]);
    expect(document.activeElement).toBe(tab(name));
    expect(screen.getAllByRole("tab").filter((each) => each.tabIndex === 0)).toEqual([tab(name)]);
  }
  // With Alt the left arrow key is the browser's way back.
  expect(fireEvent.keyDown(tab("Three"), { key: "ArrowLeft", altKey: true })).toBe(true);
  expect(selected()).toEqual(["Three"]);
});

test("a panel is named by its tab, and is reached by keys only where nothing inside it is", async () => {
  render(<Three />);
  expect(screen.getByRole("tabpanel", { name: "One" }).tabIndex).toBe(-1);
  fireEvent.click(screen.getByRole("button", { name: "Lock" }));
  await expect.poll(() => screen.getByRole("tabpanel", { name: "One" }).tabIndex).toBe(0);
  fireEvent.click(tab("Two"));
  expect(screen.getByRole("tabpanel", { name: "Two" }).tabIndex).toBe(0);
  expect(tab("Two").getAttribute("aria-controls")).toBe(screen.getByRole("tabpanel").id);
  fireEvent.click(tab("Three"));
  expect(screen.getByRole("tabpanel", { name: "Three" }).tabIndex).toBe(-1);
  expect(screen.queryByText("Words only")).toBeNull();
});
