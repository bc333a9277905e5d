// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { fakeServer, type FakeServer, type Routes } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const boss = visitor(null, { edition: "aggregator", admin: true });
const proxy = "/fusion/orchid-proxy/o1/service";
const north = { id: "o1", name: "North", uri: "http://nvr1", isAvailable: true };
// The user who is signed in at the aggregator has the id 1 too.
const accounts = [
  { id: "1", username: "zoe", role: "Viewer", superUser: false, admin: false },
  { id: "0", username: "admin", role: "Administrator", superUser: false, admin: true },
];
const disk = {
  storage: { capacity: 1000, free: 500, unavailable: 0 },
  cleanerThreshold: 85,
  archivesSize: 100,
  maxUsage: 850,
  thresholdPercentage: 85,
};
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function open(path: string, routes: Routes, one: object = north) {
  server = await fakeServer({ "GET /service/orchids": { json: [one] }, ...routes });
  const product = renderProduct({ origin: server.origin, visitor: boss, path: "/version" });
  await product.go(path);
  return { ...product, asked: server.asked };
}

describe("the users of one server", () => {
  const routes: Routes = {
    [`GET ${proxy}/users`]: { json: { users: accounts } },
    [`GET ${proxy}/about`]: { json: { version: "8", passwordMinLength: 9 } },
    [`POST ${proxy}/users`]: { json: accounts[0] },
  };

  test("are that server's, below its name, with the rules of a server", async () => {
    await open("/servers/o1/users", routes);
    expect(await screen.findByRole("heading", { name: "Users", level: 1 })).toBeTruthy();
    const path = screen.getByRole("navigation", { name: "Where you are" });
    expect(within(path).getByRole("link", { name: "Servers" }).getAttribute("href")).toBe("/servers");
    expect(path.textContent).toContain("North");
    await expect.poll(() => document.title).toBe("Users · North · Proscenium");
    await screen.findByText("zoe");
    expect(screen.queryByText("you")).toBeNull();
    expect(screen.queryByText(/moved to the Servers tab/)).toBeNull();
    expect(screen.getByRole("button", { name: "Delete user admin" }).hasAttribute("disabled")).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Edit user zoe" }));
    expect(screen.queryByText(/You are editing your own account/)).toBeNull();
  });

  test("are added there, as that server wants them", async () => {
    const { asked } = await open("/servers/o1/users", routes);
    await screen.findByText("zoe");
    fireEvent.click(screen.getByRole("button", { name: "Add user" }));
    expect(await screen.findByText("At least 9 characters.")).toBeTruthy();
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type("Username", "new_user");
    type("Password", "abcdefghi");
    type("Confirm password", "abcdefghi");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("table", { name: "User accounts" });
    expect(asked.find(({ method }) => method === "POST")?.path).toBe(`${proxy}/users`);
    expect(asked.filter(({ path }) => path === "/service/users")).toEqual([]);
  });
});

describe("the other screens", () => {
  test("lead to one another and ask that server", async () => {
    const { asked } = await open("/servers/o1/retention-policy", {
      [`GET ${proxy}/cameras`]: { json: { cameras: [{ id: "c1", name: "Yard", driver: "ONVIF", streams: [] }] } },
      [`GET ${proxy}/cameras/disk-usage`]: { json: { cameras: [] } },
      [`GET ${proxy}/server/utilization/disk`]: { json: disk },
      [`GET ${proxy}/license-session`]: { json: { state: { status: "normal" }, license: { edition: "trial" } } },
    });
    expect(await screen.findByText("Yard")).toBeTruthy();
    const links = within(screen.getByRole("navigation", { name: "Screens of North" }));
    expect(links.getByRole("link", { name: "Retention Policy" }).getAttribute("aria-current")).toBe("page");
    // Suspended rendering continues only in an awaited act.
    await act(async () => {
      fireEvent.click(links.getByRole("link", { name: "System Status" }));
      await Promise.resolve();
    });
    expect(await screen.findByRole("heading", { name: "System Status", level: 1 })).toBeTruthy();
    await screen.findByRole("heading", { name: "Disk utilization" });
    const elsewhere = asked.map(({ path }) => path).filter((path) => !path.startsWith(`${proxy}/`));
    expect([...new Set(elsewhere)].sort()).toEqual(["/service/orchids", "/service/version"]);
  });

  test("say that the server does not answer", async () => {
    await open("/servers/o1/system-status", {}, { ...north, isAvailable: false, failureReason: "connection refused" });
    expect(await screen.findByText("North does not answer: connection refused")).toBeTruthy();
  });

  test.each([
    ["is degraded", { status: "degraded" }],
    ["stays so until the restart that ends it", { status: "pending_change", reason: "storage" }],
  ])("say that all streams are disabled where the licence %s", async (_, state) => {
    const degraded = { discoverableOrchid: { licenseSession: { state } } };
    await open("/servers/o1/system-status", {}, { ...north, ...degraded });
    expect(await screen.findByText(/all streams are disabled/i)).toBeTruthy();
  });

  test.each([
    ["its streams are off until the restart where the licence before was degraded", "license", true],
    ["its streams run until the restart where it was not", "", false],
  ])("of a licence that waits for a restart: %s", async (_what, reason, isOff) => {
    const state = { status: "pending_change", reason };
    await open("/servers/o1/system-status", {}, { ...north, discoverableOrchid: { licenseSession: { state } } });
    await screen.findByRole("heading", { name: "Disk utilization" });
    expect(screen.queryByText(/all streams are disabled/i) !== null).toBe(isOff);
  });

  test("of a server that is not there say so, with the way back", async () => {
    await open("/servers/gone/users", {});
    expect(await screen.findByText("There is no server with the id gone. It may have been unregistered.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "To all servers" }).getAttribute("href")).toBe("/servers");
  });
});
