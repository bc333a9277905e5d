// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";

const PATCH = "PATCH /service/settings";
const stored = {
  passwordMinLength: 12,
  sessionMaxHours: 720,
  lockoutFreeTries: 5,
  lockoutMaxPauseMinutes: 15,
  secondFactor: "administrators",
};
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function open(users: readonly unknown[] = []) {
  server = await fakeServer({
    "GET /service/users": { json: { users } },
    "GET /service/settings": { json: stored },
    "DELETE /service/users/9/second-factor": { status: 204 },
    [PATCH]: ({ body }) => ({ json: { ...stored, ...JSON.parse(body) } }),
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/users");
  await screen.findByText("12 characters (default: 4 characters)");
  return { ...product, asked: server.asked };
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("says what is in force and what of it is a default", async () => {
  await open();
  for (const text of ["720 hours (default)", "5 tries (default)", "15 minutes (default)", "administrators"])
    expect(screen.getByText(text)).toBeTruthy();
});

test("sends what was changed, once it is within its limits", async () => {
  const { asked } = await open();
  fireEvent.click(screen.getByRole("button", { name: "Change" }));
  const dialog = await screen.findByRole("dialog", { name: "Change sign-in security" });
  const save = () => within(dialog).getByRole("button", { name: "Save" });
  type("A sign-in lasts at most (hours)", "0.5");
  fireEvent.blur(screen.getByLabelText("A sign-in lasts at most (hours)"));
  expect(screen.getByText("Enter a whole number from 1 to 720.")).toBeTruthy();
  expect(save().hasAttribute("disabled")).toBe(true);
  type("A sign-in lasts at most (hours)", "8");
  fireEvent.click(save());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked.filter(({ method }) => method === "PATCH").map(({ body }) => JSON.parse(body))).toEqual([
    { sessionMaxHours: 8 },
  ]);
});

test("digits in full width, as an input method for Japanese writes them, are the number that they say", async () => {
  const { asked } = await open();
  fireEvent.click(screen.getByRole("button", { name: "Change" }));
  await screen.findByRole("dialog", { name: "Change sign-in security" });
  type("A sign-in lasts at most (hours)", "１２");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(asked.some(({ method }) => method === "PATCH")).toBe(true));
  expect(JSON.parse(asked.find(({ method }) => method === "PATCH")?.body ?? "{}")).toEqual({ sessionMaxHours: 12 });
});

test("the watermark's rule is saved at once", async () => {
  const { asked } = await open();
  fireEvent.click(screen.getByRole("button", { name: /Over whose views and exports$/ }));
  fireEvent.click(screen.getByRole("option", { name: "Everybody's who may not configure this server" }));
  await waitFor(() => expect(asked.some(({ method }) => method === "PATCH")).toBe(true));
  const sent = asked.find(({ method }) => method === "PATCH");
  expect(JSON.parse(sent?.body ?? "{}")).toEqual({ watermark: "others" });
});

test("the second factor of a user who has lost it is removed, after a question", async () => {
  const zoe = { id: "9", username: "zoe", role: "Viewer", secondFactor: true };
  const anna = { id: "1", username: "anna", role: "Administrator", admin: true };
  const { asked } = await open([zoe, anna]);
  await screen.findByRole("button", { name: /^Remove the second factor/ });
  expect(screen.queryByRole("button", { name: "Remove the second factor of anna" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Remove the second factor of zoe" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Remove second factor" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(asked.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
    "/service/users/9/second-factor",
  ]);
});
