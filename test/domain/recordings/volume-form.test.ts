import { expect, it } from "vitest";
import {
  drainedPercent,
  moveAfterDays,
  moveOnly,
  reserveBytes,
  shownReserve,
  volumeFaults,
} from "#domain/recordings/volume-form.ts";

const form = {
  name: "disk2",
  path: "/mnt/disk2",
  role: "record",
  reserveGb: "0",
  weight: "1",
  moveAfterDays: "",
  moveWhat: "all",
  moveCameras: null,
} as const;
const faulty = (more: object, isNew = true): string[] =>
  Object.entries(volumeFaults({ ...form, ...more }, isNew)).flatMap(([name, fault]) => (fault ? [name] : []));

it("says which of the typed values are wrong", () => {
  expect(faulty({})).toEqual([]);
  expect(faulty({ path: "D:\\recordings", reserveGb: "1,5", weight: "0.5" })).toEqual([]);
  expect(faulty({ name: "-", path: "here", reserveGb: "-1", weight: "0" })).toEqual([
    "name",
    "path",
    "reserveGb",
    "weight",
  ]);
  expect(faulty({ reserveGb: "", weight: "1001" })).toEqual(["reserveGb", "weight"]);
  expect(faulty({ name: "", path: "" }, false)).toEqual([]);
  for (const days of ["0", "week", "3651", "-1"]) expect(faulty({ moveAfterDays: days })).toEqual(["moveAfterDays"]);
  expect([faulty({ moveAfterDays: "1,5" }), faulty({ moveAfterDays: "week", role: "keep" })]).toEqual([[], []]);
});

it("days after which recordings go on: none, or those of a volume that records", () => {
  expect(moveAfterDays({ role: "record", moveAfterDays: " 1,5 " })).toBe(1.5);
  expect(moveAfterDays({ role: "record", moveAfterDays: " " })).toBeNull();
  expect(moveAfterDays({ role: "drain", moveAfterDays: "7" })).toBeNull();
});

it("what goes on is all of it, or what is chosen", () => {
  const aged = { ...form, moveAfterDays: "7" };
  expect(moveOnly(aged)).toBeNull();
  expect(moveOnly({ ...aged, moveWhat: "motion" })).toEqual({ what: "motion", cameras: null });
  expect(moveOnly({ ...aged, moveCameras: ["a"] })).toEqual({ what: "all", cameras: ["a"] });
  expect(moveOnly({ ...aged, moveAfterDays: "", moveWhat: "evidence" })).toBeNull();
});

it("counts in units of 1024", () => {
  expect(reserveBytes({ reserveGb: "1.5" })).toBe(1.5 * 1024 ** 3);
  expect([shownReserve(0), shownReserve(1024 ** 3 / 3)]).toEqual(["0", "0.33"]);
});

it("knows how far a drain is", () => {
  expect([drainedPercent(0, 0), drainedPercent(1, 2), drainedPercent(9, 0)]).toEqual([0, 33, 100]);
});
