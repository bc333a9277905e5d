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
