import { afterEach, describe, expect, test } from "vitest";
import { createCameraActions } from "#actions/cameras/camera-actions.ts";
import { createLiveEventActions } from "#actions/session/live-event-actions.ts";
import { createServerActions } from "#actions/session/server-actions.ts";
import type { ServerEvents } from "#actions/session/server-events.ts";
import { createSessionActions } from "#actions/session/session-actions.ts";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createHealthStore } from "#state/health-store.ts";
import { createStandingStore } from "#state/standing-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { HttpClient } from "#transport/http.ts";
import { me } from "#test/support/client/anna.ts";
import { eventually } from "#test/support/eventually.ts";
import { type FakeServer, fakeServer, type Routes } from "#test/support/client/http-fake.ts";

let server: FakeServer | undefined;
afterEach(async () => server?.close());

const yard = (id: string, name: string) => ({ id, name, primaryStream: null, streams: [] });

async function setUp(routes: Routes = {}, singlePlayer = false) {
  server = await fakeServer({
    "GET /service/sessions/me": { json: me },
    "GET /service/cameras": { json: { cameras: [yard("1", "Yard"), yard("2", "Gate")] } },
    ...routes,
  });
  const session = createSessionStore(singlePlayer);
  session.change((facts) => {
    facts.phase = "signed-in";
    facts.token = "t";
    facts.user = { userId: "7", username: "anna", role: "Viewer", admin: false, scope: null };
  });
  const cameras = createCameraStore();
  const told: Partial<Record<keyof ServerEvents, number>> = {};
  const emit = (what: keyof ServerEvents): void => void (told[what] = (told[what] ?? 0) + 1);
  const http = new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined });
  const done = { reloads: 0, states: 0 };
  const list = createCameraActions({ http, cameras, session });
  await list.load();
  const kept = new Map<string, string>();
  const events = createLiveEventActions({
    session,
    events: { emit },
    who: createSessionActions({ http, store: session }),
    cameras: list,
    server: createServerActions({
      http,
      session,
      health: createHealthStore(),
      standing: createStandingStore(),
      dialogs: createDialogStore(),
      storage: { read: (key) => kept.get(key) ?? null, write: (key, value) => Boolean(kept.set(key, value)) },
    }),
    refreshStates: () => (done.states += 1),
    hearState: (heard) => list.hearStates([heard]),
    reload: () => (done.reloads += 1),
    changes: { mayDiffer: (opening) => opening !== "a.1" },
  });
  const take = (type: EventMessage["type"], resource = "x", id = "1") => events.take({ type, resource, id });
  const asked = (path: string) => server?.asked.filter((one) => one.path === path).length ?? 0;
  return { session, told, cameras, done, take, asked, events };
}

