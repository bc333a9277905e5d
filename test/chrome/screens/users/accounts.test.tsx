// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Routes } from "#test/support/client/http-fake.ts";
import { openAdministration, press, sent } from "#test/chrome/support/open-administration.tsx";

const users = [
  { id: "9", username: "zoe", email: "zoe@example.org", groups: ["g1"] },
  { id: "8", username: "bob" },
  { id: "1", username: "anna", admin: true },
  { id: "0", username: "admin", admin: true, superUser: true },
];
const routes: Routes = {
  "GET /service/users": { json: { users } },
  "GET /service/permissions": { json: { permissions: [{ id: "g1", name: "Guards" }] } },
};
const open = (more: Routes = {}, path = "/users") => openAdministration({ ...routes, ...more }, path);
const button = (name: string) => screen.getByRole("button", { name });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("shows accounts with their groups, and where users of servers are", async () => {
  await open();
  const table = await screen.findByRole("table", { name: "User accounts" });
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.dataset.row)).toEqual(["admin", "anna", "bob", "zoe"]);
  await screen.findByText("Guards");
  expect(rows[2]?.textContent).toContain("none: sees nothing");
  expect(rows[3]?.textContent).toContain("zoe@example.org");
  expect(screen.getByText(/Users of a server have moved to the Servers tab/)).toBeTruthy();
  expect(document.title).toBe("Users · Proscenium");
});

test("neither the superuser nor oneself can be deleted; the superuser's name and rights are locked", async () => {
  await open();
  await screen.findByText("bob");
  expect(["admin", "anna", "bob"].map((name) => button(`Delete user ${name}`).hasAttribute("disabled"))).toEqual([
    true,
    true,
    false,
  ]);
  press("Edit user admin");
  await screen.findByRole("dialog");
  expect(screen.getByLabelText<HTMLInputElement>("Username").disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Administrator" }).disabled).toBe(true);
});

test("a new account is checked, sent, and kept in the dialog when the server refuses", async () => {
  const { asked } = await open({
    "POST /service/users": { status: 409, json: { code: "user/exists", reason: "taken" } },
  });
  await screen.findByText("bob");
  press("Add user");
  await screen.findByRole("dialog", { name: "Add user" });
  type("Username", "BOB");
  fireEvent.blur(screen.getByLabelText("Username"));
  expect(await screen.findByText("A user already exists with name BOB")).toBeTruthy();
  type("Username", "carl");
  type("Email", "carl");
  fireEvent.blur(screen.getByLabelText("Email"));
  expect(await screen.findByText("Enter an address like name@example.org, or none.")).toBeTruthy();
  type("Email", "carl@example.org");
  type("Password", "abcd");
  type("Confirm password", "abcd");
  await waitFor(() => expect(screen.getByRole("checkbox", { name: "Guards" })).toBeTruthy());
  fireEvent.click(screen.getByRole("checkbox", { name: "Guards" }));
  await waitFor(() => expect(button("Save").hasAttribute("disabled")).toBe(false));
  press("Save");
  expect(await screen.findByText("user/exists: taken")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("carl");
  expect(sent(asked, "POST")).toEqual({
    username: "carl",
    email: "carl@example.org",
    admin: false,
    groups: ["g1"],
    password: "abcd",
  });
});

test("editing oneself is announced and signs out; what was not changed is not sent", async () => {
  const { router, asked } = await open({
    "PATCH /service/users/1": { json: users[2] },
    "DELETE /service/sessions/me": { status: 204 },
    "POST /fusion/users/logout": { status: 204 },
  });
  await screen.findByText("bob");
  press("Edit user anna");
  expect(await screen.findByText("You are editing your own account. You will be signed out.")).toBeTruthy();
  await waitFor(() => expect(button("Save").hasAttribute("disabled")).toBe(false));
  press("Save");
  await screen.findByRole("button", { name: "Sign in" });
  expect(router.state.location.pathname).toBe("/sign-in");
  expect(sent(asked, "PATCH")).toEqual({ password: null });
});

test("an account that somebody else deletes while it is edited takes nothing away that was typed", async () => {
  let listed = users;
  const { events } = await open({ "GET /service/users": () => ({ json: { users: listed } }) });
  await screen.findByText("bob");
  press("Edit user bob");
  type("Username", "bob_2");
  listed = users.filter(({ username }) => username !== "bob");
  act(() => events.emit("users", null));
  await waitFor(() => expect(screen.queryByText("bob")).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("bob_2");
  press("Cancel");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a failed deletion names the user and the reason", async () => {
  await open({ "DELETE /service/users/8": { status: 500, json: { code: "disk", reason: "full" } } });
  await screen.findByText("bob");
  press("Delete user bob");
  press("Delete");
  expect(await screen.findByText("Failed to delete user bob")).toBeTruthy();
  expect(screen.getByText("disk: full")).toBeTruthy();
});
