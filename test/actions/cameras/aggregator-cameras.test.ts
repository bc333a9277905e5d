/** Servers and cameras of an aggregator's client: a server that is down or slow does not affect the others. */
import { foreignFailure } from "#domain/failures/failure.ts";
import { expect, test, vi } from "vitest";
import { aggregatorClient, at, wireServer, wireCamera } from "#test/support/client/aggregator.ts";
import { home, routes, events, keys, heldBack, eachWithAggregator } from "./aggregator-home.ts";

eachWithAggregator();

test("servers by name, and each one's cameras with what may be done with them", async () => {
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  expect(client.stores.servers.get().order).toEqual(["n", "s"]);
  expect(keys(client)).toEqual(["s/2", "n/1"]);
  expect(client.stores.cameras.get().byKey["s/2"]).toMatchObject({
    orchidId: "s",
    state: "running",
    actions: { live: true, playback: true, export: true, ptz: false },
  });
});

test("a server whose cameras cannot be loaded says why; the cameras of the others are there", async () => {
  routes["GET /service/orchids/s/cameras"] = { status: 502, json: { code: "orchid/away", reason: "It is off." } };
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  expect(client.stores.cameras.get().status).toBe("ready");
  expect(keys(client)).toEqual(["n/1"]);
  expect(client.stores.servers.get().cameraFailures).toEqual({
    s: { ...foreignFailure("orchid/away", "It is off."), status: 502 },
  });
  routes["GET /service/orchids/s/cameras"] = { json: { cameras: [wireCamera("2", "Gate")] } };
  await client.cameras.load();
  expect(keys(client)).toEqual(["s/2", "n/1"]);
  expect(client.stores.servers.get().cameraFailures).toEqual({});
});

test("a slow server does not hold the list up: its cameras come when they come", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const client = aggregatorClient(home.origin);
  const south = heldBack(client.http);
  const loaded = client.cameras.load();
  await vi.waitFor(() => expect(keys(client)).toEqual(["n/1"]));
  expect(client.stores.cameras.get().status).toBe("loading");
  await vi.advanceTimersByTimeAsync(3_000);
  await loaded;
  expect(client.stores.cameras.get().status).toBe("ready");
  south.answer();
  vi.useRealTimers();
  await vi.waitFor(() => expect(keys(client)).toEqual(["s/2", "n/1"]));
});

test("nothing is lost of a list that we have; without one the failure shows", async () => {
  const client = aggregatorClient(home.origin);
  routes["GET /service/orchids"] = { status: 503 };
  await client.cameras.load();
  expect(client.stores.cameras.get().status).toBe("failed");
  routes["GET /service/orchids"] = { json: [wireServer("n", "North")] };
  await client.cameras.load();
  expect(client.stores.cameras.get()).toMatchObject({ status: "ready", failure: null, order: ["n/1"] });
});

test("cameras of a server that is away are known, but not as running", async () => {
  routes["GET /service/orchids"] = {
    json: [wireServer("n", "North", { isAvailable: false, failureReason: "timeout" })],
  };
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  expect(client.stores.cameras.get().byKey["n/1"]?.state).toBe("unknown");
  expect(client.stores.servers.get().byId["n"]).toMatchObject({
    isAvailable: false,
    failure: foreignFailure("", "timeout"),
  });
});

test("a camera's event fetches it at its server, and takes it away where it is gone", async () => {
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  const { take } = events(client);
  routes[`GET ${at("s", "/service/cameras/9")}`] = { json: wireCamera("9", "Barn") };
  take({ type: "camera-added", id: "9", orchidId: "s" });
  await vi.waitFor(() => expect(keys(client)).toEqual(["s/9", "s/2", "n/1"]));
  routes[`GET ${at("s", "/service/cameras/9")}`] = { status: 404 };
  take({ type: "camera-removed", id: "9", orchidId: "s" });
  await vi.waitFor(() => expect(keys(client)).toEqual(["s/2", "n/1"]));
});

test("a slow server's list takes back nothing that its cameras have told since it was asked for", async () => {
  routes["GET /service/orchids/s/cameras"] = { json: { cameras: ["2", "3", "4"].map((id) => wireCamera(id, id)) } };
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  const south = heldBack(client.http);
  const listed = client.cameras.refreshServer("s");
  await south.isAsked();
  routes[`GET ${at("s", "/service/cameras/2")}`] = { json: wireCamera("2", "Renamed") };
  routes[`GET ${at("s", "/service/cameras/3")}`] = { status: 404 };
  routes[`GET ${at("s", "/service/cameras/9")}`] = { json: wireCamera("9", "New") };
  for (const id of ["2", "3", "9"]) await client.cameras.refresh(id, "s");
  south.answer();
  await listed;
  expect(keys(client)).toEqual(["s/4", "s/9", "s/2", "n/1"]);
  expect(client.stores.cameras.get().byKey["s/2"]?.name).toBe("Renamed");
  // A list that is requested later contains the present state.
  vi.restoreAllMocks();
  await client.cameras.load();
  expect(client.stores.cameras.get().byKey["s/2"]?.name).toBe("2");
});

