import * as fc from "fast-check";
import { expect, it } from "vitest";
import { diskAsOne, volumesAsOne } from "#recorder/cameras/media/reports-as-one.ts";
import type { VolumeReport } from "#recorder/ipc/storage-shapes.ts";

const report = (name: string, more: Partial<VolumeReport> = {}): VolumeReport => ({
  name,
  state: "ok",
  reason: "",
  space: null,
  device: null,
  bytesPerSecond: 0,
  streams: 0,
  drain: null,
  onward: null,
  ...more,
});
const states = fc.constantFrom("ok", "full", "unwritable", "gone", "stuck");

it.each([
  [[], "ok", ""],
  [["ok", "ok"], "ok", ""],
  [["ok", "full"], "full", "2"],
  [["stuck", "full"], "stuck", "1"],
  [["full", "gone", "unwritable"], "gone", "2"],
] as const)("%j is %s as one", (all, state, of) => {
  const reported = all.map((one, at) => ({ state: one, reason: one === "ok" ? "" : String(at + 1) }));
  expect(diskAsOne(reported)).toEqual({ state, reason: of });
});

it("a disk is well only where all processes say so", () => {
  fc.assert(
    fc.property(fc.array(states), (all) => {
      const one = diskAsOne(all.map((state) => ({ state, reason: "" })));
      expect(one.state === "ok").toBe(all.every((state) => state === "ok"));
      expect(all.length === 0 || all.includes(one.state) || one.state === "ok").toBe(true);
    }),
  );
});

it("what is written to a volume is added up; what the keeper says of moving, and who has seen the disk, stays", () => {
  const space = { capacityBytes: 100, freeBytes: 40, unavailableBytes: 0 };
  const drain = { state: "moving", movedBytes: 7, reason: "" } as const;
  const keeper = [report("a", { bytesPerSecond: 10, streams: 2, drain }), report("b")];
  const second = [report("a", { bytesPerSecond: 5, streams: 1, space, device: 3, state: "full", reason: "no room" })];
  expect(volumesAsOne([keeper, second])).toEqual([
    report("a", { bytesPerSecond: 15, streams: 3, drain, space, device: 3, state: "full", reason: "no room" }),
    report("b"),
  ]);
  expect(volumesAsOne([[], second])).toEqual(second);
});
