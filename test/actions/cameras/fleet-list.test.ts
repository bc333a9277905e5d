/** The list of a whole fleet comes from the aggregator's database, page by page; each server is asked only where that does not answer. */
import { expect, test, vi } from "vitest";
import { aggregatorClient, at, wireCamera, wireServer } from "#test/support/client/aggregator.ts";
import type { Asked } from "#test/support/client/http-fake.ts";
import { eachWithAggregator, events, heldBack, home, keys, routes } from "./aggregator-home.ts";

eachWithAggregator();

const FLEET = "GET /service/fleet/cameras";
const SERVERS = ["/service/orchids/n/cameras", "/service/orchids/s/cameras"];
const camera = (orchidId: string, id: string, name: string) => ({ ...wireCamera(id, name), orchidId });
/** These pages, one after the other. */
function pages(...list: readonly (readonly unknown[])[]): void {
  routes[FLEET] = ({ query }: Asked) => {
    const at = Number(query.get("cursor") ?? 0);
    const cameras = list[at];
    if (!cameras) return { status: 503 };
    return { json: { cameras, next: at + 1 < list.length ? String(at + 1) : null } };
  };
}
const calls = (path = "/service/fleet/cameras") => home.asked.filter((one) => one.path === path);
const perServer = () => SERVERS.filter((path) => calls(path).length > 0);

test("all cameras in a few answers, the first of them short; no server is asked", async () => {
  pages([camera("s", "2", "Gate")], ["no camera", camera("n", "1", "Yard"), camera("gone", "7", "Of no server")]);
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  expect(keys(client)).toEqual(["s/2", "n/1"]);
  expect(client.stores.cameras.get().byKey["s/2"]).toMatchObject({ name: "Gate", state: "running" });
  expect(calls().map(({ query }) => [query.get("limit"), query.get("cursor")])).toEqual([
    ["100", null],
    ["1000", "1"],
  ]);
  expect(perServer()).toEqual([]);
});

test("what the list has no more leaves, and a server that is away has its cameras, but not as running", async () => {
  pages([camera("s", "2", "Gate"), camera("n", "1", "Yard"), camera("s", "3", "Roof")]);
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  expect(keys(client)).toEqual(["s/2", "s/3", "n/1"]);
  routes["GET /service/orchids"] = {
    json: [wireServer("s", "South", { isAvailable: false }), wireServer("n", "North")],
  };
  pages([camera("s", "2", "Gate")]);
  await client.cameras.load();
  expect(keys(client)).toEqual(["s/2"]);
  expect(client.stores.cameras.get().byKey["s/2"]?.state).toBe("unknown");
});

test.each([
  ["at once", []],
  ["in the middle", [[camera("s", "9", "Of the first page")]]],
])("each server is asked where the database does not answer, %s", async (_when, before) => {
  routes[FLEET] = ({ query }: Asked) =>
    query.get("cursor") === null && before[0]
      ? { json: { cameras: before[0], next: "1" } }
      : { status: 500, json: { code: "server/failed", reason: "It is away." } };
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  expect(keys(client)).toEqual(["s/2", "n/1"]);
  expect(client.stores.cameras.get().status).toBe("ready");
  expect(perServer()).toEqual(SERVERS);
});

test("a page takes back nothing that events and later answers have told since it was asked for", async () => {
  pages([camera("s", "2", "Gate"), camera("s", "4", "Before"), camera("n", "1", "Yard")]);
  const client = aggregatorClient(home.origin);
  await client.cameras.load();
  const { take } = events(client);
  const fleet = heldBack(client.http, "/service/fleet/cameras");
  const loaded = client.cameras.load();
  await fleet.isAsked();
  take({ type: "stream-status", resource: "streams", id: "s1", orchidId: "n", streamState: "restarting" });
  routes["GET /service/orchids/s/cameras"] = { json: { cameras: [wireCamera("2", "Renamed")] } };
  await client.cameras.refreshServer("s");
  fleet.answer();
  await loaded;
  expect(keys(client)).toEqual(["s/2", "n/1"]);
  const { byKey } = client.stores.cameras.get();
  expect([byKey["s/2"]?.name, byKey["n/1"]?.state]).toEqual(["Renamed", "restarting"]);
});

test("a camera that is added while pages arrive is there", async () => {
  pages([camera("s", "2", "Gate")], [camera("n", "1", "Yard")]);
  const client = aggregatorClient(home.origin);
  const { take } = events(client);
  const fleet = heldBack(client.http, "/service/fleet/cameras");
  const loaded = client.cameras.load();
  await fleet.isAsked();
  pages([camera("s", "2", "Gate"), camera("n", "8", "Added")], [camera("n", "1", "Yard")]);
  routes[`GET ${at("n", "/service/cameras/8")}`] = { json: wireCamera("8", "Added") };
  take({ type: "camera-added", id: "8", orchidId: "n" });
  vi.restoreAllMocks();
  fleet.answer();
  await loaded;
  await vi.waitFor(() => expect(keys(client)).toEqual(["n/8", "s/2", "n/1"]));
});

test("a page of one server asks that one alone", async () => {
  pages([camera("s", "2", "Gate"), camera("n", "1", "Yard")]);
  const client = aggregatorClient(home.origin, { streamId: "s1", ptz: false, serverId: "n" });
  await client.cameras.load();
  expect(keys(client)).toEqual(["n/1"]);
  expect([calls().length, perServer()]).toEqual([0, ["/service/orchids/n/cameras"]]);
});
