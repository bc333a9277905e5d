// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";
import { storageRoutes } from "./storage-routes.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const none = { begun: 0, ended: 0, checked: 0, files: 1000, damaged: 0, recordings: [] };
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function open(integrity: object | null) {
  server = await fakeServer({
    ...storageRoutes,
    ...(integrity ? { "GET /service/server/integrity": () => ({ json: integrity }) } : {}),
    "POST /service/server/integrity/check": () => ({
      status: 202,
      json: { ...integrity, begun: NOON + 2, checked: 0, hurried: true },
    }),
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/retention-policy");
}

test.each([
  ["before the first check", none, /begins ten minutes after the start/],
  ["during one", { ...none, begun: NOON, checked: 250 }, /^250 of 1000 recordings checked since /],
  ["after one", { ...none, begun: NOON, ended: NOON + 1, checked: 1000 }, /^All recordings were checked on /],
  ["after files have gone that were checked", { ...none, begun: NOON, checked: 1200 }, /^1000 of 1000 /],
])("how far recordings are checked: %s", async (_, integrity, words) => {
  await open(integrity);
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.queryByRole("table", { name: "Damaged recordings" })).toBeNull();
});

test("what is damaged is listed with its camera and what is wrong; the newest, where there are many", async () => {
  const row = { camera: { id: "1", name: "Gate" }, streamId: "s", start: NOON, end: NOON + 1, volume: "", found: NOON };
  const recordings = [
    { ...row, file: "s/1.mp4", damage: "short" },
    { ...row, file: "s/2.mp4", damage: "other", camera: { id: "", name: "" } },
  ];
  await open({ ...none, begun: NOON, ended: NOON - 1, damaged: 300, recordings });
  expect(await screen.findByText("300 recordings are damaged")).toBeDefined();
  const [, first, second] = within(screen.getByRole("table", { name: "Damaged recordings" })).getAllByRole("row");
  expect(first?.textContent).toMatch(/^Gate.*its end is missing/);
  expect(second?.textContent).toMatch(/^Unknown camera.*not what was written/);
  expect(screen.getByText(/The newest 2 are listed/)).toBeDefined();
});

test("a server that knows nothing of it is shown without", async () => {
  await open(null);
  expect(await screen.findByText("All recordings lie in one folder.")).toBeDefined();
  expect(screen.queryByText("Integrity")).toBeNull();
});

test("all are checked now when somebody asks, and one sees how far that is", async () => {
  await open({ ...none, begun: NOON, ended: NOON + 1, checked: 1000 });
  fireEvent.click(await screen.findByRole("button", { name: "Check now" }));
  expect(await screen.findByText(/^0 of 1000 recordings checked since .*as fast as the disks allow/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Check now" }).hasAttribute("disabled")).toBe(true);
});

test.each([
  ["agree", { adopted: 0, dropped: 0, unreadable: 0 }, /compared on .*: 900 files, no difference/],
  ["did not", { adopted: 1, dropped: 2, unreadable: 3 }, /900 files. Taken in: 1, gone: 2, not readable: 3/],
])("index and disks are said to agree, or that they %s", async (_, counts, words) => {
  await open({ ...none, compared: { time: NOON, files: 900, ...counts } });
  expect(await screen.findByText(words)).toBeDefined();
});
