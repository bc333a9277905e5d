// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fakeServer, type FakeServer, type Routes } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const administrator = visitor("Administrator");
const accounts = [
  { id: "9", username: "zoe", role: "Viewer", superUser: false, admin: false },
  { id: "1", username: "anna", role: "Administrator", superUser: false, admin: true },
  { id: "0", username: "admin", role: "Administrator", superUser: true, admin: true },
];
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function open(routes: Routes, passwordMinLength = 4) {
  server = await fakeServer(routes);
  const product = renderProduct({
    origin: server.origin,
    visitor: administrator,
    path: "/version",
    about: { passwordMinLength },
  });
  // Suspended rendering continues only in an awaited act.
  await product.go("/users");
  await screen.findByRole("heading", { name: "Users" });
  return { ...product, asked: server.asked };
}
const listed: Routes = { "GET /service/users": { json: { users: accounts } } };
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const leave = (label: string) => fireEvent.blur(screen.getByLabelText(label));

describe("the list of users", () => {
  test("is ordered by user name and marks superuser, admin and oneself", async () => {
    await open(listed);
    const table = await screen.findByRole("table", { name: "User accounts" });
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows.map((row) => row.dataset.row)).toEqual(["admin", "anna", "zoe"]);
    expect(rows[0]?.textContent).toContain("superuser");
    expect(rows[1]?.textContent).toContain("you");
    expect(screen.getByText("Also configures cameras, user accounts and licensing.")).toBeTruthy();
  });

  test("that cannot be fetched says so, and adding is disabled", async () => {
    await open({ "GET /service/users": { status: 500, json: { code: "x", reason: "broken" } } });
    expect(await screen.findByText("failed to fetch users")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Add user" }).hasAttribute("disabled")).toBe(true);
  });

  test("does not let the superuser be deleted, and locks its name and role", async () => {
    await open(listed);
    await screen.findByText("zoe");
    expect(screen.getByRole("button", { name: "Delete user admin" }).hasAttribute("disabled")).toBe(true);
    expect(screen.getByRole("button", { name: "Delete user zoe" }).hasAttribute("disabled")).toBe(false);
    press("Edit user admin");
    expect(screen.getByLabelText<HTMLInputElement>("Username").disabled).toBe(true);
  });
});

