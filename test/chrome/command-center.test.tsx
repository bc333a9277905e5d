// @vitest-environment jsdom
/** The palette and the overview of keys, one out of the other. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "#test/support/http-fake.ts";
import { renderProduct } from "./render-product.tsx";
import { visitor } from "./visitor.ts";

let server: FakeServer;
beforeAll(async () => {
  server = await fakeServer({
    "GET /service/version": { json: { version: "8.0.0" } },
    "GET /service/stages": { json: { stages: [] } },
  });
});
afterAll(() => server.close());
afterEach(cleanup);

const focused = (): Element => document.activeElement ?? document.body;
const openPalette = async (): Promise<HTMLElement> => {
  fireEvent.keyDown(focused(), { key: "k", ctrlKey: true });
  return screen.findByRole("combobox", { name: "Cameras, stages, screens, actions" });
};

/** The version page with the keyboard on the user's button. */
async function onUser(): Promise<HTMLElement> {
  renderProduct({ origin: server.origin, visitor: visitor("Viewer"), path: "/version" });
  const user = await screen.findByRole("button", { name: "Signed in as anna" });
  user.focus();
  return user;
}

test("the palette out of the overview of keys leaves the keyboard where it was before both", async () => {
  const user = await onUser();
  fireEvent.keyDown(user, { key: "?" });
  await screen.findByRole("dialog", { name: "Keyboard" });
  fireEvent.keyDown(await openPalette(), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(user));
});

test("the overview of keys out of the palette leaves the keyboard where it was before both", async () => {
  const user = await onUser();
  const field = await openPalette();
  fireEvent.change(field, { target: { value: "keyboard" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await screen.findByRole("dialog", { name: "Keyboard" });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(user));
});
