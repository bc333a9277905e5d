/** What scripts/scale/day.mjs finds of what is stored: all that was recorded, and what was spoiled since. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openRecordings, temporaryFolder } from "../recording/fixture.ts";
import { SyntheticCamera } from "../recording/synthetic-camera.ts";
import { storedFaults, storedRows } from "./stored.ts";

const START = Date.UTC(2026, 2, 29, 10, 0, 0);
const { dir: recordingsDir, remove } = temporaryFolder();
afterAll(remove);

it("finds nothing in what is whole, and each kind of damage", async () => {
  const place = { recordingsDir };
  const recordings = await openRecordings(recordingsDir);
  const recorder = await recordings.recorder("cam", "camera", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of new SyntheticCamera({ startMs: START }).seconds(200)) recorder.push(unit);
  await recordings.flush();
  await recordings.close();

  const rows = await storedRows(place);
  expect(rows.reduce((sum, { frames }) => sum + frames, 0)).toBe(200 * 15);
  expect(await storedFaults(place)).toEqual({ files: rows.length, faults: [] });

  const [first, second] = rows.map(({ file }) => join(recordingsDir, file));
  const whole = readFileSync(first ?? "");
  const spoiled = Buffer.from(whole);
  spoiled.writeUInt8(spoiled.readUInt8(spoiled.length - 1) ^ 1, spoiled.length - 1);
  writeFileSync(first ?? "", spoiled);
  expect((await storedFaults(place)).faults).toEqual([`${rows[0]?.file}: another SHA-256`]);
  writeFileSync(first ?? "", whole);
  copyFileSync(second ?? "", join(second ?? "", "../1.mp4"));
  rmSync(second ?? "");
  expect((await storedFaults(place)).faults).toEqual(
    expect.arrayContaining(["1 files had no row", "1 rows had no file"]),
  );
});