test("a camera's slow answer takes back nothing that its server's list has told since", async () => {
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  const there = client.http.at("s");
  const camera = heldBack(there, "/service/cameras/2");
  vi.spyOn(client.http, "at").mockReturnValueOnce(there);
  routes[`GET ${at("s", "/service/cameras/2")}`] = { json: wireCamera("2", "Before") };
  const told = client.cameras.refresh("2", "s");
  await camera.isAsked();
  await client.cameras.refreshServer("s");
  camera.answer();
  await told;
  expect(client.stores.cameras.get().byKey["s/2"]?.name).toBe("Gate");
});

test("a server's event fetches the list and its cameras; one that is gone takes its cameras along", async () => {
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  const { take } = events(client);
  routes["GET /service/orchids"] = { json: [wireServer("n", "North"), wireServer("e", "East")] };
  routes["GET /service/orchids/e/cameras"] = { json: { cameras: [wireCamera("5", "Roof")] } };
  home.asked.length = 0;
  take({ type: "server-added", id: "e" });
  await vi.waitFor(() => expect(keys(client)).toEqual(["e/5", "n/1"]));
  expect(home.asked.map(({ path }) => path)).toEqual(["/service/orchids", "/service/orchids/e/cameras"]);
});

test("a state that an event says is taken without asking, also for a server's list that is on its way", async () => {
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  const { take, done } = events(client);
  home.asked.length = 0;
  take({ type: "stream-status", resource: "streams", id: "s2", orchidId: "s", streamState: "restarting" });
  expect(client.stores.cameras.get().byKey["s/2"]?.state).toBe("restarting");
  const south = heldBack(client.http);
  const loaded = client.cameras.refreshServer("s");
  await south.isAsked();
  take({ type: "stream-status", resource: "streams", id: "s2", orchidId: "s", streamState: "idle" });
  // The same id at another server is another stream.
  take({ type: "stream-status", resource: "streams", id: "s2", orchidId: "n", streamState: "stopping" });
  south.answer();
  await loaded;
  expect(client.stores.cameras.get().byKey["s/2"]?.state).toBe("idle");
  expect(done.states).toEqual([]);
  // A list that is asked for later is newer.
  const later = client.cameras.refreshServer("s");
  await south.isAsked();
  south.answer();
  await later;
  expect(client.stores.cameras.get().byKey["s/2"]?.state).toBe("running");
});

test("states are asked of the server that told; users of servers are not ours", async () => {
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  const { take, done } = events(client);
  take({ type: "stream-status", resource: "streams", id: "s2", orchidId: "s" });
  take({ type: "user-logged-out", resource: "sessions", id: "7", orchidId: "s" });
  take({ type: "user-modified", resource: "users", id: "7", orchidId: "s" });
  expect(done).toEqual({ reloads: 0, states: ["s"], signedOut: 0, rechecked: 0 });
  routes[`GET ${at("s", "/service/streams/status")}`] = { json: { statuses: [{ id: "s2", streamState: "idle" }] } };
  await client.cameras.refreshStates("s");
  expect(client.stores.cameras.get().byKey["s/2"]?.state).toBe("idle");
  take({ type: "user-logged-out", resource: "sessions", id: "7" });
  take({ type: "permissions-changed", id: "" });
  expect(done).toMatchObject({ signedOut: 1, reloads: 1 });
});

test("the single player's page loads the cameras of its server only", async () => {
  const client = aggregatorClient(home.origin, { streamId: "s2", ptz: false, serverId: "s" });
  await client.cameras.load();
  expect(keys(client)).toEqual(["s/2"]);
});

test("the single player's page waits for its server, however slow that is", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const client = aggregatorClient(home.origin, { streamId: "s2", ptz: false, serverId: "s" });
  const south = heldBack(client.http);
  const loaded = client.cameras.load();
  await south.isAsked();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(client.stores.cameras.get().status).toBe("loading");
  south.answer();
  vi.useRealTimers();
  await loaded;
  expect(client.stores.cameras.get()).toMatchObject({ status: "ready", order: ["s/2"] });
});

test("the setting groups.orchids.show counts on the aggregator as well", async () => {
  const client = aggregatorClient(home.origin);
  const { server } = events(client);
  const shown = () => client.stores.session.get().server?.showInPanel;
  await server.load();
  expect(shown(), "nobody said").toBe(true);
  routes["GET /service/about"] = { json: { edition: "aggregator", version: "8.0.0", showInPanel: false } };
  await server.load();
  expect(shown()).toBe(false);
  routes["GET /service/about"] = { status: 503 };
  await server.load();
  expect(shown(), "kept").toBe(false);
});
