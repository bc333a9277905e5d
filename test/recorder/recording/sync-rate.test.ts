/**
 * Reliability case R4: recorded data is on the disk soon, for any number of cameras: less than 2 s are lost when the
 * power fails.
 */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { openRecordings, temporaryFolder } from "./fixture.ts";
import { SyntheticCamera } from "./synthetic-camera.ts";

const CAMERAS = 16;
/** Twice the promised time, because this machine may be busy. */
const SOON_MS = 4000;

it("the files of sixteen cameras are all brought to the disk within seconds", async () => {
  const folder = temporaryFolder();
  const probe = await open(join(folder.dir, "probe"), "w");
  const syncs = vi.spyOn(Object.getPrototypeOf(probe) as typeof probe, "datasync");
  await probe.close();
  const recordings = await openRecordings(folder.dir);
  const startedMs = performance.now();
  for (let at = 0; at < CAMERAS; at++) {
    const recorder = await recordings.recorder(`cam${at}`, "1", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    for (const unit of new SyntheticCamera({ startMs: Date.UTC(2026, 5, 1) }).seconds(2)) recorder.push(unit);
  }
  await eventually(() => new Set(syncs.mock.contexts).size === CAMERAS, "every file is brought to the disk", 15_000);
  expect(performance.now() - startedMs).toBeLessThan(SOON_MS);
  await recordings.close();
  folder.remove();
}, 30_000);
