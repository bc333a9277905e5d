/**
 * Requests of an aggregator's client go to the server of the camera or stream that they name (document 2, section 7).
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSystemActions } from "#actions/administration/system-actions.ts";
import { archiveList, archivesPerDay } from "#protocol/rest/recordings/archive.ts";
import { motionEventList } from "#protocol/rest/recordings/motion.ts";
import { aggregatorClient, at, wireServer, wireCamera } from "#test/support/client/aggregator.ts";
import { type FakeServer, fakeServer, type Routes } from "#test/support/client/http-fake.ts";
import { requestOf } from "#transport/http-request.ts";

let home: FakeServer;
let direct: FakeServer;
let routes: Routes;
let client: ReturnType<typeof aggregatorClient>;
beforeEach(async () => {
  direct = await fakeServer({
    "GET /ping": { text: "pong" },
    "GET /service/streams/s3/frame": { text: "straight" },
  });
  routes = {
    "GET /service/orchids": {
      json: [
        wireServer("n", "North"),
        wireServer("s", "South"),
        wireServer("d", "Direct", { directUri: direct.origin, permissions: { sessionId: "theirs" } }),
      ],
    },
    "GET /service/orchids/n/cameras": { json: { cameras: [wireCamera("1", "Yard")] } },
    "GET /service/orchids/s/cameras": { json: { cameras: [wireCamera("2", "Gate")] } },
    "GET /service/orchids/d/cameras": { json: { cameras: [wireCamera("3", "Hall")] } },
  };
  home = await fakeServer(routes);
  client = aggregatorClient(home.origin);
  await client.cameras.load();
  home.asked.length = 0;
});
afterEach(async () => {
  await home.close();
  await direct.close();
});
const paths = () => home.asked.map(({ path }) => path);

test("a camera's path goes through the proxy with the page's own session and the server's name", async () => {
  routes[`GET ${at("s", "/service/cameras/2/position/presets")}`] = { json: {} };
  expect((await client.http.done({ path: "/service/cameras/2/position/presets" })).ok).toBe(true);
  expect(home.asked[0]?.headers).toMatchObject({ authorization: "Bearer own", orchidid: "s" });
});

test("what names nothing, or nothing that is known, stays at the aggregator", async () => {
  for (const path of ["/service/stages", "/service/cameras/unknown", "/service/cameras", "/ping"])
    await client.http.done({ path });
  expect(paths()).toEqual(["/service/stages", "/service/cameras/unknown", "/service/cameras", "/ping"]);
});

test("one question about streams of two servers is asked of both and answered as one", async () => {
  routes[`GET ${at("n", "/service/archives/per-day")}`] = {
    json: { archivesPerDay: { "2026-03-01": 3 }, streamsCount: 1 },
  };
  routes[`GET ${at("s", "/service/archives/per-day")}`] = {
    json: { archivesPerDay: { "2026-03-01": 4 }, streamsCount: 1 },
  };
  const call = { path: "/service/archives/per-day", query: { ids: "s1,s2", zone: "UTC" } };
  expect(await client.http.json(call, archivesPerDay)).toEqual({
    ok: true,
    value: { archivesPerDay: { "2026-03-01": 7 }, streamsCount: 2 },
  });
  expect(home.asked.map(({ query }) => [query.get("ids"), query.get("zone")])).toEqual([
    ["s1", "UTC"],
    ["s2", "UTC"],
  ]);
});

test("a server that fails is left out of the answer; when all fail the first failure is told", async () => {
  routes[`GET ${at("n", "/service/archives")}`] = {
    json: { archives: [{ id: "a", streamId: "s1", start: 5, end: 9 }] },
  };
  routes[`GET ${at("s", "/service/archives")}`] = { status: 502, json: { code: "orchid/away", reason: "It is off." } };
  const call = { path: "/service/archives", query: { streamId: "s2,s1" } };
  const answer = await client.http.json(call, archiveList);
  expect(answer.ok && answer.value.archives.map(({ id }) => id)).toEqual(["a"]);
  routes[`GET ${at("n", "/service/archives")}`] = { status: 500 };
  const none = await client.http.json(call, archiveList);
  expect(none.ok ? null : none.error.code).toBe("orchid/away");
});

test("the events of one server alone come as they are: nothing is merged, nothing cut", async () => {
  routes[`GET ${at("n", "/service/events/camera-stream")}`] = {
    json: { events: [2, 1, 3].map((start) => ({ id: start, streamId: "s1", start, stop: start + 1 })) },
  };
  const call = { path: "/service/events/camera-stream", query: { id: "s1", order: "desc", count: 2 } };
  const answer = await client.http.json(call, motionEventList);
  expect(answer.ok && answer.value.events.map(({ start }) => start)).toEqual([2, 1, 3]);
});

test("a change that concerns two servers is done at both, and fails where one fails", async () => {
  routes[`POST ${at("n", "/service/bookmarks")}`] = { status: 201 };
  routes[`POST ${at("s", "/service/bookmarks")}`] = { status: 201 };
  const call = { method: "POST", path: "/service/bookmarks", body: { streams: ["s1", "s2"], start: 5 } } as const;
  expect((await client.http.done(call)).ok).toBe(true);
  expect(home.asked.map(({ body }) => JSON.parse(body))).toEqual([
    { streams: ["s1"], start: 5 },
    { streams: ["s2"], start: 5 },
  ]);
  routes[`POST ${at("s", "/service/bookmarks")}`] = { status: 403 };
  expect((await client.http.done(call)).ok).toBe(false);
});

test("a server with an address of its own is asked there with its token; silent, through the proxy, for a while", async () => {
  const call = { path: "/service/streams/s3/frame" };
  expect(await client.http.text(call)).toEqual({ ok: true, value: "straight" });
  expect(direct.asked[0]?.headers.authorization).toBe("Bearer theirs");
  await direct.close();
  routes[`GET ${at("d", "/service/streams/s3/frame")}`] = { text: "around" };
  const before = direct.asked.length;
  expect(await client.http.text(call)).toEqual({ ok: true, value: "around" });
  expect(await client.http.near("s3").text(call)).toEqual({ ok: true, value: "around" });
  expect(direct.asked).toHaveLength(before);
});

test("a change goes there once it is known to answer", async () => {
  const change = { method: "POST", path: "/service/streams/s3/whep" } as const;
  routes[`POST ${at("d", change.path)}`] = { status: 201 };
  await client.http.done(change);
  expect(direct.asked.map(({ method, path }) => `${method} ${path}`)).not.toContain(`POST ${change.path}`);
  // The client searches for it at once.
  await expect
    .poll(async () => {
      await client.http.done(change);
      return direct.asked.map(({ method, path }) => `${method} ${path}`);
    })
    .toEqual(["GET /ping", `POST ${change.path}`]);
});

test("keys for addresses are bought where they are presented", async () => {
  expect((await client.http.text({ path: "/service/streams/s3/frame" })).ok).toBe(true);
  const path = at("d", "/service/tickets");
  const url = "/service/log?format=text&ticket=t";
  routes[`POST ${path}`] = { json: { ticket: "t", url, expiresIn: 60 } };
  direct.asked.length = 0;
  const system = createSystemActions(client.http.at("d"));
  expect(await system.logAddress("format=text")).toEqual({ ok: true, value: at("d", url) });
  expect(direct.asked).toEqual([]);
  expect(paths()).toContain(path);
});

test("a token that is too old opens nothing: the proxy takes the page's session, and new tokens are wanted", async () => {
  direct.asked.length = 0;
  const refusing = await fakeServer({ "GET /service/streams/s3/frame": { status: 401 } });
  client.stores.servers.change(({ byId }) => {
    byId["d"] = { ...byId["d"], directUri: refusing.origin } as (typeof byId)[string];
  });
  routes[`GET ${at("d", "/service/streams/s3/frame")}`] = ({ headers }) =>
    headers.authorization === "Bearer own" ? { text: "around" } : { status: 401 };
  expect(await client.http.text({ path: "/service/streams/s3/frame" })).toEqual({ ok: true, value: "around" });
  expect(client.stale.count).toBeGreaterThan(0);
  await refusing.close();
});

test("a view of one server sends everything there; paths that name the proxy already are not doubled", async () => {
  const south = client.http.at("s");
  routes[`DELETE ${at("s", "/service/streams/s2/whep/9")}`] = { status: 204 };
  const request = requestOf(south);
  expect((await request("/service/streams/s2/whep/9", { method: "DELETE" })).status).toBe(204);
  expect((await request(at("s", "/service/streams/s2/whep/9"), { method: "DELETE" })).status).toBe(204);
  expect(south.addressOf("/service/exports/5/file?ticket=t")).toBe(at("s", "/service/exports/5/file?ticket=t"));
  expect(client.http.addressOf("/service/log")).toBe("/service/log");
});

test("a standalone recorder is its own server, whatever a view is asked for", () => {
  client.stores.session.change((facts) => {
    if (facts.about) facts.about.edition = "standalone";
  });
  expect(client.http.at("n")).toBe(client.http);
  expect(client.http.ownerOf("s1")).toBe("");
  expect(client.http.split(["s1", "s2"])).toEqual([["s1", "s2"]]);
});
