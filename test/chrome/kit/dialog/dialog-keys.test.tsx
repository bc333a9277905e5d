// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test, vi } from "vitest";
import { AlertDialog } from "#chrome/kit/dialog/alert-dialog.tsx";
import { Button } from "#chrome/kit/button/button.tsx";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import { Dialog } from "#chrome/kit/dialog/dialog.tsx";
import { FormFrame } from "#chrome/kit/dialog/form-frame.tsx";
import { SearchField } from "#chrome/kit/field/search-field.tsx";
import "#test/chrome/support/setup-jsdom.ts";

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
  // The focus leaves the button with the next frame.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("dialog", { name: "Marks" })));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

test("outside of dialogs the focus of a button that disables itself rests beside it, and comes back with it", async () => {
  const pressed = vi.fn();
  const Row = ({ isEmpty, isAlone }: { readonly isEmpty: boolean; readonly isAlone: boolean }) => (
    <main>
      <div data-testid="row">
        <div>
          <Button isDisabled={isEmpty}>Clear</Button>
        </div>
        {isAlone ? null : <Button onPress={pressed}>Undo</Button>}
      </div>
      <Button onPress={pressed}>Other</Button>
    </main>
  );
  const { rerender } = render(<Row isEmpty={false} isAlone={false} />);
  const clear = screen.getByRole("button", { name: "Clear" });
  clear.focus();
  rerender(<Row isEmpty isAlone={false} />);
  expect(document.activeElement).toBe(screen.getByTestId("row"));
  // The next Enter presses nothing.
  pressEnter();
  expect(pressed).not.toHaveBeenCalled();
  rerender(<Row isEmpty={false} isAlone={false} />);
  expect(document.activeElement).toBe(clear);
  expect(screen.getByTestId("row").hasAttribute("tabindex")).toBe(false);
  rerender(<Row isEmpty isAlone />);
  expect(document.activeElement).toBe(screen.getByRole("main"));
  // Who goes on meanwhile is not called back.
  screen.getByRole("button", { name: "Other" }).focus();
  rerender(<Row isEmpty={false} isAlone />);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Other" }));
});

test("keys that arrive at the page while a dialog is open are the dialog's", async () => {
  const closed = vi.fn();
  render(<Adding onClose={closed} />);
  const dialog = screen.getByRole("dialog", { name: "Marks" });
  // The effect of a browser on a focused button that is removed.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  fireEvent.keyDown(document.body, { key: "ArrowDown" });
  expect(document.activeElement).toBe(dialog);
  dialog.blur();
  fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

/** Enter, as a keyboard sends it to the focused element. */
function pressEnter(): void {
  const target = document.activeElement ?? document.body;
  fireEvent.keyDown(target, { key: "Enter" });
  fireEvent.keyUp(target, { key: "Enter" });
}

/** The description that a screen reader reads beside a dialog's name. */
const described = (dialog: HTMLElement): string =>
  document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent ?? "";

test("an alert has its button focused and says its text: Enter closes it at once", async () => {
  const closed = vi.fn();
  render(
    <IntlProvider locale="en">
      <AlertDialog title="No entry" isOpen onClose={closed} closeLabel="OK">
        The password is wrong.
      </AlertDialog>
    </IntlProvider>,
  );
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "OK" }));
  expect(described(screen.getByRole("alertdialog", { name: "No entry" }))).toBe("The password is wrong.");
  pressEnter();
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

test("a question before what cannot be undone has its harmless answer focused, and leaves the focus where it is put", async () => {
  const answers: string[] = [];
  const question = (
    <ConfirmDialog
      title="Really?"
      confirmLabel="Remove"
      cancelLabel="Keep"
      processing={false}
      onConfirm={() => answers.push("remove")}
      onClose={() => answers.push("keep")}
    >
      <p>There is no way back.</p>
    </ConfirmDialog>
  );
  const { rerender } = render(question);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Keep" }));
  expect(described(screen.getByRole("alertdialog", { name: "Really?" }))).toBe("There is no way back.");
  pressEnter();
  await waitFor(() => expect(answers).toEqual(["keep"]));
  const remove = screen.getByRole("button", { name: "Remove" });
  act(() => remove.focus());
  rerender(question);
  expect(document.activeElement).toBe(remove);
});

test("Enter in a search of a form looks for something: it does not send the form", () => {
  const submit = vi.fn(() => Promise.resolve());
  const heard = vi.fn();
  render(
    <FormFrame
      title="Group"
      submitLabel="Save"
      cancelLabel="Cancel"
      canSubmit
      processing={false}
      onSubmit={submit}
      onClose={() => undefined}
      formClass=""
    >
      <SearchField label="Search cameras" value="gate" onChange={() => undefined} onKeyDown={heard} />
    </FormFrame>,
  );
  // Unless it is prevented, a browser sends the form: jsdom does not implement this key.
  expect(fireEvent.keyDown(screen.getByRole("searchbox", { name: "Search cameras" }), { key: "Enter" })).toBe(false);
  expect(heard).toHaveBeenCalledOnce();
  expect(submit).not.toHaveBeenCalled();
});
