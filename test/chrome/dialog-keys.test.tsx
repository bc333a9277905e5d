// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Button } from "#chrome/kit/button.tsx";
import { Dialog } from "#chrome/kit/dialog.tsx";
import "./setup-jsdom.ts";

afterEach(cleanup);

function Adding({ onClose }: { readonly onClose: () => void }) {
  const [done, setDone] = useState(false);
  return (
    <Dialog
      title="Marks"
      isOpen
      onClose={onClose}
      actions={
        <Button isDisabled={done} onPress={() => setDone(true)}>
          Add
        </Button>
      }
    />
  );
}

test("a dialog whose pressed button is disabled by that keeps its keys: Escape closes it", async () => {
  const closed = vi.fn();
  render(<Adding onClose={closed} />);
  const button = screen.getByRole("button", { name: "Add" });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(button).toHaveProperty("disabled", true));
  expect(document.activeElement).toBe(screen.getByRole("dialog", { name: "Marks" }));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

test("keys that arrive at the page while a dialog is open are the dialog's", async () => {
  const closed = vi.fn();
  render(<Adding onClose={closed} />);
  const dialog = screen.getByRole("dialog", { name: "Marks" });
  // What a browser does to a focused button that is taken away.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  fireEvent.keyDown(document.body, { key: "ArrowDown" });
  expect(document.activeElement).toBe(dialog);
  dialog.blur();
  fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
});
