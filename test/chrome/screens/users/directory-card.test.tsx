// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";

const URL = "/service/directory-sign-in";
const settings = {
  address: "ldaps://ldap.example.com",
  startTls: false,
  ca: "",
  bindDn: "cn=reader,dc=example,dc=com",
  hasPassword: true,
  userDn: "",
  base: "ou=people,dc=example,dc=com",
  filter: "(uid={name})",
  nameAttribute: "uid",
  groupsAttribute: "memberOf",
  groupsBase: "",
  groupsFilter: "(member={dn})",
  grants: [{ group: "cn=guards,dc=example,dc=com", grants: "Viewer" }],
  others: "",
  makesAccounts: true,
  contact: "IT",
};
const person = { dn: "uid=bert,ou=people,dc=example,dc=com", name: "bert", groups: ["cn=guards,dc=example,dc=com"] };
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function open(stored: typeof settings | null, tested: object = { json: { person } }) {
  server = await fakeServer({
    "GET /service/users": { json: { users: [] } },
    [`GET ${URL}`]: { json: { settings: stored } },
    [`PUT ${URL}`]: { json: { settings: stored } },
    [`POST ${URL}/test`]: tested,
    [`DELETE ${URL}`]: { status: 204 },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/users");
  const title = await screen.findByText("Directory sign-in");
  const card = title.closest("section");
  if (!card) throw new Error("no card");
  return { ...product, asked: server.asked, card: within(card) };
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const sent = (method: string) => {
  const call = server?.asked.find((one) => one.method === method && one.path.startsWith(URL));
  return call ? (JSON.parse(call.body === "" ? "{}" : call.body) as Record<string, unknown>) : null;
};

test("says which directory is asked and what its groups grant", async () => {
  const { card } = await open(settings);
  await card.findByText("cn=guards,dc=example,dc=com: Viewer");
  expect(card.getByText("ldaps://ldap.example.com")).toBeTruthy();
  expect(card.getByText("ou=people,dc=example,dc=com")).toBeTruthy();
});

test("is set up with groups that name their members; an empty password keeps the one before", async () => {
  const { card } = await open(settings);
  await card.findByText("cn=guards,dc=example,dc=com: Viewer");
  fireEvent.click(card.getByRole("button", { name: "Change directory sign-in" }));
  const dialog = within(await screen.findByRole("dialog"));
  type("Filter of groups", "(member=nobody)");
  fireEvent.blur(screen.getByLabelText("Filter of groups"));
  expect(dialog.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(true);
  type("Filter of groups", "(uniqueMember={dn})");
  type("Groups below", "ou=groups,dc=example,dc=com");
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const { hasPassword: _, ...kept } = settings;
  expect(sent("PUT")).toEqual({
    ...kept,
    groupsBase: "ou=groups,dc=example,dc=com",
    groupsFilter: "(uniqueMember={dn})",
    bindPassword: null,
  });
});

test("a test says who was found and in which groups, or what is wrong, and saves nothing", async () => {
  const { card } = await open(settings);
  await card.findByText("cn=guards,dc=example,dc=com: Viewer");
  fireEvent.click(card.getByRole("button", { name: "Change directory sign-in" }));
  const dialog = within(await screen.findByRole("dialog"));
  type("Name of somebody", "bert");
  fireEvent.click(dialog.getByRole("button", { name: "Test the directory" }));
  await dialog.findByText(person.groups[0] ?? "");
  expect(sent("POST")).toMatchObject({ name: "bert", password: "" });
  expect(sent("PUT")).toBeNull();
});

test("is removed after a question", async () => {
  const { card } = await open(settings);
  await card.findByText("cn=guards,dc=example,dc=com: Viewer");
  fireEvent.click(card.getByRole("button", { name: "Remove directory sign-in" }));
  const dialog = within(await screen.findByRole("alertdialog").catch(() => screen.getByRole("dialog")));
  expect(sent("DELETE")).toBeNull();
  fireEvent.click(dialog.getByRole("button", { name: "Remove directory sign-in" }));
  await waitFor(() => expect(sent("DELETE")).not.toBeNull());
});

test("where none is set up it says so", async () => {
  const { card } = await open(null);
  await card.findByRole("button", { name: "Set up directory sign-in" });
});
