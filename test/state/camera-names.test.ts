import { expect, test } from "vitest";
import { shownName } from "#state/camera-names.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { serverFacts } from "#test/support/client/server-facts.ts";

const servers = { n: serverFacts("n", "North"), s: serverFacts("s", "South") };
const list = (...cameras: readonly (readonly [orchidId: string, name: string])[]): Record<string, CameraFacts> =>
  Object.fromEntries(
    cameras
      .map(([orchidId, name], at) => ({ ...cameraFacts(`${at}`), orchidId, name }))
      .map((camera) => [cameraKey(camera), camera]),
  );
const names = (cameras: Record<string, CameraFacts>, of = servers as Partial<typeof servers>) =>
  Object.keys(cameras).map((key) => shownName(key, cameras, of as typeof servers));

test("names that another server's camera has too say their server, however they are spelled", () => {
  expect(names(list(["n", "Yard"], ["s", "YARD"], ["s", "Gate"]))).toEqual(["Yard (North)", "YARD (South)", "Gate"]);
  expect(names(list(["n", "Yard"], ["s", "Yard"], ["n", "Yard"]))).toEqual([
    "Yard (North)",
    "Yard (South)",
    "Yard (North)",
  ]);
});

test("names of one server stay as they are, and so do those of a standalone recorder", () => {
  expect(names(list(["n", "Yard"], ["n", "Yard"]))).toEqual(["Yard", "Yard"]);
  expect(names(list(["1", "Yard"], ["1", "Gate"]), {})).toEqual(["Yard", "Gate"]);
  expect(shownName("n/9", list(["n", "Yard"]), servers)).toBeNull();
});
