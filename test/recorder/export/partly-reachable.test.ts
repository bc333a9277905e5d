import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ExportJob, type ExportResult } from "#recorder/export/export-job.ts";
import type { ExportSpec } from "#recorder/ipc/export-contract.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { foldersOf } from "#recorder/recording/segments/segment-places.ts";
import { SegmentReader } from "#recorder/recording/segments/reading/segment-reader.ts";
import { openRecordings, temporaryFolder } from "../recording/fixture.ts";
import { volume } from "../recording/volumes/volumes-fixture.ts";
import { codedFrames } from "./coded-camera.ts";

const START = Date.UTC(2026, 2, 29, 10, 0, 0);
const SEGMENT_MS = 5000;
const folder = { dir: "", remove: (): void => undefined };
let recordings: Recordings;
beforeEach(async () => {
  Object.assign(folder, temporaryFolder());
  const volumes = [volume("a", join(folder.dir, "a")), volume("b", join(folder.dir, "b"), { role: "keep" })];
  recordings = await openRecordings(join(folder.dir, "data"), { volumes, segmentMs: SEGMENT_MS });
  const yard = await recordings.recorder("yard", "1", "continuous");
  yard.begin({ codec: "h264", audio: null });
  for (const unit of codedFrames({ count: 15 * 20, startMs: START, gopFrames: 15 })) yard.push(unit);
  await recordings.stop("yard");
});
afterEach(async () => {
  await recordings.close();
  folder.remove();
});

/** The third file lies on the volume `b`. */
async function moved(): Promise<{ readonly startMs: number; readonly stopMs: number }> {
  const row = (await recordings.index.segmentsBetween("yard", START, START + 20_000))[2];
  if (!row) throw new Error("three files are expected");
  const to = join(folder.dir, "b", row.file);
  mkdirSync(dirname(to), { recursive: true });
  renameSync(join(folder.dir, "a", row.file), to);
  await recordings.index.moveSegment(row.id, "a", "b");
  return { startMs: row.startMs, stopMs: row.endMs };
}

/** `names`: the volumes that the export may use. */
async function exported(names: readonly string[], more: Partial<ExportSpec> = {}): Promise<ExportResult> {
  const place = { recordingsDir: "", volumes: names.map((name) => volume(name, join(folder.dir, name))) };
  const reader = new SegmentReader(foldersOf(place), recordings.index, null);
  const spec: ExportSpec = {
    ...place,
    streams: [{ streamId: "yard", cameraName: "Yard" }],
    startMs: START,
    stopMs: START + 20_000,
    format: "mkv",
    outFile: join(folder.dir, "out.mkv"),
    signingKey: null,
    dewarpScript: "",
    recorderName: "Test recorder",
    zone: "UTC",
    ...more,
  };
  const answer = await new ExportJob(spec, reader, () => undefined).run();
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
}

it("an export of which a part cannot be reached says which, in its answer and in the file", async () => {
  const whole = await exported(["a", "b"]);
  expect(whole.notReachable).toEqual([]);
  expect(readFileSync(join(folder.dir, "out.mkv")).includes("not reachable")).toBe(false);
  const part = await moved();
  const answer = await exported(["a"]);
  expect(answer.notReachable).toEqual([{ streamId: "yard", ...part }]);
  const missing = (whole.files[0]?.frames ?? 0) - (answer.files[0]?.frames ?? 0);
  expect(missing).toBe(Math.round(((part.stopMs - part.startMs) / 1000) * 15));
  const iso = (ms: number): string => new Date(Math.round(ms)).toISOString();
  const said = `Test recorder; recorded, not reachable and left out: ${iso(part.startMs)}/${iso(part.stopMs)}`;
  expect(readFileSync(join(folder.dir, "out.mkv")).includes(said)).toBe(true);
  // Where it can be reached nothing is missing.
  expect(await exported(["a", "b"])).toMatchObject({ notReachable: [], files: [{ frames: whole.files[0]?.frames }] });
});

it("only what was asked for counts, and the manifest of a zip names it", async () => {
  const part = await moved();
  const { privateKey } = generateKeyPairSync("ed25519");
  const zip = {
    outFile: join(folder.dir, "out.zip"),
    signingKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    startMs: START + 2000,
    stopMs: part.startMs + 1000,
  };
  const answer = await exported(["a"], zip);
  expect(answer.notReachable).toEqual([{ streamId: "yard", startMs: part.startMs, stopMs: part.startMs + 1000 }]);
  expect(await exported(["a"], { ...zip, stopMs: part.startMs - 1000 })).toMatchObject({ notReachable: [] });
});

it("a file that is not where the index says counts, too", async () => {
  const rows = await recordings.index.segmentsBetween("yard", START, START + 20_000);
  const part = rows[1];
  renameSync(join(folder.dir, "a", part?.file ?? ""), join(folder.dir, "gone"));
  expect((await exported(["a", "b"])).notReachable).toEqual([
    { streamId: "yard", startMs: part?.startMs, stopMs: part?.endMs },
  ]);
});
