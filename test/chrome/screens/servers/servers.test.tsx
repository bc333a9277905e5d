// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { type Answer, fakeServer, type FakeServer, type Routes } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const boss = visitor(null, { edition: "aggregator", admin: true });
const north = {
  id: "o1",
  name: "North",
  uri: "http://nvr1:8080",
  isAvailable: true,
  version: "8.0.0",
  camerasOnline: 3,
  camerasAvailable: 4,
  lastChecked: 1,
  discoverableOrchid: { licenseSession: { state: { status: "normal" } } },
  license: { edition: "enterprise", expires: 8_640_000_000_000_000 },
};
const east = { id: "o2", name: "East 10", uri: "http://nvr2", failureReason: "connection refused", lastChecked: 1 };
const west = {
  ...north,
  id: "o3",
  name: "East 9",
  uri: "http://nvr3",
  clockOffsetMs: 61_000,
  discoverableOrchid: { licenseSession: { state: { status: "degraded" } } },
  license: { edition: "trial", expires: 1_000 },
};
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function open(routes: Routes, path = "/servers") {
  server = await fakeServer(routes);
  const product = renderProduct({ origin: server.origin, visitor: boss, path: "/version" });
  await product.go(path);
  return { ...product, asked: server.asked };
}
const listed: Routes = { "GET /service/orchids": { json: [north, east, west] } };
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const rows = async () =>
  within(await screen.findByRole("table", { name: "Servers" }))
    .getAllByRole("row")
    .slice(1);
const bodyOf = (asked: FakeServer["asked"], method: string): unknown[] =>
  asked.filter((one) => one.method === method).map(({ body }) => JSON.parse(body) as unknown);

describe("the dashboard", () => {
  test("a server that is away is a warning where another one shows its cameras, and a failure elsewhere", async () => {
    const refused = { code: "server/refused", reason: "the connection was refused", params: {} };
    const failure = { code: "server/stood-in", reason: "stood in", params: { name: "Spare" }, cause: refused };
    const stoodIn = { ...east, id: "o4", name: "Gate", failureReason: "stood in", failure };
    await open({ "GET /service/orchids": { json: [east, stoodIn] } });
    await rows();
    const tone = (text: string | RegExp) => screen.getByText(text).parentElement?.className;
    expect(tone("Spare records and shows its cameras meanwhile (the connection was refused)")).toContain("warn");
    expect(tone("connection refused")).toContain("bad");
  });

  test("shows x of y servers by name, with health, cameras, version and licence", async () => {
    await open(listed);
    expect(await screen.findByRole("heading", { name: "Servers 2 of 3", level: 1 })).toBeTruthy();
    const [first, second, third] = await rows();
    expect([first, second, third].map((row) => row?.dataset.row)).toEqual(["o3", "o2", "o1"]);
    expect(first?.textContent).toContain("license degraded");
    expect(first?.textContent).toContain("clock off by 61 s");
    expect(first?.textContent).toContain("expired");
    expect(second?.textContent).toContain("connection refused");
    expect(third?.textContent).toContain("available");
    expect(third?.textContent).toContain("3 of 4");
    expect(third?.textContent).toContain("8.0.0");
    expect(third?.textContent).toContain("N/A");
    await expect.poll(() => document.title).toBe("Servers · Proscenium");
    expect(screen.getByRole("link", { name: "Users of North" }).getAttribute("href")).toBe("/servers/o1/users");
  });

  test("narrows by what is typed", async () => {
    await open(listed);
    await rows();
    type("Search servers", "nvr1");
    expect((await rows()).map((row) => row.dataset.row)).toEqual(["o1"]);
    type("Search servers", "nowhere");
    expect(screen.getByText("No server matches")).toBeTruthy();
  });

  test("without servers offers to register the first; a list that fails can be tried again", async () => {
    let answer: Answer = { status: 500, json: { code: "x", reason: "broken" } };
    await open({ "GET /service/orchids": () => answer });
    expect(await screen.findByText("x: broken")).toBeTruthy();
    answer = { json: [] };
    press("Try again");
    expect(await screen.findByText("No servers yet")).toBeTruthy();
    press("Register server");
    expect(await screen.findByRole("dialog", { name: "Register server" })).toBeTruthy();
  });

  test("follows what the aggregator tells of its servers", async () => {
    let list: unknown[] = [north];
    const { events } = await open({ "GET /service/orchids": () => ({ json: list }) });
    await screen.findByRole("heading", { name: "Servers 1 of 1" });
    list = [{ ...north, isAvailable: false, failureReason: "timeout" }];
    act(() => events.emit("servers", null));
    await screen.findByRole("heading", { name: "Servers 0 of 1" });
    expect(screen.getByText("timeout")).toBeTruthy();
  });

  test("refreshes a server's cameras, and says why it could not", async () => {
    const { asked } = await open({
      ...listed,
      "POST /service/orchids/o1/cache": { json: north },
      "POST /service/orchids/o2/cache": { status: 502, json: { code: "orchid/unreachable", reason: "no answer" } },
    });
    await rows();
    press("Refresh cameras of North");
    await screen.findByText("The cameras of North are up to date");
    press("Refresh cameras of East 10");
    expect(await screen.findByText("orchid/unreachable: no answer")).toBeTruthy();
    expect(asked.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
      "/service/orchids/o1/cache",
      "/service/orchids/o2/cache",
    ]);
  });

  test("says of an address that names no server that there is none", async () => {
    await open(listed, "/servers?server=gone");
    expect(await screen.findByText("There is no server with the id gone. It may have been unregistered.")).toBeTruthy();
  });
});

