import { afterAll, beforeAll, expect, it } from "vitest";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let path = "";
beforeAll(async () => {
  house = await TestHouse.open();
  const { camera, stream } = await house.addCamera("Fisheye");
  path = `/service/cameras/${camera.id}/streams/${stream.id}`;
});
afterAll(() => house.close());

const { lens: _none, ...plain } = { ...DEFAULT_DEWARP_CONFIG, enable: true };
const write = (dewarpConfiguration: unknown) =>
  house.ask("PATCH", path, { as: "admin", body: { dewarpConfiguration } });

it("stores what the dialog writes, and tells it to everybody as it is", async () => {
  const settings = { ...plain, orientation: "wall", lens: { ...DEFAULT_LENS, radius: 0.6 } };
  expect((await write(settings)).json()).toMatchObject({ dewarpConfiguration: settings });
  expect((await write(plain)).json<{ dewarpConfiguration: unknown }>().dewarpConfiguration).toEqual(plain);
});

it.each([
  ["an orientation that is none", { ...plain, orientation: "table" }, "request/invalid"],
  ["a depth out of range", { ...plain, perspectiveDepth: 9.5 }, "request/invalid"],
  ["a shift out of range", { ...plain, panoramaShift: 181 }, "request/invalid"],
  ["a zoom out of range", { ...plain, defaultPerspectiveView: { pan: 0, tilt: 0, zoom: 11 } }, "request/invalid"],
  [
    "a lens that folds back",
    { ...plain, lens: { ...DEFAULT_LENS, projection: "polynomial", k: [-1, 0, 0, 0] } },
    "stream/bad-dewarp",
  ],
])("refuses %s and keeps what was", async (_name, settings, code) => {
  const answer = await write(settings);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, code]);
  expect((await house.ask("GET", path, { as: "admin" })).json()).toMatchObject({ dewarpConfiguration: plain });
});

it("names the field of a lens that folds back, apart from the sentence", async () => {
  const answer = await write({ ...plain, lens: { ...DEFAULT_LENS, projection: "polynomial", k: [-1, 0, 0, 0] } });
  expect(answer.json()).toMatchObject({ cause: { code: "dewarp/config-invalid", params: { field: "lens.k" } } });
});

it("takes them away again where they come as of a stream that never had any; some of them are not enough", async () => {
  await write(plain);
  const some = await write({ enable: false });
  expect(some.json()).toMatchObject({
    code: "request/invalid",
    reason: expect.stringMatching(/^dewarpConfiguration: /),
  });
  expect((await write({})).json<{ dewarpConfiguration: unknown }>().dewarpConfiguration).toEqual({});
});
