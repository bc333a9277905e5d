// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { useRowWindow } from "#chrome/screens/stage/panel/use-row-window.ts";

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, { ResizeObserver: NoObserver });
afterEach(cleanup);

function List({ rows }: { readonly rows: number }) {
  const scroll = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { first, end, pitch } = useRowWindow(scroll, list, rows, 92, 8);
  return (
    <div ref={scroll} data-testid="scroll">
      {Array.from({ length: end - first }, (_, index) => (
        <p key={first + index} style={{ top: (first + index) * pitch }}>{`row ${first + index}`}</p>
      ))}
    </div>
  );
}
const shown = (): string[] => screen.queryAllByText(/^row /).map((row) => row.textContent ?? "");

test("of 2,000 rows those in sight exist, and a few beyond the edges", () => {
  render(<List rows={2000} />);
  expect(shown()[0]).toBe("row 0");
  expect(shown().length).toBeLessThan(20);
  const scroll = screen.getByTestId("scroll");
  Object.defineProperty(scroll, "scrollTop", { value: 100_000 });
  fireEvent.scroll(scroll);
  expect(shown()).toContain("row 1000");
  expect(shown()).toContain("row 1007");
  expect(shown()).not.toContain("row 900");
  expect(shown().length).toBeLessThan(25);
});

test("of a list that begins below what is in sight there is one row, and no more while it stays there", () => {
  const renders: number[] = [];
  function Below() {
    const scroll = useRef<HTMLDivElement>(null);
    const list = useRef<HTMLDivElement>(null);
    const { first, end } = useRowWindow(scroll, list, 2000, 92, 8);
    renders.push(end - first);
    return (
      <div ref={scroll} data-testid="scroll">
        <div
          ref={(element) => {
            if (element) Object.defineProperty(element, "offsetTop", { value: 50_000 });
            list.current = element;
          }}
        />
      </div>
    );
  }
  render(<Below />);
  const scroll = screen.getByTestId("scroll");
  Object.defineProperty(scroll, "scrollTop", { value: 40_000, configurable: true });
  fireEvent.scroll(scroll);
  expect(renders).toEqual([1]);
  Object.defineProperty(scroll, "scrollTop", { value: 50_000 });
  fireEvent.scroll(scroll);
  expect(renders.at(-1)).toBeGreaterThan(8);
});

test("a list that became short while scrolled far is still shown", () => {
  const { rerender } = render(<List rows={2000} />);
  const scroll = screen.getByTestId("scroll");
  Object.defineProperty(scroll, "scrollTop", { value: 100_000 });
  fireEvent.scroll(scroll);
  rerender(<List rows={3} />);
  expect(shown()).toEqual(["row 0", "row 1", "row 2"]);
});
