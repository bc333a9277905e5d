/** Which files an order with views of fisheyes makes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_DEWARP_CONFIG, type FisheyeLook } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { type ExportOrder, orderedExport } from "#recorder/site/exports/export-order.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const START = Date.UTC(2026, 5, 1, 12);
const look: FisheyeLook = {
  mode: 1,
  view: { pan: 0, tilt: 20, zoom: 1 },
  shift: 0,
  layout: "single",
  panoramaZoom: { scale: 1, centerX: 0.5, centerY: 0.5 },
};
const of = (name: string) => ({ name, look });
let house: TestHouse;
const ids = { hall: "", yard: "" };
beforeAll(async () => {
  house = await TestHouse.open();
  for (const name of ["hall", "yard"] as const) {
    const { camera, stream } = await house.addCamera(name);
    ids[name] = stream.id;
    const row = {
      streamId: stream.id,
      startMs: START,
      endMs: START + 60_000,
      file: `${name}.mp4`,
      bytes: 1e6,
      frames: 1,
    };
    await house.services.index.insertClosed(row, new Uint8Array());
    const dewarpConfiguration = { ...DEFAULT_DEWARP_CONFIG, lens: DEFAULT_LENS, enable: name === "hall" };
    const path = `/service/cameras/${camera.id}/streams/${stream.id}`;
    await house.ask("PATCH", path, { as: "admin", body: { dewarpConfiguration } });
  }
});
afterAll(() => house.close());

const ordered = (streams: ExportOrder["streams"], more: Partial<ExportOrder> = {}) =>
  orderedExport(house.services, who, { streams, start: START, stop: START + 20_000, format: "mkv", ...more });
const who: Identity = {
  userId: "7",
  username: "wanda",
  role: "Manager",
  superUser: false,
  scope: { baseScope: ["live", "playback", "export"], cameraScopes: [] },
  via: "basic",
  session: null,
};

test("whole pictures and views stand beside each other in one zip, in the order in which they were asked for", async () => {
  const { hall, yard } = ids;
  const answer = await ordered([
    yard,
    hall,
    { stream: hall, view: of("Door") },
    yard,
    { stream: hall, view: of("Desk") },
  ]);
  if (!answer.ok) throw new Error(answer.error.code);
  const { ask, name } = answer.value;
  expect(ask.zip).toBe(true);
  expect(ask.streams.map(({ cameraName, view }) => [cameraName, view !== undefined])).toEqual([
    ["yard", false],
    ["hall", false],
    ["hall · Door", true],
    ["hall · Desk", true],
  ]);
  expect(name).toBe("2 cameras 2026-06-01 12-00-00Z.zip");
});

test("several views of one camera are called after it", async () => {
  const { hall } = ids;
  const two = await ordered([
    { stream: hall, view: of("Door") },
    { stream: hall, view: of("Desk") },
  ]);
  expect(two.ok && two.value.name).toBe("hall 2026-06-01 12-00-00Z.zip");
  const one = await ordered([{ stream: hall, view: of("Door") }]);
  expect(one.ok && [one.value.name, one.value.ask.zip]).toEqual(["hall · Door 2026-06-01 12-00-00Z.mkv", false]);
});

test.each([
  ["of a camera that is no fisheye", () => ordered([{ stream: ids.yard, view: of("Door") }])],
  ["as a dewarp page", () => ordered([{ stream: ids.hall, view: of("Door") }], { format: "dewarp" })],
  ["one for several streams", () => ordered([ids.hall, ids.yard], { view: of("Door") })],
])("a view %s is refused", async (_name, ask) => {
  const answer = await ask();
  expect(answer.ok ? null : answer.error.code).toBe("export/view");
});
