// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type DataColumn, DataTable } from "#chrome/kit/table/data-table.tsx";

afterEach(cleanup);

const drawn = vi.fn();
const columns: readonly DataColumn<number>[] = [
  {
    id: "number",
    label: "Number",
    render: (row) => {
      drawn(row);
      return `Row ${row}`;
    },
  },
];
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const table = (rows: readonly number[]) => (
  <DataTable label="Numbers" columns={columns} rows={rows} rowKey={(row) => String(row)} />
);
const rowCount = (): number => document.querySelectorAll("tbody tr").length;

test("the first of very many rows are there at once, the others follow, and each is rendered once", async () => {
  drawn.mockClear();
  const rows = upTo(1050);
  render(table(rows));
  expect(rowCount()).toBe(100);
  const shown = screen.getByRole("table", { name: "Numbers" });
  expect(shown.getAttribute("aria-rowcount")).toBe("1051");
  expect(shown.getAttribute("aria-busy")).toBe("true");
  // Ten rounds of rendering, which take a second on a busy machine.
  await waitFor(() => expect(rowCount()).toBe(1050), { timeout: 4_000 });
  expect(shown.hasAttribute("aria-rowcount") || shown.hasAttribute("aria-busy")).toBe(false);
  expect(drawn).toHaveBeenCalledTimes(1050);
});

test("a list that was searched and is whole again begins with its first rows, too", async () => {
  const { rerender } = render(table(upTo(400)));
  await waitFor(() => expect(rowCount()).toBe(400));
  vi.useFakeTimers();
  try {
    rerender(table(upTo(3)));
    act(() => void vi.runAllTimers());
    rerender(table(upTo(400)));
    expect(rowCount()).toBe(100);
    act(() => void vi.advanceTimersByTime(1));
    expect(rowCount()).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});
