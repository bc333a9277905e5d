import { afterAll, beforeAll, expect, it } from "vitest";
import { cardOf } from "#recorder/standby/camera-card.ts";
import { BorrowedCameras } from "#recorder/standby/borrowed-cameras.ts";
import { Vault } from "#recorder/store/vault.ts";
import { Fleet } from "#test/recorder/aggregator/support/fleet.ts";
import { FrontDoor } from "#test/recorder/aggregator/support/front-door.ts";
import type { TestHouse } from "#test/recorder/support/test-house.ts";

/** Nobody answers there: what is asked here needs no database. */
const group = (role: string, secret = "a-secret-of-this-test-1234") => ({
  "standby.role": role,
  "standby.database": "postgres://127.0.0.1:1/none",
  "standby.secret": secret,
  "standby.address": "http://127.0.0.1:1",
});
let fleet: Fleet;
let owner: TestHouse;
let standby: TestHouse;
let stranger: TestHouse;
let door: FrontDoor;
let ownerId = "";
let standbyId = "";
beforeAll(async () => {
  fleet = await Fleet.open();
  owner = await fleet.recorder(group("owner"));
  standby = await fleet.recorder(group("standby"));
  stranger = await fleet.recorder(group("standby", "another-secret-of-a-test"));
  door = await FrontDoor.open(owner.recorder.url);
  ownerId = await fleet.add(owner, { uri: door.url, name: "East" });
  standbyId = await fleet.add(standby, { name: "Spare" });
  await fleet.add(stranger, { name: "Stranger" });
});
afterAll(async () => {
  await fleet.close();
  await door.close();
});

async function borrow(by: TestHouse): Promise<void> {
  const { cameras } = owner.services;
  const cards = cameras.all().map((row) => cardOf(row, cameras.streamsOf(row.id), { username: "", password: "" }));
  const borrowed = new BorrowedCameras({ ...by.services, vault: Vault.ofText("of a standby", "test") });
  await borrowed.take(owner.services.uuid, cards);
}

it("a camera that is stood in for is one camera, and is asked at the standby while its owner is away, with the same rights", async () => {
  const { camera } = await owner.addCamera("Gate");
  const other = await owner.addCamera("Safe");
  const own = await standby.addCamera("Spare's own");
  await expect.poll(async () => (await fleet.cameras(ownerId)).length, { timeout: 8000 }).toBe(2);
  await fleet.member("gail", [{ abilities: ["live"], scope: "list", cameras: [{ id: camera.id, orchidId: ownerId }] }]);
  const ask = (path: string, as: string) =>
    fleet.ask("GET", `/fusion/orchid-proxy/${ownerId}${path}`, undefined, as).then(({ status }) => status);
  const paths = { gate: `/service/cameras/${camera.id}`, safe: `/service/cameras/${other.camera.id}` };
  expect([await ask(paths.gate, "gail"), await ask(paths.safe, "gail")]).toEqual([200, 404]);

  // A recorder of no group of ours says it stands in, too, and answers first.
  await borrow(stranger);
  await door.close();
  await fleet.until(ownerId, ({ isAvailable }) => !isAvailable);
  expect((await fleet.shown(ownerId)).failure?.code).not.toBe("server/stood-in");
  expect(await ask(paths.gate, "gail")).toBe(502);

  await borrow(standby);
  const shown = await fleet.until(ownerId, ({ failure }) => failure?.code === "server/stood-in");
  expect(shown.failure?.params).toMatchObject({ name: "Spare" });
  expect([await ask(paths.gate, "gail"), await ask(paths.safe, "gail")]).toEqual([200, 404]);
  expect(await ask(`/service/cameras/${own.camera.id}`, "gail")).toBe(404);
  expect([await ask(paths.gate, "admin"), await ask(paths.safe, "admin")]).toEqual([200, 200]);
  // One row in the lists: that of its owner.
  const ids = [...(await fleet.cameras(ownerId)), ...(await fleet.cameras(standbyId))].map(({ id }) => id);
  expect(ids.toSorted()).toEqual([camera.id, other.camera.id, own.camera.id].toSorted());

  // What the standby says of it is told as its owner's, to those who see it there; of its own cameras as ever.
  const { hub, index } = standby.services;
  const events = { gail: await fleet.house.events("gail"), admin: await fleet.house.events("admin") };
  const streamsOf = (cameraId: string) => standby.services.cameras.streamsOf(cameraId).map(({ id }) => id);
  const [gate = "", safe = "", spare = ""] = [camera.id, other.camera.id, own.camera.id].flatMap(
    (id) => streamsOf(id)[0] ?? "",
  );
  for (const id of [safe, spare, gate]) {
    hub.relay({ type: "motion-started", resource: "streams", id, ...hub.origin }, () => true);
    hub.relay({ type: "recordings-modified", resource: "streams", id, ...hub.origin }, () => true);
    hub.relay({ type: "stream-status", resource: "streams", id, streamState: "running", ...hub.origin }, () => true);
  }
  const mark = { streams: [gate], start: 5000, stop: 9000, text: "seen" };
  for (const kind of ["bookmarks", "locks"])
    expect((await fleet.ask("POST", `/fusion/orchid-proxy/${ownerId}/service/${kind}`, mark)).status).toBe(201);
  expect(await index.bookmarks(0, 10_000)).toMatchObject([{ streamId: gate, text: "seen", author: "admin" }]);
  expect(await index.locks()).toMatchObject([{ streamId: gate, note: "seen", author: "admin" }]);
  const told = (as: "gail" | "admin") =>
    events[as].messages.map(({ type, id, orchidId, streamState = "" }) => [type, id, orchidId, streamState].join(" "));
  await expect
    .poll(() => told("admin").filter((one) => one.startsWith("marks-modified")).length, { timeout: 8000 })
    .toBe(4);
  for (const [id, orchidId] of [
    [safe, ownerId],
    [spare, standbyId],
    [gate, ownerId],
  ]) {
    expect(told("admin")).toContain(`motion-started ${id} ${orchidId} `);
    expect(told("admin")).toContain(`recordings-modified ${id} ${orchidId} `);
    expect(told("admin")).toContain(`stream-status ${id} ${orchidId} running`);
  }
  expect(told("admin").filter((one) => one.startsWith("motion-"))).toHaveLength(3);
  expect(told("gail").filter((one) => /^(motion|stream)-/.test(one))).toEqual([
    `motion-started ${gate} ${ownerId} `,
    `stream-status ${gate} ${ownerId} running`,
  ]);
  const listed = (await fleet.cameras(ownerId)).find(({ id }) => id === camera.id);
  expect(listed?.primaryStream?.status?.streamState).toBe("running");
  for (const one of Object.values(events)) one.close();

  const before = door.asked.length;
  await door.open();
  await fleet.until(ownerId, ({ isAvailable, failure }) => isAvailable && failure === undefined);
  expect(await ask(paths.gate, "gail")).toBe(200);
  expect(door.asked.slice(before).some(({ path }) => path === paths.gate)).toBe(true);
});

it("only administrators of a recorder learn by what its group is recognised", async () => {
  await owner.addUser("uma", "Viewer");
  const seen = async (as: string) =>
    (await owner.ask("GET", "/service/servers", { as })).json<{ servers: { standby?: unknown }[] }>().servers[0]
      ?.standby;
  expect(await seen("admin")).toMatchObject({ id: owner.services.uuid, standsInFor: [] });
  expect(await seen("uma")).toBeUndefined();
});
