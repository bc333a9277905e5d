// @vitest-environment jsdom
// @own-process React Aria remembers the active focus scope of the file before, and then gives the focus back to nobody.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { useKeptFocus } from "#chrome/kit/browser/kept-focus.ts";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(cleanup);

/** A list with a delete button in each row that asks first, and one above it for all. */
function List({ locked = [], atOnce }: { readonly locked?: readonly string[]; readonly atOnce?: boolean }) {
  const area = useRef<HTMLDivElement>(null);
  useKeptFocus(area);
  const [rows, setRows] = useState(["a", "b", "c"]);
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  return (
    <div ref={area}>
      <h1>Things</h1>
      <button type="button" disabled={rows.length === 0} onClick={() => setAsked(rows)}>
        Delete all
      </button>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button">Edit {row}</button>
            <button type="button" disabled={locked.includes(row)} onClick={() => setAsked([row])}>
              Delete {row}
            </button>
          </li>
        ))}
      </ul>
      {asked ? (
        <ConfirmDialog
          title="Sure?"
          confirmLabel="Yes"
          cancelLabel="No"
          processing={false}
          onConfirm={() => {
            setAsked(null);
            const read = (): void => setRows(rows.filter((row) => !asked.includes(row)));
            // The list is read again, which takes a moment.
            if (atOnce) read();
            else setTimeout(read, 30);
          }}
          onClose={() => setAsked(null)}
        >
          Really?
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

async function remove(name: string): Promise<void> {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole("button", { name: "Yes" }));
}
const focused = (): string => document.activeElement?.textContent ?? "";

test("after a row is deleted the focus is at the same button of the next one, after the last one at that before it", async () => {
  render(<List />);
  await remove("Delete b");
  await waitFor(() => expect(focused()).toBe("Delete c"));
  await remove("Delete c");
  await waitFor(() => expect(focused()).toBe("Delete a"));
});

test("where that button is disabled, another one of the row has it", async () => {
  render(<List locked={["b"]} />);
  await remove("Delete a");
  await waitFor(() => expect(focused()).toBe("Edit b"));
});

test("where no row is left, the heading has it: also after a button above the list, which is disabled then", async () => {
  // A button that is disabled only when it has the focus again keeps it near by itself (use-resting-focus.ts).
  render(<List atOnce />);
  await remove("Delete all");
  await waitFor(() => expect(focused()).toBe("Things"));
});

test("who answers No is where they were", async () => {
  render(<List />);
  const button = screen.getByRole("button", { name: "Delete b" });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole("button", { name: "No" }));
  await waitFor(() => expect(focused()).toBe("Delete b"));
});
