import { afterAll, beforeAll, expect, test } from "vitest";
import { cameraList } from "#protocol/rest/cameras/camera.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open();
});
afterAll(() => house.close());

async function ask(since: string, as = "admin") {
  const answer = await house.ask("GET", `/service/cameras?since=${encodeURIComponent(since)}`, { as });
  const { cameras, ...more } = cameraList.parse(answer.json());
  return { ...more, version: more.version ?? "", names: cameras.map(({ name }) => name) };
}

test("cameras are told as they changed since a version; who sees others has versions of its own", async () => {
  const { camera: gate } = await house.addCamera("Gate");
  const { camera: yard, stream } = await house.addCamera("Yard", "192.0.2.8");
  const whole = await ask("");
  expect(whole).toMatchObject({ names: ["Gate", "Yard"] });
  expect(whole.since).toBeUndefined();
  const { version } = whole;
  expect(await ask(version)).toEqual({ href: "/service/cameras", version, since: version, names: [] });

  await house.ask("PATCH", `/service/cameras/${gate.id}`, { as: "admin", body: { name: "Zoo gate" } });
  // It has moved behind the other one.
  expect(await ask(version)).toMatchObject({ since: version, names: ["Zoo gate"], ids: [gate.id, yard.id].reverse() });
  const renamed = await ask(version);
  await house.ask("DELETE", `/service/cameras/${yard.id}`, { as: "admin" });
  expect(await ask(renamed.version)).toMatchObject({ names: [], ids: [gate.id] });
  expect(stream.camera_id).toBe(yard.id);

  await house.addUser("vera", "Viewer");
  const hers = await ask(version, "vera");
  expect(hers.since).toBeUndefined();
  expect(hers.names).toEqual(["Zoo gate"]);
  expect(await ask("x".repeat(64))).toMatchObject({ names: ["Zoo gate"] });
  expect((await house.ask("GET", `/service/cameras?since=${"x".repeat(65)}`, { as: "admin" })).statusCode).toBe(400);
});
