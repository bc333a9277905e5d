/** What is told of an aggregator's servers: clocks that are off, licences that are not normal, and what is not recorded. */
import { expect, test } from "vitest";
import { clockWarns } from "#state/health-store.ts";
import { aggregatorClient, wireServer } from "#test/support/client/aggregator.ts";
import { home, routes, events, eachWithAggregator } from "./aggregator-home.ts";

eachWithAggregator();

test("clocks that are off, and licences, are told with the server's name; a server that is away is judged by its last", async () => {
  const client = aggregatorClient(home.origin);
  const { server } = events(client);
  const list = (isAvailable: boolean, clockOffsetMs: number) => ({
    json: [
      wireServer("n", "North", { clockOffsetMs: 4_900 }),
      wireServer("s", "South", {
        isAvailable,
        clockOffsetMs,
        discoverableOrchid: { licenseSession: { state: { status: "degraded", reason: "storage" } } },
      }),
    ],
  });
  routes["GET /service/orchids"] = list(true, -7_000);
  await server.load();
  expect(clockWarns(client.stores.health.get(), client.stores.standing.get())).toBe(true);
  expect(client.stores.standing.get()).toMatchObject({
    serverClocks: [{ name: "South", offsetMs: -7_000 }],
    licenseStatus: "degraded",
    licenseReason: "storage",
    serverLicenses: [{ id: "s", name: "South", status: "degraded", reason: "storage" }],
  });
  routes["GET /service/orchids"] = list(false, 0);
  await server.load();
  expect(client.stores.standing.get().serverClocks).toEqual([{ name: "South", offsetMs: -7_000 }]);
  expect(client.stores.dialogs.get().queue).toEqual([{ kind: "license" }]);
  routes["GET /service/orchids"] = list(true, 0);
  await server.load();
  expect(clockWarns(client.stores.health.get(), client.stores.standing.get())).toBe(false);
});

test("a server that records nothing is told by its name, until it records again or is away", async () => {
  const client = aggregatorClient(home.origin);
  const { server } = events(client);
  const tell = async (facts: Readonly<Record<string, unknown>>) => {
    routes["GET /service/orchids"] = { json: [wireServer("n", "North"), wireServer("s", "South", facts)] };
    await server.load();
    return client.stores.standing.get().unrecorded;
  };
  const recordingTrouble = { code: "recording/disk-full", reason: "nothing is recorded: the disk is full" };
  expect(await tell({ recordingTrouble })).toMatchObject([{ name: "South", trouble: { code: "recording/disk-full" } }]);
  expect(await tell({ recordingTrouble, isAvailable: false })).toEqual([]);
  expect(await tell({})).toEqual([]);
});

test("every server whose licence is not normal is told of, degraded ones first; each that joins them opens the dialog", async () => {
  const client = aggregatorClient(home.origin);
  const { standing, dialogs } = client.stores;
  const licensed = (id: string, name: string, status: string, reason = "") =>
    wireServer(id, name, { discoverableOrchid: { licenseSession: { state: { status, reason } } } });
  const tell = async (...servers: readonly unknown[]): Promise<readonly string[]> => {
    routes["GET /service/orchids"] = { json: servers };
    await client.list.load();
    const kinds = dialogs.get().queue.map(({ kind }) => kind);
    dialogs.change((facts) => void (facts.queue = []));
    return kinds;
  };
  const east = licensed("e", "East", "pending_change");
  expect(await tell(east, licensed("n", "North", "normal"))).toEqual(["license"]);
  expect(standing.get().licenseStatus).toBe("pending_change");
  // East comes first by name and only waits for a restart.
  const south = licensed("s", "South", "degraded", "storage");
  expect(await tell(east, south)).toEqual(["license"]);
  expect(standing.get()).toMatchObject({ licenseStatus: "degraded", licenseReason: "storage" });
  // West records nothing until the restart.
  const west = licensed("w", "West", "pending_change", "license");
  expect(await tell(east, west)).toEqual(["license"]);
  expect(standing.get()).toMatchObject({ licenseStatus: "pending_change", licenseReason: "license" });
  expect(await tell(east, south)).toEqual(["license"]);
  const north = licensed("n", "North", "degraded");
  expect(await tell(east, south, north)).toEqual(["license"]);
  expect(standing.get().serverLicenses.map(({ name }) => name)).toEqual(["North", "South", "East"]);
  expect(await tell(east, south, north), "nothing new").toEqual([]);
  expect(await tell(east, south), "one that is well again is no news").toEqual([]);
  expect(await tell(east, south, north), "again").toEqual(["license"]);
});

test("a licence dialog that is open already tells of the next server as well, and goes when all are well", async () => {
  const client = aggregatorClient(home.origin);
  const degraded = (id: string) =>
    wireServer(id, id, { discoverableOrchid: { licenseSession: { state: { status: "degraded" } } } });
  for (const ids of [["n"], ["n", "s"]]) {
    routes["GET /service/orchids"] = { json: ids.map(degraded) };
    await client.list.load();
  }
  expect(client.stores.dialogs.get().queue).toEqual([{ kind: "license" }]);
  routes["GET /service/orchids"] = { json: [wireServer("n", "n"), wireServer("s", "s")] };
  await client.list.load();
  expect(client.stores.dialogs.get().queue).toEqual([]);
});
