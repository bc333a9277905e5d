// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeServer, type FakeServer, type Routes } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const boss = visitor(null, { edition: "aggregator", admin: true });
const zoe = { id: "5", username: "zoe", role: "Viewer" };
const proxied = (orchidId: string, path = "/service/users"): string => `/fusion/orchid-proxy/${orchidId}${path}`;
const routes: Routes = {
  "GET /service/orchids": {
    json: ["North", "South", "West"].map((name, at) => ({
      id: `o${at + 1}`,
      name,
      uri: `http://nvr${at + 1}:8080`,
      isAvailable: true,
    })),
  },
  [`GET ${proxied("o1")}`]: { json: { users: [zoe] } },
  [`GET ${proxied("o2")}`]: { json: { users: [{ ...zoe, id: "7", role: "Manager" }] } },
  [`GET ${proxied("o3")}`]: { status: 502, json: { code: "proxy/unreachable", reason: "gone" } },
};
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});
async function open(more: Routes = {}) {
  server = await fakeServer({ ...routes, ...more });
  const product = renderProduct({ origin: server.origin, visitor: boss, path: "/version" });
  await product.go("/servers/o1/users");
  await screen.findByText("zoe");
  return { ...product, asked: server.asked };
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const rows = async () =>
  within(await screen.findByRole("table", { name: "What is done on each server" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);
const changes = (asked: FakeServer["asked"]): readonly (readonly [string, string, unknown])[] =>
  asked
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => [method, path, body === "" ? null : (JSON.parse(body) as unknown)]);

test("deleting on all servers shows what each has and does, and names hosts and statuses of failures", async () => {
  const { asked } = await open({
    [`DELETE ${proxied("o1", "/service/users/5")}`]: { status: 204 },
    [`DELETE ${proxied("o2", "/service/users/7")}`]: { status: 409, json: { code: "user/last", reason: "the last" } },
  });
  press("Delete user zoe");
  fireEvent.click(screen.getByRole("checkbox", { name: "Delete on all servers" }));
  press("Next");
  expect(await rows()).toEqual([
    "Northzoe, Vieweruser will be removed",
    "Southzoe, Manageruser will be removed",
    "Westnot knownno action (cannot query server)",
  ]);
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Apply on West" }).disabled).toBe(true);
  press("Delete");
  expect(await screen.findByText("nvr2:8080: 409 user/last: the last")).toBeTruthy();
  expect(screen.getByText("1 of 2 servers failed.")).toBeTruthy();
  press("Try the failed again");
  await waitFor(() => expect(changes(asked)).toHaveLength(3));
  expect(changes(asked)[2]).toEqual(["DELETE", proxied("o2", "/service/users/7"), null]);
});

test("a new user is created on the servers that are chosen", async () => {
  const { asked } = await open({ [`POST ${proxied("o1")}`]: { json: { ...zoe, username: "carl" } } });
  press("Add user");
  type("Username", "carl");
  type("Password", "abcd");
  type("Confirm password", "abcd");
  fireEvent.click(screen.getByRole("checkbox", { name: "Create on all servers" }));
  press("Next");
  expect((await rows())[1]).toBe("Southnoneuser will be created");
  fireEvent.click(screen.getByRole("checkbox", { name: "Apply on South" }));
  press("Create");
  expect(await screen.findByText("Done on 1 server.")).toBeTruthy();
  expect(changes(asked)).toEqual([["POST", proxied("o1"), { username: "carl", role: "Manager", password: "abcd" }]]);
  press("Close");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an edit is replicated; creating it where it is missing needs a password", async () => {
  const { asked } = await open({
    [`GET ${proxied("o2")}`]: { json: { users: [] } },
    [`PATCH ${proxied("o1", "/service/users/5")}`]: { json: zoe },
    [`POST ${proxied("o2")}`]: { json: zoe },
  });
  press("Edit user zoe");
  fireEvent.click(screen.getByRole("checkbox", { name: "Replicate changes across all servers" }));
  expect(screen.getByRole("button", { name: "Next" }).hasAttribute("disabled")).toBe(false);
  fireEvent.click(screen.getByRole("checkbox", { name: "Also create new users" }));
  expect(screen.getByRole("button", { name: "Next" }).hasAttribute("disabled")).toBe(true);
  type("Password", "abcd");
  type("Confirm password", "abcd");
  press("Next");
  expect(await rows()).toEqual([
    "Northzoe, Vieweruser will be updated",
    "Southnoneuser will be created",
    "Westnot knownno action (cannot query server)",
  ]);
  press("Replicate");
  expect(await screen.findByText("Done on 2 servers.")).toBeTruthy();
  const account = { username: "zoe", role: "Viewer", password: "abcd" };
  expect(changes(asked).toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ["PATCH", proxied("o1", "/service/users/5"), account],
    ["POST", proxied("o2"), account],
  ]);
});
