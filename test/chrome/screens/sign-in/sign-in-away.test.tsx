// @vitest-environment jsdom
/**
 * Signing in at a server that has become unavailable: neither the server nor the dialog that reports this can be
 * loaded.
 */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { fakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";

vi.mock("#chrome/screens/sign-in/sign-in-failed.tsx", () => {
  throw new Error("the network was away");
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("it is said on the page, which stays, and signing in is tried again from there", async () => {
  // React prints errors that a boundary caught to the console.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const server = await fakeServer({});
  await server.close();
  renderProduct({ origin: server.origin });
  fireEvent.change(screen.getByLabelText("Username"), { target: { value: "anna" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "pw" } });
  const submit = () => fireEvent.submit(screen.getByLabelText<HTMLInputElement>("Username").form ?? document.body);
  submit();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).not.toBe("");
  await waitFor(() => expect(document.activeElement).toBe(alert));
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("pw");
  submit();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(await screen.findByRole("alert")).toBeTruthy();
});
