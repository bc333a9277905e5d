// @vitest-environment jsdom
/** The palette and the overview of keys, when one opens out of the other. */
// @own-process: the focus scopes of React Aria are state of its modules and remember elements of an earlier window.
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPalette, overVersionPage, pressForLatePart } from "#test/chrome/support/over-version-page.tsx";

const openPage = overVersionPage();

/** The version page with the focus on the user's button. */
async function onUser(): Promise<HTMLElement> {
  const { user } = await openPage();
  user.focus();
  return user;
}

test("the palette out of the overview of keys leaves the keyboard where it was before both", async () => {
  const user = await onUser();
  await pressForLatePart(user, { key: "?" });
  await screen.findByRole("dialog", { name: "Keyboard" });
  fireEvent.keyDown(await openPalette(), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(user));
});

test("the overview of keys out of the palette leaves the keyboard where it was before both", async () => {
  const user = await onUser();
  const field = await openPalette();
  fireEvent.change(field, { target: { value: "keyboard" } });
  await pressForLatePart(field, { key: "Enter" });
  await screen.findByRole("dialog", { name: "Keyboard" });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(user));
});

test("Back to another screen does not bring the overview of keys along", async () => {
  const { user, go } = await openPage();
  user.focus();
  await go("/flags");
  await screen.findByRole("heading", { name: "Advanced Settings" });
  await pressForLatePart(window, { key: "?" });
  await screen.findByRole("dialog", { name: "Keyboard" });
  await go("/version");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("both are in the user menu too, with their keys", async () => {
  const user = await onUser();
  fireEvent.click(user);
  const item = (name: RegExp) => screen.findByRole("menuitem", { name });
  expect((await item(/^Commands…/)).textContent).toBe("Commands…Ctrl + K");
  await act(async () => fireEvent.click(await item(/^Keyboard…/)));
  expect(await screen.findByRole("dialog", { name: "Keyboard" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the user menu chooses how dates and times are written", async () => {
  const { user, stores } = await openPage();
  expect(stores.preferences.get().timeForm).toBe("iso");
  fireEvent.click(user);
  const item = await screen.findByRole("menuitem", { name: /^Dates and times/ });
  expect(item.textContent).toContain("ISO 8601");
  act(() => item.focus());
  fireEvent.keyDown(item, { key: "ArrowRight" });
  fireEvent.click(await screen.findByRole("menuitem", { name: /^By language/ }));
  expect(stores.preferences.get().timeForm).toBe("language");
});
