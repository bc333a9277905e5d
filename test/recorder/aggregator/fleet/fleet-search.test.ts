/** The fleet's rows, and that both databases find in them what the rules find in memory. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fleetKey, type FleetFilter, fleetOrder, fleetPage, fleetText, fleetWords } from "#domain/cameras/fleet.ts";
import { camera } from "#protocol/rest/cameras/camera.ts";
import { FleetRows } from "#recorder/aggregator/fleet/fleet-rows.ts";
import { fleetCountsOf, fleetPageOf, type SeenFleet } from "#recorder/aggregator/fleet/fleet-search.ts";
import { openStore, type Store } from "#recorder/store/store.ts";
import { databases } from "#test/recorder/store/databases.ts";

const wire = (id: string, name: string, more: { maker?: string; state?: string; bitrate?: number } = {}) =>
  camera.parse({
    id,
    name,
    configuration: { Manufacturer: more.maker ?? "Axis", Model: "P1" },
    primaryStream: {
      id: `${id}-main`,
      status: { id: `${id}-main`, streamState: more.state ?? "running", timestamp: more.bitrate ?? 0 },
    },
  });

async function addServers(store: Store, ids: readonly string[]): Promise<void> {
  const row = { uri: "", direct_uri: "", key: "", state: "{}", created_ms: 1 };
  await store
    .insertInto("orchids")
    .values(ids.map((id) => ({ id, name: id, ...row })))
    .execute();
}

const EVERYTHING: FleetFilter = { words: [], orchidId: null, among: null, state: null };
const ALL: SeenFleet = { whole: ["n", "s"], except: [], only: [] };
const names = ["Gate 2", "Gate 10", "Gäte 3", "Yard", "50%", "a_b", "back\\slash", "'quoted'", "Hall\0way"];

describe.each(databases)("the fleet's rows in $name", ({ url, skip }) => {
  const opened = async (): Promise<{ store: Store; rows: FleetRows }> => {
    const store = await openStore({ file: ":memory:", url: await url() });
    await addServers(store, ["n", "s"]);
    return { store, rows: await FleetRows.open(store) };
  };
  const versions = async (store: Store) =>
    Object.fromEntries(
      (await store.selectFrom("fleet_cameras").select(["camera_id", "version"]).execute()).map((row) => [
        row.camera_id,
        row.version,
      ]),
    );

  it.skipIf(skip)("are written for what became other, and their version grows", async () => {
    const { store, rows } = await opened();
    const [gate, yard] = [wire("g", "Gate"), wire("y", "Yard")];
    await rows.keep([{ id: "n", cameras: [gate, yard] }]);
    expect(await versions(store)).toEqual({ g: 1, y: 1 });
    // Figures that change all the time are nothing new; a state is.
    await rows.keep([{ id: "n", cameras: [wire("g", "Gate", { bitrate: 7 }), yard] }]);
    expect(await versions(store)).toEqual({ g: 1, y: 1 });
    const idle = wire("g", "Gate", { state: "idle" });
    await rows.keep([{ id: "n", cameras: [idle, yard] }]);
    expect(await versions(store)).toEqual({ g: 2, y: 1 });
    await rows.keep([{ id: "n", cameras: [idle] }]);
    expect(await versions(store)).toEqual({ g: 2 });
    // The rows outlive a restart, and versions go on growing: the third was of the camera that went.
    const again = await FleetRows.open(store);
    expect([...(await again.all())]).toEqual([["n", { cameras: [idle], isWhole: true }]]);
    await again.keep([{ id: "s", cameras: [wire("d", "Door")] }]);
    expect(await versions(store)).toEqual({ g: 2, d: 4 });
    await store.destroy();
  });

  it.skipIf(skip)("that cannot be read make their server tell all anew, and are written again", async () => {
    const { store, rows } = await opened();
    const cameras = [wire("g", "Gate"), wire("y", "Yard")];
    await rows.keep([{ id: "n", cameras }]);
    await store.updateTable("fleet_cameras").set({ camera: '"later"' }).where("camera_id", "=", "g").execute();
    const again = await FleetRows.open(store);
    expect([...(await again.all())]).toEqual([["n", { cameras: [cameras[1]], isWhole: false }]]);
    await again.keep([{ id: "n", cameras }]);
    expect(await versions(store)).toEqual({ g: 2, y: 1 });
    await store.destroy();
  });

  it.skipIf(skip)(
    "of a camera that moves from server to server, of names without end, of one without a path, and of a server that is gone",
    async () => {
      const { store, rows } = await opened();
      const gate = wire("g", "Gate");
      const long = wire("l", "\u{1f4f7}長".repeat(3000), { maker: "ﷺ".repeat(3000) });
      await rows.keep([{ id: "n", cameras: [gate, wire("no/path", "Odd"), long] }]);
      expect(await versions(store)).toEqual({ g: 1, l: 1 });
      await rows.keep([
        { id: "s", cameras: [gate] },
        { id: "n", cameras: [] },
      ]);
      expect(await store.selectFrom("fleet_cameras").select("orchid_id").execute()).toEqual([{ orchid_id: "s" }]);
      await rows.forget("s");
      await store.deleteFrom("orchids").where("id", "=", "s").execute();
      // It is still watched for a moment, and another one has news.
      await rows.keep([
        { id: "s", cameras: [gate] },
        { id: "n", cameras: [wire("y", "Yard")] },
      ]);
      expect(Object.keys(await versions(store))).toEqual(["y"]);
      await store.destroy();
    },
  );

  it.skipIf(skip)(
    "tell what became other since a version, for who sees the same cameras, until a restart",
    async () => {
      const { store, rows } = await opened();
      const [gate, yard] = [wire("g", "Gate"), wire("y", "Yard")];
      await rows.keep([{ id: "n", cameras: [gate, yard] }]);
      const first = await rows.versions.name("me");
      expect(await rows.versions.since(first, "me")).toEqual({ from: 1, gone: [] });
      await rows.keep([{ id: "n", cameras: [wire("g", "Gate", { state: "idle" })] }]);
      const known = await rows.versions.since(first, "me");
      expect(known).toMatchObject({ from: 1, gone: [{ orchidId: "n", id: "y" }] });
      const search = { ...EVERYTHING, seen: ALL, newerThan: known?.from ?? null };
      expect((await fleetPageOf(store, search, { after: null, limit: 9 })).page).toEqual([{ orchidId: "n", id: "g" }]);
      await rows.forget("n");
      expect((await rows.versions.since(first, "me"))?.gone).toMatchObject([{ id: "y" }, { id: "g" }]);
      for (const other of ["", "1", "x.1.me", first.replace(".1.", ".99.")])
        expect(await rows.versions.since(other, "me")).toBeNull();
      expect(await rows.versions.since(first, "somebody")).toBeNull();
      expect(await (await FleetRows.open(store)).versions.since(first, "me")).toBeNull();
      await store.destroy();
    },
  );

  it.skipIf(skip)("are found as the rules find cameras in memory", { timeout: 60_000 }, async () => {
    const { store, rows } = await opened();
    const fleet = names.flatMap((name, at) =>
      ["n", "s"].map((orchidId) => ({
        orchidId,
        one: wire(`${orchidId}${at}`, name, {
          maker: at % 2 === 0 ? "Axis" : "Bosch",
          state: at % 3 === 0 ? "idle" : "running",
        }),
      })),
    );
    const ofServer = (id: string) => fleet.flatMap(({ orchidId, one }) => (orchidId === id ? [one] : []));
    await rows.keep(["n", "s"].map((id) => ({ id, cameras: ofServer(id) })));
    const entries = fleet.map(({ orchidId, one }) => ({
      orchidId,
      id: one.id,
      sortKey: fleetOrder(one.name),
      foundBy: fleetText({ name: one.name, maker: one.configuration.Manufacturer, model: "P1" }),
      state: one.primaryStream?.status?.streamState ?? "unknown",
    }));
    const keys = fc.subarray(entries.map(fleetKey));
    const text = fc
      .array(fc.constantFrom("gate", "GÄTE", "1", "%", "_", "\\", "'", "north", "bosch", "axis p1", "l", "zz"), {
        maxLength: 2,
      })
      .map((words) => words.join("\n"));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          text,
          orchidId: fc.constantFrom(null, "n", "s", "other"),
          among: fc.oneof(fc.constant(null), keys),
          state: fc.oneof(
            fc.constant(null),
            fc.record({ is: fc.constantFrom("running", "idle", "unknown"), away: fc.subarray(["n", "s"]) }),
          ),
          whole: fc.subarray(["n", "s"]),
          except: keys,
          only: keys,
          limit: fc.integer({ min: 1, max: 7 }),
        }),
        async ({ text: typed, orchidId, among, state, whole, except, only, limit }) => {
          const words = fleetWords(typed, [
            { id: "n", name: "North" },
            { id: "s", name: "South 1" },
          ]);
          const filter = { words, orchidId, among, state };
          const search = { ...filter, seen: { whole, except, only }, newerThan: null };
          const seen = entries.filter(
            (one) => (whole.includes(one.orchidId) && !except.includes(fleetKey(one))) || only.includes(fleetKey(one)),
          );
          const expected = fleetPage(seen, filter, { after: null, limit: 1000 });
          expect(await fleetCountsOf(store, search)).toEqual(expected.counts);
          const found: string[] = [];
          for (let after = null as typeof expected.next, isLast = false; !isLast; ) {
            const { page, next } = await fleetPageOf(store, search, { after, limit });
            expect(page.length).toBeLessThanOrEqual(limit);
            found.push(...page.map(fleetKey));
            [after, isLast] = [next, next === null];
          }
          expect(found).toEqual(expected.page.map(fleetKey));
        },
      ),
      { numRuns: 150 },
    );
    await store.destroy();
  });
});
