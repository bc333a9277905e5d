import { expect, it } from "vitest";
import { Fleet } from "#test/recorder/aggregator/support/fleet.ts";

it("after a restart the aggregator shows what it knew, also of a server that is away, and finds it again", async () => {
  const first = await Fleet.open();
  const recorder = await first.recorder({ name: "North", "webrtc.ice": "turn:wall:secret-of-turn@192.0.2.1:3478" });
  const { camera, stream } = await recorder.addCamera("Gate");
  const id = await first.add(recorder);
  await first.house.stop();
  const { folder, adminPassword } = first.house;
  const { url } = recorder.recorder;
  await recorder.recorder.close();

  const second = await Fleet.reopen(folder, adminPassword);
  const rows = await second.house.services.store.selectFrom("orchids").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain("secret-of-turn");
  // Nobody has been told yet that the camera sends no pictures.
  expect(JSON.parse(rows[0]?.state ?? "{}")).toMatchObject({ untold: [camera.id] });
  const away = await second.until(id, ({ isAvailable }) => !isAvailable);
  expect(away).toMatchObject({ name: "North", camerasAvailable: 1, failureReason: "the connection was refused" });
  expect(away.lastAvailable).toBeGreaterThan(0);
  expect(await second.cameras(id)).toMatchObject([{ id: camera.id, name: "Gate" }]);
  expect(second.house.services.servers.streamOwner(stream.id)).toEqual({ orchidId: id, cameraId: camera.id });

  // The same recorder at the same address.
  const back = await second.recorder({ port: new URL(url).port }, recorder.folder);
  const shown = await second.until(id, ({ isAvailable }) => isAvailable);
  expect(shown.iceServers).toHaveLength(0);
  expect(back.services.uuid).toBe(id);
  await second.close();
}, 20_000);
