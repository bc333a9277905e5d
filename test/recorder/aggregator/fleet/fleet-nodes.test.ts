/** Several nodes on one database: one writes the fleet's rows, and any answers what became other. */
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Camera, camera } from "#protocol/rest/cameras/camera.ts";
import { FleetRows } from "#recorder/aggregator/fleet/fleet-rows.ts";
import { openStore, type Store } from "#recorder/store/store.ts";
import { databases } from "#test/recorder/store/databases.ts";

const wire = (id: string, name: string): Camera => camera.parse({ id, name });
const SERVERS = ["n", "s"];

describe.each(databases)("the fleet's rows of several nodes in $name", ({ url, skip }) => {
  if (skip) return it.skip("needs a server", () => undefined);
  let stores: Store[] = [];
  let store: Store;
  beforeEach(async () => {
    const place = { file: ":memory:", url: await url() };
    store = await openStore(place);
    // Only nodes on PostgreSQL share a database.
    stores = place.url === "" ? [store] : [store, await openStore(place)];
    const row = { uri: "", direct_uri: "", key: "", state: "{}", created_ms: 1 };
    await store
      .insertInto("orchids")
      .values(SERVERS.map((id) => ({ id, name: id, ...row })))
      .execute();
  });
  afterEach(async () => {
    for (const one of stores) await one.destroy();
  });
  const node = (mayWrite: () => boolean = () => true, isAlone = false) =>
    FleetRows.open(stores.at(-1)!, { mayWrite, isAlone });
  const rowsOf = async (): Promise<string[]> => {
    const rows = await store.selectFrom("fleet_cameras").select(["orchid_id", "camera"]).execute();
    return rows.map((row) => `${row.orchid_id} ${camera.parse(JSON.parse(row.camera)).name}`).sort();
  };

  it("answer at one node what another has written, also after its restart, until one starts alone", async () => {
    const writer = await node();
    const reader = await node(() => false);
    await writer.keep([{ id: "n", cameras: [wire("g", "Gate"), wire("y", "Yard")] }]);
    const first = await reader.versions.name("me");
    expect(first).toBe(await writer.versions.name("me"));
    await writer.keep([{ id: "n", cameras: [wire("g", "Gate")] }]);
    const gone = [{ orchidId: "n", id: "y" }];
    for (const one of [writer, reader, await node()])
      expect(await one.versions.since(first, "me")).toEqual({ from: 1, gone });
    await node(undefined, true);
    expect(await reader.versions.since(first, "me")).toBeNull();
  });

  it("are not written by a node that shall not", async () => {
    const reader = await node(() => false);
    expect(await reader.keep([{ id: "n", cameras: [wire("g", "Gate")] }])).toBe(false);
    expect(await rowsOf()).toEqual([]);
  });

  it("are read by a node that begins to write, which then writes only what is other", async () => {
    const old = await node();
    let mayWrite = false;
    const next = await node(() => mayWrite);
    const gate = wire("g", "Gate");
    await next.keep([{ id: "n", cameras: [gate] }]);
    await old.keep([{ id: "n", cameras: [gate, wire("y", "Yard")] }]);
    await old.keep([{ id: "n", cameras: [wire("g", "Gate 2"), wire("y", "Yard")] }]);
    mayWrite = true;
    const before = await next.versions.name("me");
    // What it knows has news neither of its own list nor for the version: the old one's last word differs.
    expect(await next.keep([{ id: "n", cameras: [gate, wire("y", "Yard")] }])).toBe(true);
    expect(await rowsOf()).toEqual(["n Gate", "n Yard"]);
    expect(await next.versions.since(before, "me")).toEqual({ from: 2, gone: [] });
    const versions = await store.selectFrom("fleet_cameras").select("version").orderBy("camera_id").execute();
    expect(versions).toEqual([{ version: 3 }, { version: 1 }]);
  });

  it("go with their server at once, for every node", async () => {
    const [one, other] = [await node(), await node()];
    await one.keep([{ id: "n", cameras: [wire("g", "Gate")] }]);
    const first = await one.versions.name("me");
    await Promise.all([
      other.forget("n", (tx) => tx.deleteFrom("orchids").where("id", "=", "n").execute()),
      one.keep([{ id: "n", cameras: [wire("g", "Gate"), wire("y", "Yard")] }]),
    ]);
    await one.keep([{ id: "n", cameras: [wire("g", "Gate"), wire("y", "Yard"), wire("z", "Zoo")] }]);
    expect(await rowsOf()).toEqual([]);
    const known = await other.versions.since(first, "me");
    expect(known?.gone).toEqual(expect.arrayContaining([{ orchidId: "n", id: "g" }]));
  });

  it("forget the oldest of more than 10,000 cameras that went, and answer everything to who asks from before", async () => {
    const rows = await node();
    const many = Array.from({ length: 6000 }, (_, at) => wire(`c${at}`, "Camera"));
    const names: string[] = [];
    for (const cameras of [many, [], many, []]) {
      names.push(await rows.versions.name("me"));
      await rows.keep([{ id: "n", cameras }]);
    }
    const answers = await Promise.all(names.map((name) => rows.versions.since(name, "me")));
    expect(answers.map((known) => known?.gone.length ?? null)).toEqual([null, null, 6000, 6000]);
  }, 60_000);

  it("are, whoever writes and in whatever order, those of the last that wrote; and differences lead there", async () => {
    const names = fc.constantFrom("Gate", "Yard", "Hall");
    const lists = fc.dictionary(fc.constantFrom("a", "b", "c"), names);
    const turns = fc.array(fc.record({ writer: fc.nat(2), server: fc.constantFrom(...SERVERS), list: lists }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(turns, async (all) => {
        const nodes = [await node(), await node(), await node()];
        const seen = new Map<string, string>();
        let version = "";
        const last = new Map<string, string[]>();
        for (const { writer, server, list } of all) {
          const cameras = Object.entries(list).map(([id, name]) => wire(id, name));
          await nodes[writer]!.keep([{ id: server, cameras }]);
          last.set(
            server,
            cameras.map(({ name }) => `${server} ${name}`),
          );
          // As a page does it: those that went, then those that became other.
          const reader = nodes[(writer + 1) % 3]!;
          const known = await reader.versions.since(version, "me");
          if (known) for (const { orchidId, id } of known.gone) seen.delete(`${orchidId}/${id}`);
          else seen.clear();
          const rows = await store.selectFrom("fleet_cameras").selectAll().execute();
          for (const row of rows)
            if (!known || row.version > known.from)
              seen.set(
                `${row.orchid_id}/${row.camera_id}`,
                `${row.orchid_id} ${camera.parse(JSON.parse(row.camera)).name}`,
              );
          version = await reader.versions.name("me");
          expect([...seen.values()].sort()).toEqual(await rowsOf());
        }
        expect(await rowsOf()).toEqual(expect.arrayContaining([...last.values()].flat().sort()));
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
