import { expect, it } from "vitest";
import { oneFolder } from "#domain/recordings/volume.ts";
import type { StorageState } from "#recorder/ipc/storage-shapes.ts";
import { awayVolumes } from "#recorder/site/volumes/away-volumes.ts";
import { disksOf } from "#recorder/site/usage.ts";
import { useOfVolumes } from "#recorder/site/volumes/volume-use.ts";

const GB = 1e9;
const spec = (name: string, reserveBytes = 0) => ({ ...oneFolder(`/mnt/${name}`), name, reserveBytes });
const report = (name: string, state: StorageState = "ok", device: number | null = 1) => ({
  name,
  state,
  reason: "",
  space: device === null ? null : { capacityBytes: 100 * GB, freeBytes: 50 * GB, unavailableBytes: 0 },
  device,
  bytesPerSecond: 0,
  streams: 0,
  drain: null,
  onward: null,
});

it("volumes that are gone or do not answer are away, and those that the settings no longer name", async () => {
  const index = { volumesInUse: () => Promise.resolve(["a", "b", "c", "d", "former"]) };
  const volumes = [report("a"), report("b", "gone"), report("c", "stuck"), report("d", "full")];
  const named = { specs: ["a", "b", "c", "d"].map((name) => spec(name)) };
  expect(await awayVolumes({ index, volumes: named, media: { volumes } })).toEqual(["b", "c", "former"]);
});

it("of one folder nothing is", async () => {
  const index = { volumesInUse: () => Promise.reject(new Error("nobody asks")) };
  expect(await awayVolumes({ index, volumes: { specs: [] }, media: { volumes: [] } })).toEqual([]);
});

it("volumes that share a disk count its space once, with the larger reserve; one that was never seen has none", () => {
  const reports = [report("a", "ok", 1), report("b", "ok", 1), report("c", "ok", 2), report("d", "gone", null)];
  const disks = disksOf([spec("a", 5), spec("b", 9), spec("c"), spec("d")], reports);
  expect(disks.map(({ volumes, reserveBytes }) => [volumes, reserveBytes])).toEqual([
    [["a", "b"], 9],
    [["c"], 0],
  ]);
});

it("lists the volumes of the settings in their order, and former ones that still hold recordings", async () => {
  const held = { streamId: "s", bytes: 70, recordedMs: 9, segments: 1, firstMs: 10, lastMs: 19 };
  const index = {
    volumesInUse: () => Promise.resolve(["b", "former"]),
    usageOf: (name: string) => Promise.resolve(name === "a" ? [] : [held, { ...held, bytes: 30, firstMs: 5 }]),
  };
  const listed = await useOfVolumes([spec("a", 5), spec("b")], [report("a", "gone"), report("b")], index);
  expect(listed).toMatchObject([
    { name: "a", path: "/mnt/a", state: "gone", reserve: 5, capacity: 100 * GB, archivesSize: 0, oldest: 0, newest: 0 },
    { name: "b", path: "/mnt/b", state: "ok", archivesSize: 100, oldest: 5, newest: 19 },
    { name: "former", path: "", state: "removed", capacity: 0, archivesSize: 100 },
  ]);
});
