// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Role, Visitor } from "#domain/accounts/access.ts";
import { PING_INTERVAL_MS } from "#domain/limits/session.ts";
import { type FakeServer, fakeServer, type Routes } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

let server: FakeServer;
const routes: Routes = { "GET /service/cameras": { json: { cameras: [] } } };
beforeAll(async () => {
  server = await fakeServer(routes);
});
afterAll(() => server.close());
afterEach(cleanup);

const who = (edition: Visitor["edition"], role: Role | null, admin: boolean, more: Partial<Visitor> = {}): Visitor =>
  visitor(role, { edition, admin, ...more });
const visitors = {
  "nobody, standalone": who("standalone", null, false, { signedIn: false }),
  "live viewer": who("standalone", "Live Viewer", false),
  viewer: who("standalone", "Viewer", false),
  manager: who("standalone", "Manager", false),
  administrator: who("standalone", "Administrator", false),
  "administrator, directory login": who("standalone", "Administrator", false, { directoryLogin: true }),
  "nobody, aggregator": who("aggregator", null, false, { signedIn: false }),
  "aggregator user": who("aggregator", null, false),
  "aggregator admin": who("aggregator", null, true),
} as const;
type Who = keyof typeof visitors;
const names = Object.keys(visitors) as Who[];

/** Document 1 and 2, section 2: who may open which screen. `everyone` needs no sign-in. */
const table: Readonly<Record<string, "everyone" | readonly Who[]>> = {
  "/stage": names.filter((name) => !name.startsWith("nobody")),
  "/flags": names.filter((name) => !name.startsWith("nobody")),
  "/cameras": ["administrator", "administrator, directory login"],
  "/retention": ["administrator", "administrator, directory login"],
  "/retention-policy": ["administrator", "administrator, directory login"],
  "/activation": ["administrator", "administrator, directory login"],
  "/system-status": ["manager", "administrator", "administrator, directory login"],
  "/system-report": ["manager", "administrator", "administrator, directory login"],
  "/users": ["administrator", "aggregator admin"],
  "/servers": ["aggregator admin"],
  "/servers/o1/retention-policy": ["aggregator admin"],
  "/servers/o1/users": ["aggregator admin"],
  "/servers/o1/system-status": ["aggregator admin"],
  "/servers/o1/system-report": ["aggregator admin"],
  "/camera-groups": ["aggregator admin"],
  "/permission-groups": ["aggregator admin"],
  "/notifications": ["aggregator admin"],
  "/version": "everyone",
};

describe.each(names)("%s", (name) => {
  test("ends where the route table says, for every route", async () => {
    const { go } = renderProduct({ origin: server.origin, visitor: visitors[name], path: "/version" });
    const signedIn = visitors[name].signedIn;
    const ends: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const [route, allowed] of Object.entries(table)) {
      ends[route] = await go(route);
      const may = allowed === "everyone" || allowed.includes(name);
      expected[route] = may ? route : signedIn ? "/stage" : "/sign-in";
    }
    ends["/"] = await go("/");
    expected["/"] = signedIn ? "/stage" : "/";
    ends["/sign-in"] = await go("/sign-in");
    expected["/sign-in"] = signedIn ? "/stage" : "/sign-in";
    // the player's page exists only in single-player mode
    ends["/player"] = await go("/player");
    expected["/player"] = signedIn ? "/stage" : "/sign-in";
    expect(ends).toEqual(expected);
  });

  test("any other path is the 404 page with a link to the front page", async () => {
    const { go } = renderProduct({ origin: server.origin, visitor: visitors[name], path: "/no/such" });
    expect(screen.getByRole("link", { name: "To the front page" }).getAttribute("href")).toBe("/");
    for (const path of ["/stages", "/%2Fstage", "/version/more", "/servers/o1", "/servers/o1/cameras"]) {
      await go(path);
      expect(screen.getByRole("link", { name: "To the front page" })).toBeTruthy();
    }
  });
});

/** Rendered inside an awaited `act`: React never continues a suspended render that started in any other. */
async function shown(options: Omit<Parameters<typeof renderProduct>[0], "origin">) {
  return act(() => Promise.resolve(renderProduct({ origin: server.origin, ...options })));
}

test("an old bookmark '#!/x' leads to '#/x'", async () => {
  const { go } = await shown({ visitor: visitors.administrator });
  expect(await go("/!/version")).toBe("/version");
});

test("signing out anywhere leads to sign-in by itself", async () => {
  const { router, stores } = await shown({ visitor: visitors.manager, path: "/stage" });
  act(() =>
    stores.session.change((facts) => {
      facts.phase = "signed-out";
      facts.user = null;
    }),
  );
  await screen.findByLabelText("Username", {}, { timeout: 10_000 });
  expect(router.state.location.pathname).toBe("/sign-in");
});

