/** Limits and data that each server of an aggregator has for itself: players, exports, marks. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createExportActions } from "#actions/recordings/export-actions.ts";
import { createMarkActions } from "#actions/timeline/mark-actions.ts";
import { createSingleStream } from "#actions/stage/single-player-actions.ts";
import { createStageActions } from "#actions/stage/stage-actions.ts";
import { readSinglePlayer } from "#domain/stage/single-player-arguments.ts";
import { createExportStore, ZIP_KEY } from "#state/export-store.ts";
import { limitsOf } from "#state/server-store.ts";
import { createSinglePlayerStore } from "#state/stage/single-player-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { createViewStore } from "#state/stage/view-store.ts";
import { aggregatorClient, at, wireServer, wireCamera } from "#test/support/client/aggregator.ts";
import { type FakeServer, fakeServer, type Routes } from "#test/support/client/http-fake.ts";

let home: FakeServer;
let routes: Routes;
let client: ReturnType<typeof aggregatorClient>;
beforeEach(async () => {
  routes = {
    "GET /service/orchids": {
      json: [wireServer("n", "North", { maxPlayerCount: 2, maxExportHours: 1 }), wireServer("s", "South")],
    },
    "GET /service/orchids/n/cameras": { json: { cameras: ["1", "3", "4"].map((id) => wireCamera(id, `North ${id}`)) } },
    "GET /service/orchids/s/cameras": { json: { cameras: [wireCamera("2", "South 2")] } },
  };
  home = await fakeServer(routes);
  client = aggregatorClient(home.origin);
  await client.cameras.load();
  home.asked.length = 0;
});
afterEach(() => home.close());

const stageOf = () => {
  const stage = createStageStore();
  const limits = (id: string) => limitsOf(client.stores.servers.get(), null, id);
  const actions = createStageActions({
    ...client.stores,
    views: createViewStore(),
    stage,
    storage: client.storage,
    maxPlayerCount: (id) => limits(id).maxPlayerCount,
    limitsPerServer: () => true,
    text: () => "Limit",
    log: () => undefined,
  });
  return { stage, actions, limits };
};

test("players are counted server by server", () => {
  const { stage, actions, limits } = stageOf();
  expect(["n/1", "n/3", "n/4", "s/2", "s/2", "s/2"].map((key) => actions.add(key, undefined, true) !== null)).toEqual([
    true,
    true,
    false,
    true,
    true,
    true,
  ]);
  expect(client.stores.dialogs.get().queue).toHaveLength(1);
  expect(stage.get().grid.cells.map(({ camera }) => camera.orchidId)).toEqual(["n", "n", "s", "s", "s"]);
  client.stores.servers.change(({ byId }) => {
    byId["s"] = { ...byId["s"], maxPlayerCount: 1 } as (typeof byId)[string];
  });
  actions.enforceLimit();
  expect(stage.get().grid.cells.map(({ camera }) => camera.orchidId)).toEqual(["n", "n", "s"]);
  expect(limits("n").maxExportHours).toBe(1);
});

test("cameras of two servers are exported as a zip by each, and fetched where they were made", async () => {
  for (const [id, stream] of [
    ["n", "s1"],
    ["s", "s2"],
  ] as const) {
    const job = { id: `j${id}`, share: 1, name: `${id}.zip`, href: `/service/exports/j${id}/file` };
    routes[`HEAD ${at(id, `/service/streams/${stream}/export`)}`] = {};
    routes[`POST ${at(id, "/service/exports")}`] = { status: 201, json: { ...job, state: "waiting" } };
    routes[`GET ${at(id, `/service/exports/j${id}`)}`] = { json: { ...job, state: "ready" } };
    routes[`POST ${at(id, "/service/tickets")}`] = ({ body }) => ({
      json: { ticket: "t", url: `${JSON.parse(body).path}?ticket=t`, expiresIn: 60 },
    });
  }
  const fetched: string[] = [];
  const store = createExportStore();
  const actions = createExportActions({ http: client.http, store, download: (address) => fetched.push(address) });
  const range = { startMs: 1_000_000, stopMs: 1_012_000 };
  await actions.begin({ key: ZIP_KEY, streamIds: ["s1", "s2"], range, format: "mkv", zip: true });
  expect(Object.entries(store.get().byKey).map(([key, { phase, name }]) => [key, phase, name])).toEqual([
    ["zip/n", "ready", "n.zip"],
    ["zip/s", "ready", "s.zip"],
  ]);
  expect(fetched.sort()).toEqual([
    at("n", "/service/exports/jn/file?ticket=t"),
    at("s", "/service/exports/js/file?ticket=t"),
  ]);
  actions.cancel(ZIP_KEY);
  expect(store.get().byKey).toEqual({});
});

test("marks come from the servers on the stage, also while one does not answer, and are removed where they are", async () => {
  const mark = { id: 5, streamId: "s1", start: 10, stop: 20, text: "Van", created: 1, removable: true };
  routes[`GET ${at("n", "/service/bookmarks")}`] = { json: { bookmarks: [mark] } };
  routes[`GET ${at("n", "/service/locks")}`] = { json: { locks: [] } };
  const timeline = createTimelineStore(0, 0, "UTC");
  const marks = createMarkActions({ http: client.http, timeline, servers: () => ["n", "s"] });
  marks.show({ startMs: 0, stopMs: 100 });
  await vi.waitFor(() => expect(timeline.get().marks).toMatchObject([{ id: "5", orchidId: "n", text: "Van" }]));
  routes[`DELETE ${at("n", "/service/bookmarks/5")}`] = { status: 204 };
  expect((await marks.remove({ kind: "bookmark", id: "5", orchidId: "n" })).ok).toBe(true);
});

test("marks of a server that failed are asked for again, of that one only, and what it said before stays meanwhile", async () => {
  const of = (id: number, streamId: string) => ({
    json: { bookmarks: [{ id, streamId, start: id, stop: id, text: "", created: 1, removable: true }] },
  });
  for (const id of ["n", "s"]) routes[`GET ${at(id, "/service/locks")}`] = { json: { locks: [] } };
  routes[`GET ${at("n", "/service/bookmarks")}`] = of(5, "s1");
  routes[`GET ${at("s", "/service/bookmarks")}`] = { status: 502, json: { code: "orchid/away", reason: "Off." } };
  const timeline = createTimelineStore(0, 0, "UTC");
  const marks = createMarkActions({ http: client.http, timeline, servers: () => ["n", "s"] });
  const shown = () => timeline.get().marks.map(({ id }) => id);
  const askedOf = (id: string) => home.asked.filter(({ path }) => path.startsWith(at(id, "/service/bookmarks"))).length;
  const clock = vi.spyOn(performance, "now").mockReturnValue(1000);
  const window = { startMs: 0, stopMs: 100 };
  marks.show(window);
  await vi.waitFor(() => expect([shown(), askedOf("s")]).toEqual([["5"], 1]));
  routes[`GET ${at("s", "/service/bookmarks")}`] = of(6, "s2");
  marks.show(window);
  expect(askedOf("s")).toBe(1);
  clock.mockReturnValue(7000);
  await vi.waitFor(() => {
    marks.show(window);
    expect(shown()).toEqual(["5", "6"]);
  });
  expect([askedOf("n"), askedOf("s")]).toEqual([1, 2]);
  routes[`GET ${at("s", "/service/bookmarks")}`] = { status: 502, json: { code: "orchid/away", reason: "Off." } };
  marks.refresh();
  await vi.waitFor(() => expect([askedOf("n"), askedOf("s")]).toEqual([2, 3]));
  expect(shown()).toEqual(["5", "6"]);
});

test.each([
  { server: "s", stream: "s2", fault: null },
  { server: "x", stream: "s2", fault: "server" },
  { server: "s", stream: "s1", fault: "stream" },
])("the single player of server $server and stream $stream: $fault", async ({ server, stream, fault }) => {
  const wanted: Readonly<Record<string, string>> = { "single-player": stream, "single-player-orchid": server };
  const single = createSinglePlayerStore(readSinglePlayer((name) => wanted[name] ?? null));
  const { actions: stage } = stageOf();
  const player = createSingleStream({ ...client.stores, http: client.http, single });
  await player.open({ cameras: client.cameras, stage, startAt: () => undefined });
  expect(single.get().fault).toBe(fault);
});

test("the single player of a server whose cameras cannot be loaded says that, and not that we may not see the stream", async () => {
  routes["GET /service/orchids/s/cameras"] = { status: 502, json: { code: "orchid/away", reason: "It is off." } };
  const wanted: Readonly<Record<string, string>> = { "single-player": "s9", "single-player-orchid": "s" };
  const single = createSinglePlayerStore(readSinglePlayer((name) => wanted[name] ?? null));
  const { actions: stage } = stageOf();
  const player = createSingleStream({ ...client.stores, http: client.http, single });
  await player.open({ cameras: client.cameras, stage, startAt: () => undefined });
  expect(single.get().fault).toBe("information");
});

test("the keys that sign exports are asked of the servers that make them, never of the aggregator", async () => {
  routes[`GET ${at("n", "/service/exports")}`] = { json: { exports: [], fingerprint: "aaaa" } };
  routes[`GET ${at("s", "/service/exports")}`] = { json: { exports: [], fingerprint: "bbbb" } };
  const store = createExportStore();
  const actions = createExportActions({ http: client.http, store, download: () => undefined });
  await actions.open(["s1", "s2"]);
  expect(store.get().fingerprints).toEqual([
    { serverId: "n", fingerprint: "aaaa" },
    { serverId: "s", fingerprint: "bbbb" },
  ]);
  expect(home.asked.map(({ path }) => path.split("?")[0]).sort((a = "", b = "") => a.localeCompare(b))).toEqual([
    at("n", "/service/exports"),
    at("s", "/service/exports"),
  ]);
});

test("a mark that one of two servers refuses is shown where the other has taken it", async () => {
  const mark = { id: 5, streamId: "s1", start: 10, stop: 20, text: "Van", created: 1, removable: true };
  let isMade = false;
  for (const id of ["n", "s"]) routes[`GET ${at(id, "/service/locks")}`] = { json: { locks: [] } };
  routes[`GET ${at("s", "/service/bookmarks")}`] = { json: { bookmarks: [] } };
  routes[`GET ${at("n", "/service/bookmarks")}`] = () => ({ json: { bookmarks: isMade ? [mark] : [] } });
  routes[`POST ${at("n", "/service/bookmarks")}`] = () => {
    isMade = true;
    return { status: 201, json: {} };
  };
  routes[`POST ${at("s", "/service/bookmarks")}`] = { status: 403, json: { code: "role/missing", reason: "No." } };
  const timeline = createTimelineStore(0, 0, "UTC");
  const marks = createMarkActions({ http: client.http, timeline, servers: () => ["n", "s"] });
  marks.show({ startMs: 0, stopMs: 100 });
  expect(await marks.add("bookmark", ["s1", "s2"], { startMs: 10, stopMs: 20 }, "Van")).toEqual({
    ok: false,
    error: { code: "role/missing", reason: "No.", status: 403 },
  });
  await vi.waitFor(() => expect(timeline.get().marks).toMatchObject([{ id: "5", orchidId: "n" }]));
});
