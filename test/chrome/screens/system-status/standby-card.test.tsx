// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

let server: FakeServer;
afterEach(async () => {
  cleanup();
  await server.close();
});

async function open(standby: object): Promise<void> {
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [] } },
    "GET /service/server/standby": { json: standby },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/system-status");
}

test("a recorder that stands in for another one says for whom and since when, and what it fetches back", async () => {
  await open({
    role: "standby",
    group: "site-1",
    standsInFor: [{ id: "a", name: "East", since: Date.UTC(2026, 10, 30, 8), cameras: 2 }],
    fetching: [{ name: "West", files: 1, reason: "" }],
  });
  expect(await screen.findByText("Standby group site-1")).toBeDefined();
  expect(screen.getByText(/^Records for East since .*2026.*: 2 cameras$/)).toBeDefined();
  expect(screen.getByText("Fetches what West has recorded meanwhile: 1 file so far")).toBeDefined();
});

test("says that its group cannot be reached, and why recordings cannot be fetched", async () => {
  await open({
    role: "owner",
    group: "site-1",
    isReached: false,
    fetching: [{ name: "West", files: 0, reason: "the other recorder does not answer" }],
  });
  expect(await screen.findByText(/^The database of the group does not answer/)).toBeDefined();
  const line = screen.getByText(/^What West has recorded meanwhile cannot be fetched now/);
  expect(line.closest("[title]")?.getAttribute("title")).toBe("the other recorder does not answer");
});

test("a recorder of no group shows nothing of it", async () => {
  await open({ role: "none" });
  await expect.poll(() => server.asked.some(({ path }) => path === "/service/server/standby")).toBe(true);
  expect(screen.queryByText(/Standby group/)).toBeNull();
});
