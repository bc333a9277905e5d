import { afterEach, expect, test, vi } from "vitest";
import { epochMs } from "#actions/epoch.ts";
import { createServerActions } from "#actions/session/server-actions.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createHealthStore } from "#state/health-store.ts";
import { createStandingStore } from "#state/standing-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { HttpClient } from "#transport/http.ts";

let server: FakeServer;
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

/**
 * A new page of a browser that has stored this; the server's clock is a minute ahead. `state`: the present state of its
 * license.
 */
async function open(
  kept: Map<string, string>,
  state: { status: string; reason?: string } = { status: "degraded", reason: "storage" },
) {
  server = await fakeServer({
    "GET /service/time": () => ({ text: String(Date.now() + 60_000) }),
    "GET /service/servers/1": () => ({
      json: { id: "1", name: "Yard", discoverableOrchid: { id: "1", uuid: "u", licenseSession: { state } } },
    }),
  });
  const health = createHealthStore();
  const session = createSessionStore(false);
  const dialogs = createDialogStore();
  const standing = createStandingStore();
  const actions = createServerActions({
    http: new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined }),
    session,
    health,
    standing,
    dialogs,
    storage: { read: (key) => kept.get(key) ?? null, write: (key, value) => Boolean(kept.set(key, value)) },
  });
  return { health, standing, session, dialogs, actions };
}

test("the difference of the clocks is kept: a new page begins with it", async () => {
  const kept = new Map<string, string>();
  const first = await open(kept);
  expect(first.health.get().skewMs).toBeNull();
  await first.actions.syncClock();
  const measured = first.health.get().skewMs ?? 0;
  expect(Math.abs(measured - 60_000)).toBeLessThan(5_000);
  await server.close();
  expect((await open(kept)).health.get().skewMs).toBe(measured);
});

test("this machine's clock is measured against the page's own steady one at the same time", async () => {
  const { health, actions } = await open(new Map());
  expect(health.get().machineAheadMs).toBeNull();
  await actions.syncClock();
  const before = health.get().machineAheadMs ?? Number.NaN;
  expect(Math.abs(before - (Date.now() - epochMs()))).toBeLessThan(100);
  const realNow = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => realNow() - 3_600_000);
  await actions.syncClock();
  expect(Math.abs((health.get().machineAheadMs ?? 0) - (before - 3_600_000))).toBeLessThan(100);
});

test.each(["]]", "", " ", "null", "1e300", "8640000000000000", "-8640000000000000"])(
  "a difference that was kept as '%s' is none of two clocks and counts for nothing",
  async (text) => {
    expect((await open(new Map([["proscenium.skew.1", text]]))).health.get().skewMs).toBeNull();
  },
);

test("a licence that is not normal opens its dialog once", async () => {
  const { standing, dialogs, actions } = await open(new Map());
  await actions.load();
  await actions.load();
  expect(dialogs.get().queue).toEqual([{ kind: "license" }]);
  expect(standing.get()).toMatchObject({ licenseStatus: "degraded" });
});

test("a licence dialog that is open tells of the next state too, another reason opens it again, and it goes when all is well", async () => {
  const state: { status: string; reason?: string } = { status: "pending_change" };
  const { dialogs, actions } = await open(new Map(), state);
  await actions.load();
  state.status = "degraded";
  await actions.load();
  expect(dialogs.get().queue).toEqual([{ kind: "license" }]);
  dialogs.change((facts) => void (facts.queue = []));
  state.reason = "storage";
  await actions.load();
  expect(dialogs.get().queue).toEqual([{ kind: "license" }]);
  dialogs.change(({ queue }) => void queue.push({ kind: "clock" }));
  Object.assign(state, { status: "normal", reason: "" });
  await actions.load();
  expect(dialogs.get().queue).toEqual([{ kind: "clock" }]);
});
