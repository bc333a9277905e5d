// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";
import { fakeServer, type FakeServer, type Routes } from "#test/support/client/http-fake.ts";

const PUT = "PUT /service/users/me/password";
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function open(routes: Routes) {
  server = await fakeServer(routes);
  const product = renderProduct({
    origin: server.origin,
    visitor: visitor("Live Viewer"),
    path: "/version",
    about: { passwordMinLength: 8 },
  });
  await screen.findByRole("heading", { name: "Version Information" });
  fireEvent.click(screen.getByRole("button", { name: "Signed in as anna" }));
  const item = await screen.findByRole("menuitem", { name: "Change password…" });
  await act(async () => void fireEvent.click(item));
  await screen.findByRole("dialog", { name: "Change password" });
  return { ...product, asked: server.asked };
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const leave = (label: string) => fireEvent.blur(screen.getByLabelText(label));
const save = () => screen.getByRole("button", { name: "Change password" });

test("a viewer opens it from the user menu; it says what is missing, and sends the old and the new password", async () => {
  const { asked } = await open({ [PUT]: { status: 204 } });
  expect(screen.getByText("At least 8 characters, and none that everybody tries first.")).toBeTruthy();
  leave("Old password");
  expect(screen.getByText("The old password is required.")).toBeTruthy();
  type("Old password", "correct horse");
  type("New password", "correct horse");
  leave("New password");
  expect(screen.getByText("The new password is the old one.")).toBeTruthy();
  type("New password", "short");
  expect(screen.getByText("Password must be at least 8 characters.")).toBeTruthy();
  type("New password", "battery staple");
  leave("New password once more");
  expect(screen.getByText("Passwords do not match.")).toBeTruthy();
  expect(save().hasAttribute("disabled")).toBe(true);
  type("New password once more", "battery staple");
  fireEvent.click(save());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(body))).toEqual([
    { oldPassword: "correct horse", newPassword: "battery staple" },
  ]);
});

test("what was typed stays when the server refuses, and the reason shows", async () => {
  await open({
    [PUT]: { status: 403, json: { code: "user/password-of-google", reason: "Google keeps it.", params: {} } },
  });
  type("Old password", "correct horse");
  type("New password", "battery staple");
  type("New password once more", "battery staple");
  fireEvent.click(save());
  expect(
    await screen.findByText(/You sign in with Google, which keeps your password\. Change it there\.$/),
  ).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Old password").value).toBe("correct horse");
});
