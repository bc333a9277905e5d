import { refuse } from "#domain/failures/failure.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { camera } from "#protocol/rest/cameras/camera.ts";
import type { NewCamera } from "#recorder/cameras/camera-making.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const URI = "http://127.0.0.1:18999/onvif/device_service";
const yard: NewCamera = {
  name: "Yard",
  driver: "ONVIF",
  uri: URI,
  credentials: { username: "admin", password: "nobody was told" },
  configuration: {},
  capabilities: {},
  features: {},
  demoKey: "yard",
  streams: [],
};
let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open();
  house.services.registry.setOwn((uri) => (uri === URI ? async () => yard : null));
  await house.services.cameras.add(yard);
});
afterAll(() => house.close());

const register = async (uri: string, login: object = {}) => {
  const body = { driver: "ONVIF", name: "Yard", connection: { uri, ...login } };
  const answer = await house.ask("POST", "/service/cameras", { as: "admin", body });
  return [answer.statusCode, answer.json<{ code?: string }>().code];
};
const listed = async () =>
  (await house.ask("GET", "/service/cameras", { as: "admin" }))
    .json<{ cameras: unknown[] }>()
    .cameras.map((one) => camera.parse(one));

it("a demo camera that was deleted can be registered again, with whatever login, and is a demo camera as before", async () => {
  vi.spyOn(house.services.licensing, "mayAddCamera").mockReturnValue(refuse("license/cameras", { count: 0 }));
  const { cameras } = house.services;
  for (const login of [{}, { username: "root", password: "of other cameras" }]) {
    expect(await register(URI, login)).toEqual([409, "camera/exists"]);
    const [first] = await listed();
    expect((await house.ask("DELETE", `/service/cameras/${first?.id}`, { as: "admin" })).statusCode).toBe(204);
    expect(await register(URI, login)).toEqual([201, undefined]);
    const [again] = await listed();
    expect(again).toMatchObject({ name: "Yard", connectionUri: URI });
    expect(cameras.credentials(cameras.all()[0] ?? expect.fail())).toEqual(yard.credentials);
    // The next start finds the camera that still exists, and not the deleted one.
    expect((await cameras.demoKeys()).get("yard")).toMatchObject({ id: again?.id, deleted_ms: null });
  }
  vi.restoreAllMocks();
});

it("nothing else on this machine can be registered for that", async () => {
  expect(await register("http://127.0.0.1:18998/onvif/device_service")).toEqual([400, "camera/forbidden-address"]);
});
