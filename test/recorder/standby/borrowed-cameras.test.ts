import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cardOf } from "#recorder/standby/camera-card.ts";
import { BorrowedCameras } from "#recorder/standby/borrowed-cameras.ts";
import { Vault } from "#recorder/store/vault.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let owner: TestHouse;
let standby: TestHouse;
beforeEach(async () => {
  owner = await TestHouse.open();
  standby = await TestHouse.open(GROUP);
});
afterEach(async () => {
  await owner?.close();
  await standby?.close();
});

/** Nobody answers there. */
const GROUP = {
  "standby.role": "standby",
  "standby.database": "postgres://127.0.0.1:1/none",
  "standby.secret": "a-secret-of-this-test-1234",
  "standby.address": "http://127.0.0.1:1",
};
const borrowedBy = ({ services }: TestHouse) =>
  new BorrowedCameras({ ...services, vault: Vault.ofText("of the standby", "test") });
const cards = ({ services: { cameras } }: TestHouse) =>
  cameras.all().map((row) => cardOf(row, cameras.streamsOf(row.id), { username: "user", password: "pass" }));

it("cameras of others have the identities that they have there, whatever changes there, and are ended without a trace of their logins", async () => {
  const borrowed = borrowedBy(standby);
  const { camera, stream } = await owner.addCamera("Gate");
  const own = await standby.addCamera("Own");
  await borrowed.take("owner", cards(owner));
  expect(borrowed.owners).toEqual(["owner"]);
  const { cameras, licensing } = standby.services;
  expect(cameras.get(camera.id)).toMatchObject({ name: "Gate", stood_in_for: "owner", primary_stream_id: stream.id });
  expect(cameras.stream(stream.id)).toMatchObject({ camera_id: camera.id, uri: stream.uri });
  expect(licensing.mayAddCamera().ok).toBe(true);
  const streams = owner.services.cameras.streamsOf(camera.id).map(({ id }) => id);
  expect(await borrowed.streamsOf("owner")).toEqual(new Map(streams.map((id) => [id, camera.id])));

  await owner.services.cameras.patch(camera.id, { name: "Door" });
  const added = await owner.addCamera("Yard");
  await borrowed.take("owner", cards(owner));
  expect(cameras.all().map(({ name }) => name)).toEqual(["Door", "Own", "Yard"]);
  await owner.services.cameras.remove(camera.id);
  await borrowed.take("owner", cards(owner));
  expect(cameras.all().map(({ name }) => name)).toEqual(["Own", "Yard"]);

  await borrowed.giveBack("owner");
  expect(cameras.all().map(({ id }) => id)).toEqual([own.camera.id]);
  const rows = await standby.services.store
    .selectFrom("cameras")
    .selectAll()
    .where("stood_in_for", "=", "owner")
    .execute();
  expect(rows.map(({ credentials }) => credentials)).toEqual(["", ""]);
  expect(await borrowed.everOwners()).toEqual(["owner"]);
  // What was recorded of it is still told by its name.
  const ever = [...(await borrowed.streamsOf("owner")).keys()];
  expect(ever).toEqual(expect.arrayContaining([...streams, added.stream.id]));
});

it("cameras of others say whose they are, and nothing of them is changed here", async () => {
  const borrowed = borrowedBy(standby);
  const { camera, stream } = await owner.addCamera("Gate");
  const own = await standby.addCamera("Own");
  borrowed.called("owner", "East");
  await borrowed.take("owner", cards(owner));
  const shown = async () => {
    const { cameras } = (await standby.ask("GET", "/service/cameras", { as: "admin" })).json<{
      cameras: { name: string; recordedFor?: object }[];
    }>();
    return cameras.map(({ name, recordedFor }) => [name, recordedFor]);
  };
  expect(await shown()).toEqual([
    ["Gate", { id: "owner", name: "East" }],
    ["Own", undefined],
  ]);
  const found = await standby.ask("GET", "/service/fleet/cameras?text=east&limit=10", { as: "admin" });
  expect(found.json<{ cameras: object[] }>().cameras).toMatchObject([{ name: "Gate", recordedFor: { name: "East" } }]);

  const at = (id: string, streamId: string) => {
    const [one, part] = [`/service/cameras/${id}`, `/service/cameras/${id}/streams/${streamId}`];
    return [
      ["PATCH", one, { name: "Mine" }],
      ["PATCH", one, { retention: 1000 }],
      ["PATCH", one, { connection: { uri: "rtsp://127.0.0.1:1/other" } }],
      ["DELETE", one],
      ["POST", `${one}/streams`, { name: "More", configuration: { General: { Path: "more" } } }],
      ["PATCH", part, { active: false }],
      ["PUT", part, { active: false }],
      ["DELETE", part],
      ["DELETE", `${part}/motion/mask`],
      ["PUT", `${one}/privacy-masks`, { masks: [] }],
      ["PUT", `${part}/privacy-masks`, { masks: [] }],
      ["DELETE", `${part}/privacy-masks`],
    ] as const;
  };
  const before = standby.services.cameras.get(camera.id);
  for (const [method, url, body] of at(camera.id, stream.id)) {
    const answer = await standby.ask(method, url, { as: "admin", ...(body ? { body } : {}) });
    expect([method, url, answer.statusCode, answer.json()]).toMatchObject([
      method,
      url,
      409,
      { code: "camera/borrowed", params: { name: "East" } },
    ]);
  }
  expect(standby.services.cameras.get(camera.id)).toBe(before);
  for (const [method, url, body] of at(own.camera.id, own.stream.id)) {
    const answer = await standby.ask(method, url, { as: "admin", ...(body ? { body } : {}) });
    expect(answer.body, url).not.toContain("camera/borrowed");
  }

  // Another name is said of all of them, at once.
  const told: string[] = [];
  const hub = { publish: (type: string, _resource: string, id: string) => void told.push(`${type} ${id}`) };
  const telling = new BorrowedCameras({ ...standby.services, hub, vault: Vault.ofText("of the standby", "test") });
  for (const name of ["East", "Eastern", "Eastern"]) telling.called("owner", name);
  expect(told).toEqual([`camera-modified ${camera.id}`]);
  await borrowed.adopt("owner");
  const kept = await standby.ask("PATCH", `/service/cameras/${camera.id}`, { as: "admin", body: { name: "Mine" } });
  expect(kept.statusCode).toBe(200);
  expect((await shown())[0]).toEqual(["Mine", undefined]);
});

it("a camera of one's own is never taken for one of another recorder", async () => {
  const borrowed = borrowedBy(standby);
  const { camera } = await standby.addCamera("Own");
  await borrowed.take("owner", cards(standby));
  expect(standby.services.cameras.get(camera.id)?.stood_in_for).toBeNull();
  await borrowed.giveBack("owner");
  expect(standby.services.cameras.get(camera.id)).toBeDefined();
});

it("goes on after a restart, and ends when the recorder stands in for nobody any more", async () => {
  const { camera } = await owner.addCamera("Gate");
  const folder = mkdtempSync(join(tmpdir(), "proscenium-standby-"));
  const first = await TestHouse.open(GROUP, folder);
  await borrowedBy(first).take("owner", cards(owner));
  await first.recorder.close();
  const again = await TestHouse.open(GROUP, folder);
  expect(again.services.cameras.get(camera.id)?.stood_in_for).toBe("owner");
  await again.recorder.close();
  const alone = await TestHouse.open({}, folder);
  expect(alone.services.cameras.all()).toEqual([]);
  await alone.close();
});
