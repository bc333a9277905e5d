// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";

const URL = "/service/company-sign-in";
const paths = {
  redirect: "/service/sessions/company",
  backChannel: "/service/sessions/company/end",
  afterSignOut: "/",
};
const settings = {
  issuer: "https://login.example.com",
  clientId: "wall",
  hasSecret: true,
  label: "Sign in with Example AG",
  scopes: "profile",
  nameClaim: "preferred_username",
  groupsClaim: "groups",
  grants: [{ group: "watchers", grants: "Viewer" }],
  others: "",
  makesAccounts: true,
  domains: ["example.com"],
  contact: "IT",
  publicAddress: "https://wall.example",
  ca: "",
  signsOutThere: true,
};
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function open(stored: typeof settings | null, users: readonly unknown[] = []) {
  server = await fakeServer({
    "GET /service/users": { json: { users } },
    [`GET ${URL}`]: { json: { settings: stored, paths } },
    [`PUT ${URL}`]: { json: { settings: stored, paths } },
    [`POST ${URL}/test`]: {
      status: 502,
      json: {
        code: "company/other-issuer",
        reason: "",
        params: { issuer: "https://login.example.com", named: "https://other.example.com" },
      },
    },
    "POST /service/users": { status: 201, json: { id: "9", username: "anna.smith", role: "Manager" } },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/users");
  await screen.findByText("Company sign-in");
  return { ...product, asked: server.asked };
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("says who gets in and what the provider must know", async () => {
  await open(settings);
  await screen.findByText("watchers: Viewer");
  expect(screen.getByText("do not get in")).toBeTruthy();
  expect(screen.getByText("https://wall.example/service/sessions/company")).toBeTruthy();
});

test("is set up with what is typed; an empty secret keeps the one before", async () => {
  const { asked } = await open(settings);
  await screen.findByText("watchers: Viewer");
  press("Change company sign-in");
  await screen.findByRole("dialog", { name: "Company sign-in (OpenID Connect)" });
  const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  type("Issuer address", "http://login.example.com");
  fireEvent.blur(screen.getByLabelText("Issuer address"));
  expect(screen.getByText("Enter an address that begins with https://.")).toBeTruthy();
  expect(save().disabled).toBe(true);
  type("Issuer address", "https://id.example.com/realms/a");
  press("Add a group");
  expect(save().disabled).toBe(true);
  type("Group 2", "bosses");
  type("E-mail domains", "example.com, example.org");
  fireEvent.click(save());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const put = asked.find(({ method }) => method === "PUT");
  expect(JSON.parse(put?.body ?? "")).toMatchObject({
    issuer: "https://id.example.com/realms/a",
    clientSecret: null,
    grants: [
      { group: "watchers", grants: "Viewer" },
      { group: "bosses", grants: "Live Viewer" },
    ],
    domains: ["example.com", "example.org"],
  });
});

test("a test says what is wrong and saves nothing", async () => {
  const { asked } = await open(null);
  await screen.findByText(/^People sign in with names/);
  press("Set up company sign-in");
  const dialog = await screen.findByRole("dialog", { name: "Company sign-in (OpenID Connect)" });
  type("Issuer address", "https://login.example.com");
  type("Client id", "wall");
  press("Test");
  await within(dialog).findByText(/The provider calls itself https:\/\/other.example.com/);
  expect(asked.filter(({ method }) => method === "PUT")).toEqual([]);
});

test("an account of the company is shown as such and is added without a password", async () => {
  const anna = { id: "7", username: "anna", role: "Viewer", signsInBy: "company" };
  const { asked, go } = await open(settings, [anna]);
  expect(await screen.findByText("Company")).toBeTruthy();
  await go("/users?dialog=add");
  await screen.findByRole("dialog", { name: "Add user" });
  fireEvent.click(await screen.findByRole("button", { name: /Signs in with/ }));
  fireEvent.click(await screen.findByRole("option", { name: "the company" }));
  expect(screen.queryByLabelText("Password")).toBeNull();
  type("Username", "anna.smith");
  press("Save");
  await waitFor(() => expect(asked.some(({ method }) => method === "POST")).toBe(true));
  expect(JSON.parse(asked.find(({ method }) => method === "POST")?.body ?? "")).toEqual({
    username: "anna.smith",
    role: "Manager",
    signsInBy: "company",
  });
});