describe("the user dialog", () => {
  test("says what is wrong with each field and saves only when nothing is", async () => {
    await open(listed);
    await screen.findByText("zoe");
    press("Add user");
    const save = () => screen.getByRole("button", { name: "Save" });
    leave("Username");
    expect(screen.getByText("Username is required.")).toBeTruthy();
    type("Username", "a b");
    expect(screen.getByText("Username may contain letters, digits and underscores only.")).toBeTruthy();
    type("Username", "Zoe");
    expect(screen.getByText("A user already exists with name Zoe")).toBeTruthy();
    type("Username", "new_user");
    type("Password", "abc");
    leave("Password");
    expect(screen.getByText("Password must be at least 4 characters.")).toBeTruthy();
    type("Password", "abcd");
    leave("Confirm password");
    expect(screen.getByText("Passwords do not match.")).toBeTruthy();
    expect(save().hasAttribute("disabled")).toBe(true);
    type("Confirm password", "abcd");
    expect(save().hasAttribute("disabled")).toBe(false);
  });

  test.each(["Add user", "Edit user zoe"])(
    "%s: a password has at least as many letters as the server wants",
    async (task) => {
      await open(listed, 12);
      await screen.findByText("zoe");
      press(task);
      const save = () => screen.getByRole("button", { name: "Save" });
      expect(screen.getByText(/At least 12 characters\.$/)).toBeTruthy();
      if (task === "Add user") type("Username", "new_user");
      for (const [password, isRefused] of [
        ["12345", true],
        ["123456789012", false],
      ] as const) {
        type("Password", password);
        type("Confirm password", password);
        expect(save().hasAttribute("disabled")).toBe(isRefused);
        leave("Password");
        expect(screen.queryByText("Password must be at least 12 characters.") !== null).toBe(isRefused);
      }
    },
  );

  test("sends a new user as Manager by default; what was typed stays when the server refuses", async () => {
    const { asked } = await open({
      ...listed,
      "POST /service/users": { status: 400, json: { code: "password/weak", reason: "too short" } },
    });
    await screen.findByText("zoe");
    press("Add user");
    type("Username", "new_user");
    type("Password", "abcd");
    type("Confirm password", "abcd");
    press("Save");
    expect(await screen.findByText("password/weak: too short")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("new_user");
    const sent = asked.find((one) => one.method === "POST" && one.path === "/service/users");
    expect(JSON.parse(sent?.body ?? "{}")).toEqual({ username: "new_user", role: "Manager", password: "abcd" });
  });

  test("a password that the server refuses: its field says so, has the focus, and forgets it once it is changed", async () => {
    const common = "This password is one of those that everybody tries first. Choose another.";
    const refusal = { code: "user/password-common", reason: common, params: {} };
    await open({ ...listed, "POST /service/users": { status: 400, json: refusal } });
    await screen.findByText("zoe");
    press("Add user");
    type("Username", "new_user");
    type("Password", "abcd");
    type("Confirm password", "abcd");
    press("Save");
    const said = (await screen.findByText(`user/password-common: ${common}`)).closest("[id]")?.id ?? "none";
    const field = screen.getByLabelText("Password");
    expect(field.getAttribute("aria-describedby")?.split(" ")).toContain(said);
    await vi.waitFor(() => expect(document.activeElement).toBe(field));
    type("Password", "abcde");
    expect(screen.queryByText(`user/password-common: ${common}`)).toBeNull();
  });

  test("a refusal that is about no field has the focus, above the fields", async () => {
    await open({ ...listed, "POST /service/users": { status: 409, json: { code: "disk", reason: "full" } } });
    await screen.findByText("zoe");
    press("Add user");
    type("Username", "new_user");
    type("Password", "abcd");
    type("Confirm password", "abcd");
    press("Save");
    await screen.findByText("disk: full");
    expect(document.activeElement?.textContent).toBe("disk: full");
  });

  test("somebody else changes the account meanwhile: the dialog says so; the own change is not told as one of others", async () => {
    let now = accounts;
    const change = { json: { ...accounts[0], username: "zoe_2" } };
    const { events } = await open({
      "GET /service/users": () => ({ json: { users: now } }),
      "PATCH /service/users/9": change,
    });
    await screen.findByText("zoe");
    press("Edit user zoe");
    const warning = () => screen.queryByText(/^Somebody else has changed this meanwhile\./);
    expect(warning()).toBeNull();
    now = accounts.map((user) => (user.id === "9" ? { ...user, role: "Manager" } : user));
    act(() => events.emit("users", null));
    await vi.waitFor(() => expect(warning()).not.toBeNull());
    press("Cancel");
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    press("Edit user zoe");
    expect(warning()).toBeNull();
    type("Username", "zoe_2");
    press("Save");
    now = now.map((user) => (user.id === "9" ? { ...user, username: "zoe_2" } : user));
    act(() => events.emit("users", null));
    await screen.findByText("zoe_2");
    expect(warning()).toBeNull();
  });

  test.each([
    ["See without privacy masks", "unmask"],
    ["Share views and patrols", "share"],
  ])("%s is given and taken; an administrator has it by the role", async (name, right) => {
    const { asked } = await open({ ...listed, "PATCH /service/users/9": { json: { ...accounts[0], [right]: true } } });
    await screen.findByText("zoe");
    press("Edit user anna");
    const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name });
    expect([box().checked, box().disabled]).toEqual([true, true]);
    press("Cancel");
    press("Edit user zoe");
    expect([box().checked, box().disabled]).toEqual([false, false]);
    fireEvent.click(box());
    press("Save");
    await vi.waitFor(() => expect(asked.some(({ method }) => method === "PATCH")).toBe(true));
    const sent = asked.find(({ method }) => method === "PATCH");
    expect(JSON.parse(sent?.body ?? "{}")).toEqual({ [right]: true, password: null });
  });

  test("an empty password is sent as null; editing oneself is announced and signs out", async () => {
    const { asked, router } = await open({
      ...listed,
      "PATCH /service/users/1": { json: accounts[1] },
      "DELETE /service/sessions/me": { status: 204 },
    });
    await screen.findByText("zoe");
    press("Edit user anna");
    expect(screen.getByText("You are editing your own account. You will be signed out.")).toBeTruthy();
    press("Save");
    await screen.findByRole("button", { name: "Sign in" });
    expect(router.state.location.pathname).toBe("/sign-in");
    const sent = asked.find((one) => one.method === "PATCH");
    expect(JSON.parse(sent?.body ?? "{}")).toEqual({ password: null });
  });
});