describe("live events", () => {
  test("the end of this session signs out at once; another user's does nothing", async () => {
    const { session, take } = await setUp();
    take("user-logged-out", "users", "8");
    expect(session.get().phase).toBe("signed-in");
    take("user-logged-out", "sessions", me.id);
    expect(session.get()).toMatchObject({ phase: "signed-out", user: null, token: null });
  });

  test("a modified user asks for the session again: it stays, or it ends when it is no longer valid", async () => {
    let status = 200;
    const { session, take, asked } = await setUp({
      "GET /service/sessions/me": () => (status === 200 ? { json: { ...me, role: "Manager" } } : { status }),
    });
    take("user-modified", "users", "8");
    take("user-modified", "users", "7");
    await eventually(() => session.get().user?.role === "Manager", "the reaction");
    expect(asked("/service/sessions/me")).toBe(1);
    status = 401;
    take("user-modified", "users", "7");
    await eventually(() => session.get().phase === "signed-out", "the reaction");
  });

  test("changed permissions reload the page, but not a single player", async () => {
    const whole = await setUp();
    whole.take("permissions-changed");
    expect(whole.done.reloads).toBe(1);
    await server?.close();
    const single = await setUp({}, true);
    single.take("permissions-changed");
    expect(single.done.reloads).toBe(0);
  });

  test("one camera is fetched by its id: added, renamed, removed", async () => {
    let name = "Gate";
    const { cameras, take, asked } = await setUp({
      "GET /service/cameras/2": () => ({ json: yard("2", name) }),
      "GET /service/cameras/3": { json: yard("3", "Attic") },
    });
    name = "Zoo";
    take("camera-modified", "cameras", "2");
    await eventually(() => cameras.get().byKey["1/2"]?.name === "Zoo", "the reaction");
    expect(cameras.get().order).toEqual(["1/1", "1/2"]);
    take("camera-added", "cameras", "3");
    await eventually(() => cameras.get().order.length === 3, "the reaction");
    expect(cameras.get().order[0]).toBe("1/3");
    // the fake server has no route for camera 1 alone: 404
    take("camera-removed", "cameras", "1");
    await eventually(() => cameras.get().order.length === 2, "the reaction");
    expect(cameras.get().byKey["1/1"]).toBeUndefined();
    expect(asked("/service/cameras")).toBe(1);
  });

  test("changes of stages, mail servers and notifications are passed to the screens that show them", async () => {
    const { told, take, done } = await setUp();
    for (const type of ["layout-added", "layout-modified", "layout-removed"] as const) take(type, "stages");
    take("smtp-server-modified");
    take("notification-removed");
    take("stream-status", "streams");
    expect(told).toEqual({ stages: 3, "smtp-servers": 1, notifications: 1, "stream-status": 1 });
    expect(done.states).toBe(1);
  });

  test("a socket that was away has missed what others marked, as well as what they saved", async () => {
    const { told, events } = await setUp();
    events.resync();
    expect(told).toMatchObject({ marks: 1, stages: 1, "camera-groups": 1 });
  });

  test.each([
    ["the same rights", me, false, 0],
    ["another role", { ...me, role: "Manager" }, false, 1],
    ["less to see", { ...me, scope: { baseScope: [] } }, false, 1],
    ["another role, on the page of a single player", { ...me, role: "Manager" }, true, 0],
  ])("a socket that is open and finds %s", async (_, now, singlePlayer, reloads) => {
    let answer = me;
    const routes: Routes = { "GET /service/sessions/me": () => ({ json: answer }) };
    const { events, session, asked, done, take } = await setUp(routes, singlePlayer);
    // The rights as the recorder told them when the page was loaded.
    take("user-modified", "users", me.userId);
    await eventually(() => session.get().user?.scope !== null, "the rights of the beginning");
    answer = now;
    events.resync();
    await eventually(() => asked("/service/sessions/me") === 2 && asked("/service/cameras") === 2, "the reaction");
    await eventually(() => session.get().user?.scope?.baseScope.length === now.scope.baseScope.length, "what to see");
    await eventually(() => session.get().user?.role === now.role, "the new role");
    expect(done.reloads).toBe(reloads);
  });

  test.each([
    ["as when the page was loaded: nothing is asked again", "a.1", undefined],
    ["otherwise: what was missed is asked for", "a.2", 1],
    ["of an older server that does not say: as if something was missed", undefined, 1],
  ])("the socket's first opening finds the lists %s", async (_, changes, stages) => {
    const { events, told, asked } = await setUp();
    events.take({
      type: "server-session-id",
      resource: "servers",
      id: "a",
      ...(changes === undefined ? {} : { changes }),
    });
    expect(told.stages).toBe(stages);
    await eventually(() => asked("/service/cameras") === (stages === undefined ? 1 : 2), "the cameras");
  });

  test("the recorder's own session: the first is noted, another one means that it has restarted", async () => {
    const { take, asked, events } = await setUp();
    events.take({ type: "server-session-id", resource: "servers", id: "a", changes: "a.1" });
    take("server-session-id", "servers", "a");
    expect(asked("/service/sessions/me")).toBe(0);
    take("server-session-id", "servers", "b");
    await eventually(() => asked("/service/sessions/me") === 1 && asked("/service/cameras") === 2, "the reaction");
  });
});
