import { failure } from "#domain/failures/failure.ts";
import { afterEach, expect, test } from "vitest";
import { createCameraActions } from "#actions/cameras/camera-actions.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { HttpClient } from "#transport/http.ts";
import { type Answer, type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";

let server: FakeServer | undefined;
afterEach(async () => server?.close());

async function setUp(
  list: () => Answer,
  states: () => Answer = () => ({ status: 500 }),
  only: { readonly streamId: string; readonly ptz: boolean } | null = null,
  one: () => Answer = () => ({ json: moving }),
) {
  server = await fakeServer({
    "GET /service/cameras": list,
    "GET /service/cameras/4": one,
    "GET /service/streams/status": states,
  });
  const session = createSessionStore(false);
  session.change((facts) => {
    facts.phase = "signed-in";
    facts.user = {
      userId: "1",
      username: "anna",
      role: "Viewer",
      admin: false,
      scope: { baseScope: ["live", "playback"], cameraScopes: [{ id: "2", scope: ["live"] }] },
    };
  });
  const cameras = createCameraStore();
  const http = new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined });
  return { cameras, actions: createCameraActions({ http, cameras, session, only }), asked: server.asked };
}

/** A camera that moves, with two streams. */
const moving = {
  id: "4",
  name: "Gate",
  primaryStream: { id: "40" },
  streams: [{ id: "40" }, { id: "41" }],
  features: { ptz: { pan: true, tilt: true, zoom: true } },
  permissions: { actions: { live: true, playback: true, ptz: true } },
};

test.each([
  { only: null, shown: ["40", "41"], primary: "40", moves: true },
  { only: { streamId: "41", ptz: false }, shown: ["41"], primary: "41", moves: false },
  { only: { streamId: "41", ptz: true }, shown: ["41"], primary: "41", moves: true },
  { only: { streamId: "9", ptz: false }, shown: ["40", "41"], primary: "40", moves: true },
])(
  "the single player's page $only keeps to its stream and its PTZ also when the camera is fetched anew",
  async (row) => {
    const { cameras, actions } = await setUp(() => ({ json: { cameras: [moving] } }), undefined, row.only);
    const seen = () => {
      const camera = cameras.get().byKey["1/4"];
      return {
        shown: camera?.streams.map(({ id }) => id),
        primary: camera?.primaryStreamId,
        moves: camera?.ptz !== null && camera?.actions.ptz,
      };
    };
    const expected = { shown: row.shown, primary: row.primary, moves: row.moves };
    await actions.load();
    expect(seen()).toEqual(expected);
    await actions.refresh("4");
    expect(seen()).toEqual(expected);
    await actions.load();
    expect(seen()).toEqual(expected);
  },
);

const two = {
  json: {
    cameras: [
      { id: 2, name: "Yard 10", primaryStream: { id: 20, status: { id: 20, streamState: "running" } } },
      {
        id: "1",
        name: "Yard 2",
        primaryStream: null,
        features: { ptz: { pan: "false", tilt: "false", zoom: "true" } },
      },
      {
        id: "3",
        name: "",
        permissions: { actions: { live: "false", playback: true } },
        streams: [{ id: "9", dewarpConfiguration: { enable: "true" } }],
        capabilities: { camera: { PTZ: { pan: "false", tilt: "false", zoom: "false", maxPresets: "0" } } },
      },
    ],
  },
};

test("the list by name, numbers as numbers; scopes decide where the recorder says nothing", async () => {
  const { cameras, actions } = await setUp(() => two);
  await actions.load();
  const facts = cameras.get();
  expect(facts.status).toBe("ready");
  expect(facts.order).toEqual(["1/3", "1/1", "1/2"]);
  expect(facts.byKey["1/2"]).toMatchObject({ state: "running", actions: { live: true, playback: false } });
  expect(facts.byKey["1/1"]).toMatchObject({
    primaryStreamId: null,
    actions: { live: true, playback: true },
    ptz: { pan: false, zoom: true, maxPresets: 10 },
  });
  expect(facts.byKey["1/3"]).toMatchObject({ name: "3", ptz: null, hasDewarp: true });
  expect(facts.byKey["1/3"]?.actions).toEqual({
    live: false,
    playback: true,
    ptz: false,
    export: false,
    unmask: false,
  });
});

test("the first failure shows, a later one keeps the list", async () => {
  const answers: Answer[] = [{ status: 503, json: { code: "busy", reason: "Later." } }, two, { broken: true }];
  const { cameras, actions } = await setUp(() => answers.shift() ?? {});
  await actions.load();
  expect(cameras.get()).toMatchObject({ status: "failed", failure: { code: "busy", reason: "Later.", status: 503 } });
  await actions.load();
  await actions.load();
  expect(cameras.get()).toMatchObject({ status: "ready", failure: failure("network/no-response") });
  expect(cameras.get().order).toHaveLength(3);
});

test("many loads at once are two requests: the one that runs and one after it", async () => {
  const { actions, asked } = await setUp(() => two);
  await Promise.all(Array.from({ length: 20 }, () => actions.load()));
  expect(asked).toHaveLength(2);
});

test("states are refreshed without touching the rest", async () => {
  const { cameras, actions } = await setUp(
    () => two,
    () => ({ json: { statuses: [{ id: "20", streamState: "restarting" }] } }),
  );
  await actions.load();
  const before = cameras.get().byKey["1/1"];
  await actions.refreshStates();
  expect(cameras.get().byKey["1/2"]?.state).toBe("restarting");
  expect(cameras.get().byKey["1/1"]).toBe(before);
});

test("a camera that is added while the list is on its way is not lost to it", async () => {
  let lists = 0;
  const events: Promise<void>[] = [];
  const { cameras, actions } = await setUp(() => {
    lists += 1;
    // the event is about a camera that this list does not know yet
    if (lists === 1) events.push(actions.refresh("4"));
    return { json: { cameras: lists === 1 ? [] : [moving] } };
  });
  await actions.load();
  await Promise.all(events);
  expect(lists).toBe(2);
  expect(cameras.get().order).toEqual(["1/4"]);
});

test("of two answers about one camera, the answer to the newer request counts", async () => {
  const names = ["Before", "After"];
  const one = (): Answer => ({ json: { ...moving, name: names.shift() ?? "" } });
  const { cameras, actions } = await setUp(() => ({ json: { cameras: [moving] } }), undefined, null, one);
  await actions.load();
  const shown: (string | undefined)[] = [];
  cameras.subscribe(({ byKey }) => shown.push(byKey["1/4"]?.name));
  await Promise.all([actions.refresh("4"), actions.refresh("4")]);
  expect(shown).toHaveLength(1);
});
