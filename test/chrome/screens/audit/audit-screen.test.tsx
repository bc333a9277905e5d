// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import "#chrome/texts/parts/all.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";
import { cameraKey } from "#state/camera-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { serverFacts } from "#test/support/client/server-facts.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";

let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

const entry = (seq: number, more: object = {}) => ({
  seq,
  when: Date.UTC(2026, 5, 1) + seq,
  userId: "u",
  username: "uma",
  action: "export",
  target: "s1",
  targetName: "",
  address: "192.0.2.7",
  cameras: [{ id: "c1", name: "Gate" }],
  from: null,
  to: null,
  result: "ok",
  detail: {},
  hash: "",
  ...more,
});
const answer = (entries: object[], next: number | null = null) => ({
  json: { entries, next, users: ["otto", "uma"], actions: ["export"], removed: { seq: 12, hash: "x" } },
});

async function shown(path: string, entries: object[], next: number | null = null) {
  server = await fakeServer({
    "GET /service/audit": answer(entries, next),
    "GET /service/cameras": { json: { cameras: [] } },
    "GET /service/settings": { json: { auditDays: 90 } },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go(path);
  await screen.findByRole("table", { name: "Entries" });
  /** what the last call asked for */
  return (): Record<string, string> => {
    const last = server?.asked.filter(({ path: asked }) => asked === "/service/audit").at(-1);
    // `_` keeps caches away.
    return Object.fromEntries([...(last?.query ?? [])].filter(([name]) => name !== "_"));
  };
}

test("says who, what, where, which camera, and what a later server calls its own", async () => {
  await shown("/audit", [
    entry(9, { action: "teleported", username: "", userId: "" }),
    entry(8, { result: "refused", cameras: [{ id: "c2", name: "" }], detail: { count: 3 } }),
    entry(7, { cameras: [], target: "u2", targetName: "otto", action: "user-modified" }),
  ]);
  const rows = screen.getAllByRole("row").map((row) => row.textContent ?? "");
  expect(rows[1]).toContain("teleported");
  expect(rows[1]).toContain("Nobody signed in");
  expect(rows[2]).toMatch(/umaExportedRefusedRemoved camera192\.0\.2\.7count: 3$/);
  expect(rows[3]).toMatch(/Changed a user.*otto$/);
  expect(screen.getByText(/Entries up to number 12 were removed for their age/)).toBeDefined();
});

test("of an aggregator: which server each entry is from, and which could not be asked", async () => {
  server = await fakeServer({
    "GET /service/audit": {
      json: {
        entries: [entry(2, { server: { id: "s1", name: "North" } }), entry(2, { server: null, username: "otto" })],
        next: "1~own.2~s1.2",
        users: [],
        actions: [],
        removed: { seq: 0, hash: "" },
        servers: [
          { id: "s1", name: "North" },
          { id: "s2", name: "South" },
        ],
        notAsked: [{ id: "s2", name: "South", failure: { code: "network/no-response", reason: "x", params: {} } }],
      },
    },
    "GET /service/settings": { json: { auditDays: 90 } },
  });
  const who = { ...visitor("Administrator"), edition: "aggregator" as const, admin: true };
  const product = renderProduct({
    origin: server.origin,
    visitor: who,
    path: "/version",
    about: { edition: "aggregator" },
  });
  await product.go("/audit?server=s1");
  await screen.findByRole("table", { name: "Entries" });
  const rows = screen.getAllByRole("row").map((row) => row.textContent ?? "");
  expect(rows[1]).toContain("North");
  expect(rows[2]).toContain("This aggregator");
  expect(
    screen.getByText("These servers could not be asked; their entries are missing:").parentElement?.textContent,
  ).toContain("South: ");
  const last = () => server?.asked.filter(({ path }) => path === "/service/audit").at(-1)?.query;
  expect(last()?.get("server")).toBe("s1");
  fireEvent.click(screen.getByRole("button", { name: "Older" }));
  await vi.waitFor(() => expect(last()?.get("before")).toBe("1~own.2~s1.2"));
});

test("of an aggregator: entries of one camera of any server, which says whose it is", async () => {
  const servers = [
    { id: "s1", name: "North" },
    { id: "s2", name: "South" },
  ];
  server = await fakeServer({
    "GET /service/audit": {
      json: { ...answer([entry(2, { server: null })]).json, servers, notAsked: [], next: null },
    },
    "GET /service/settings": { json: { auditDays: 90 } },
  });
  const who = { ...visitor("Administrator"), edition: "aggregator" as const, admin: true };
  const { go, stores } = renderProduct({
    origin: server.origin,
    visitor: who,
    path: "/version",
    about: { edition: "aggregator" },
  });
  stores.servers.change((facts) => {
    facts.byId = Object.fromEntries(servers.map(({ id, name }) => [id, serverFacts(id, name)])) as typeof facts.byId;
  });
  const cameras = [
    { ...cameraFacts("c1"), orchidId: "s1", name: "Gate" },
    { ...cameraFacts("c2"), orchidId: "s2", name: "Gate" },
  ];
  stores.cameras.change((facts) => {
    facts.byKey = Object.fromEntries(cameras.map((one) => [cameraKey(one), one])) as typeof facts.byKey;
    facts.order = cameras.map(cameraKey);
  });
  await go("/audit");
  await screen.findByRole("table", { name: "Entries" });
  const last = () => server?.asked.filter(({ path }) => path === "/service/audit").at(-1)?.query;
  fireEvent.click(screen.getByRole("button", { name: /Camera/ }));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "All",
    "Gate · North",
    "Gate · South",
  ]);
  fireEvent.click(screen.getByRole("option", { name: "Gate · South" }));
  await vi.waitFor(() => expect(last()?.get("camera")).toBe("c2"));

  // A server's own cameras only; what a link names and is not among them stays.
  await go("/audit?server=s1");
  await vi.waitFor(() => expect(last()?.get("server")).toBe("s1"));
  fireEvent.click(screen.getByRole("button", { name: /Camera/ }));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["All", "Gate · North"]);
});

test("a link's filter is asked for, and shown", async () => {
  const asked = await shown("/audit?user=uma&kind=evidence&search=yard&from=1000", [entry(1)]);
  expect(asked()).toEqual({
    user: "uma",
    action: "lock,unlock,bookmark-added,bookmark-changed,bookmark-removed",
    search: "yard",
    start: "1000",
  });
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("yard");
});

test("older entries are a page further; another filter begins at the newest", async () => {
  const asked = await shown("/audit", [entry(50)], 50);
  fireEvent.click(screen.getByRole("button", { name: "Older" }));
  await expect.poll(() => asked()).toEqual({ before: "50" });
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "x" } });
  await expect.poll(() => asked()).toEqual({ search: "x" });
});