describe("what another administrator does meanwhile", () => {
  const told = async ({ events }: Pick<Awaited<ReturnType<typeof open>>, "events">) =>
    act(() => Promise.resolve(events.emit("users", null)));

  test("shows in the list", async () => {
    let users = accounts;
    const product = await open({ "GET /service/users": () => ({ json: { users } }) });
    await screen.findByText("zoe");
    users = [...accounts, { id: "10", username: "bob", role: "Viewer", superUser: false, admin: false }];
    await told(product);
    expect(await screen.findByText("bob")).toBeTruthy();
  });

  test("is not undone by who edits something else of the account", async () => {
    let users = accounts;
    const product = await open({
      "GET /service/users": () => ({ json: { users } }),
      "PATCH /service/users/9": { json: accounts[0] },
    });
    await screen.findByText("zoe");
    press("Edit user zoe");
    users = accounts.map((user) => (user.id === "9" ? { ...user, role: "Live Viewer" } : user));
    await told(product);
    await screen.findByRole("row", { name: /zoe Live Viewer/, hidden: true });
    type("Username", "zoe_2");
    press("Save");
    await expect.poll(() => product.asked.find(({ method }) => method === "PATCH")?.body).toBeTruthy();
    const sent = product.asked.find(({ method }) => method === "PATCH");
    expect(JSON.parse(sent?.body ?? "{}")).toEqual({ username: "zoe_2", password: null });
  });

  test("takes nothing away from who edits an account, not even when it is deleted", async () => {
    let users = accounts;
    const product = await open({ "GET /service/users": () => ({ json: { users } }) });
    await screen.findByText("zoe");
    press("Edit user zoe");
    type("Username", "zoe_2");
    users = accounts.filter(({ id }) => id !== "9");
    await told(product);
    await expect.poll(() => screen.queryByText("zoe")).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("zoe_2");
    press("Cancel");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  });
});

test("one's own account can be deleted, which is announced and signs out", async () => {
  const { asked, router } = await open({
    ...listed,
    "DELETE /service/users/1": { status: 204 },
    "DELETE /service/sessions/me": { status: 204 },
  });
  await screen.findByText("zoe");
  press("Delete user anna");
  expect(screen.getByText("This is your own account. You will be signed out.")).toBeTruthy();
  press("Delete");
  await screen.findByRole("button", { name: "Sign in" });
  expect(router.state.location.pathname).toBe("/sign-in");
  expect(asked.some(({ method, path }) => method === "DELETE" && path === "/service/users/1")).toBe(true);
});

test("a failed deletion names the user and the reason", async () => {
  await open({ ...listed, "DELETE /service/users/9": { status: 500, json: { code: "disk", reason: "full" } } });
  await screen.findByText("zoe");
  press("Delete user zoe");
  press("Delete");
  expect(await screen.findByText("Failed to delete user zoe")).toBeTruthy();
  expect(screen.getByText("disk: full")).toBeTruthy();
});