describe("registering", () => {
  test("needs an address and an administrator; the address becomes whole", async () => {
    const { asked, router } = await open(
      { ...listed, "POST /service/orchids": { json: north } },
      "/servers?dialog=register",
    );
    await screen.findByRole("dialog", { name: "Register server" });
    const submit = () => screen.getByRole("button", { name: "Register" });
    expect(submit().hasAttribute("disabled")).toBe(true);
    type("Address", "nvr 1");
    fireEvent.blur(screen.getByLabelText("Address"));
    expect(screen.getByText("Enter the address as http://host:port.")).toBeTruthy();
    type("Address", "nvr1:8080");
    expect(screen.getByText("Asked at http://nvr1:8080")).toBeTruthy();
    type("Username", "admin");
    type("Password", "secret");
    fireEvent.click(submit());
    await screen.findByText("North is registered");
    expect(bodyOf(asked, "POST")).toEqual([{ uri: "http://nvr1:8080", username: "admin", password: "secret" }]);
    expect(router.state.location.search).toBe("");
  });

  test("takes no longer a name and login than the aggregator does", async () => {
    await open(listed, "/servers?dialog=register");
    await screen.findByRole("dialog", { name: "Register server" });
    const most = (label: string): number => screen.getByLabelText<HTMLInputElement>(label).maxLength;
    expect(["Name", "Username", "Password"].map(most)).toEqual([200, 320, 1024]);
  });

  test("of a server with another parent is offered as replacing it; what was typed stays", async () => {
    let refused = true;
    const { asked } = await open(
      {
        ...listed,
        "POST /service/orchids": () =>
          refused
            ? { status: 409, json: { code: "orchid/has-parent", reason: "It is managed by South." } }
            : { json: north },
      },
      "/servers?dialog=register",
    );
    await screen.findByRole("dialog", { name: "Register server" });
    type("Address", "http://nvr1");
    type("Username", "admin");
    type("Password", "secret");
    press("Register");
    expect(await screen.findByText("orchid/has-parent: It is managed by South.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("secret");
    // Another address means another server: it is asked without replacing its parent.
    type("Address", "http://nvr9");
    expect(screen.queryByRole("button", { name: "Replace the parent" })).toBeNull();
    press("Register");
    await screen.findByRole("button", { name: "Replace the parent" });
    refused = false;
    press("Replace the parent");
    await screen.findByText("North is registered");
    const form = { username: "admin", password: "secret" };
    expect(bodyOf(asked, "POST")).toEqual([
      { ...form, uri: "http://nvr1" },
      { ...form, uri: "http://nvr9" },
      { ...form, uri: "http://nvr9", replace: true },
    ]);
  });
});

test("editing sends what is other now; credentials only together", async () => {
  const { asked } = await open({ ...listed, "PATCH /service/orchids/o1": { json: north } });
  await rows();
  press("Edit server North");
  await screen.findByRole("dialog", { name: "Edit server" });
  const save = () => screen.getByRole("button", { name: "Save" });
  expect(save().hasAttribute("disabled")).toBe(true);
  type("Name", "North gate");
  type("Username", "admin");
  expect(save().hasAttribute("disabled")).toBe(true);
  type("Password", "secret");
  fireEvent.click(save());
  await act(() => Promise.resolve());
  await screen.findByRole("table", { name: "Servers" });
  expect(bodyOf(asked, "PATCH")).toEqual([{ name: "North gate", username: "admin", password: "secret" }]);
});

describe("unregistering", () => {
  test("asks first, and when it fails offers to remove the server anyway", async () => {
    const { asked } = await open({
      ...listed,
      "DELETE /service/orchids/o2": ({ query }) =>
        query.get("force") === "true"
          ? { status: 204 }
          : { status: 502, json: { code: "orchid/detach-failed", reason: "no answer" } },
    });
    await rows();
    press("Unregister server East 10");
    expect(asked.some(({ method }) => method === "DELETE")).toBe(false);
    press("Unregister");
    expect(await screen.findByText("Unregistering the server failed. Remove it anyway?")).toBeTruthy();
    expect(screen.getByText("orchid/detach-failed: no answer")).toBeTruthy();
    press("Remove anyway");
    await screen.findByText("East 10 is unregistered");
    expect(asked.filter(({ method }) => method === "DELETE").map(({ query }) => query.get("force"))).toEqual([
      null,
      "true",
    ]);
  });

  test("cancelled removes nothing", async () => {
    const { asked } = await open(listed);
    await rows();
    press("Unregister server North");
    press("Cancel");
    expect(asked.some(({ method }) => method === "DELETE")).toBe(false);
  });
});