test("after the application's death only the Reload screen is left, with the support link where there is one", async () => {
  const about = { supportUrl: "https://support.example/" };
  const { stores } = await shown({ visitor: visitors.manager, path: "/stage", about });
  act(() =>
    stores.health.change((facts) => {
      facts.death = "destroyed";
      facts.deathCause = "socket";
    }),
  );
  expect(await screen.findByRole("button", { name: "Reload" }, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Support" }).getAttribute("href")).toBe(about.supportUrl);
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("a session that changes hands under an open stage begins it anew: its lists are the other user's", async () => {
  // A server of its own, because pages of earlier tests may still send requests to the common one.
  const own = await fakeServer({ "GET /service/cameras": { json: { cameras: [] } } });
  onTestFinished(() => own.close());
  const asked = () => own.asked.filter(({ path }) => path === "/service/cameras").length;
  // Awaited, because React drops what an act without await leaves of a suspended render: the parts of the page are
  // loaded late.
  const { stores } = await act(async () =>
    renderProduct({ origin: own.origin, visitor: visitors.viewer, path: "/stage" }),
  );
  await waitFor(() => expect(asked()).toBe(1));
  act(() => stores.session.change(({ user }) => void (user && Object.assign(user, { userId: "2" }))));
  await waitFor(() => expect(asked()).toBe(2));
});

/** A page whose server does not answer until `back` is called: then pings are answered. */
async function withoutServer(path: string) {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  let answers = false;
  routes["GET /ping"] = () => (answers ? { text: "" } : { broken: true });
  const pings = () => server.asked.filter(({ path: asked }) => asked === "/ping").length;
  const before = pings();
  const all = await shown({ visitor: visitors.viewer, path });
  /** Waits until the condition holds, while the time between two pings passes again and again. */
  const inTime = (holds: () => void) =>
    vi.waitFor(() => {
      vi.advanceTimersByTime(PING_INTERVAL_MS);
      holds();
    }, 10_000);
  return { ...all, inTime, pings: () => pings() - before, back: () => (answers = true) };
}

test.each([
  ["another screen", "/version", false],
  ["a wall at which somebody was typing", "/stage?stage=a", true],
])("the Reload screen of %s waits for the user", async (_, path, wasTyping) => {
  const { stores, pings, back, reloads } = await withoutServer(path);
  act(() => stores.health.change((facts) => void Object.assign(facts, { death: "destroyed", wasTyping })));
  back();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect([pings(), reloads()]).toEqual([0, 0]);
});

test.each([
  ["server", "/stage?stage=a", false],
  ["socket", "/stage?stage=a", false],
  ["server", "/stage?stage=a&kiosk=1", true],
] as const)("a dead wall (%s, %s) loads itself anew once the server answers", async (deathCause, path, wasTyping) => {
  const { stores, inTime, pings, back, reloads } = await withoutServer(path);
  act(() => stores.health.change((facts) => void Object.assign(facts, { death: "destroyed", deathCause, wasTyping })));
  await inTime(() => expect(pings()).toBeGreaterThan(1));
  expect(reloads()).toBe(0);
  back();
  await inTime(() => expect(reloads()).toBeGreaterThan(0));
});

test.each([
  ["a kiosk", "/stage?stage=a&kiosk=1"],
  ["a page", "/version"],
])("%s that was opened before its server asks again by itself", async (_, path) => {
  const { stores, inTime, pings, back } = await withoutServer(path);
  const asked = () => server.asked.filter(({ path }) => path === "/service/about").length;
  const before = asked();
  act(() => stores.session.change((facts) => void Object.assign(facts, { phase: "unknown", aboutFailure: "away" })));
  expect(screen.getByText("away")).toBeTruthy();
  await inTime(() => expect(pings()).toBeGreaterThan(1));
  expect(asked()).toBe(before);
  back();
  await inTime(() => expect(asked()).toBeGreaterThan(before));
});

test("who loses rights while a screen is open is told so; another account that signs in is not", async () => {
  const { router, stores } = await shown({ visitor: visitors.administrator, path: "/users" });
  await screen.findByRole("button", { name: /^Signed in as/ }, { timeout: 10_000 });
  const change = (part: { userId?: string; role: Role }) =>
    act(() => stores.session.change(({ user }) => void (user && Object.assign(user, part))));
  change({ userId: "2", role: "Manager" });
  await screen.findByRole("button", { name: /^Signed in as/ });
  expect(screen.queryByText(/^Your rights were changed/)).toBeNull();
  change({ role: "Viewer" });
  await screen.findByText(/^Your rights were changed/);
  expect(router.state.location.pathname).toBe("/stage");
});
