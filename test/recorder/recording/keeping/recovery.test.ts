import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { INDEX_FILE, openSqliteIndex } from "#recorder/recording/index/sqlite-index.ts";
import { recoverOpenSegments } from "#recorder/recording/keeping/recovery.ts";
import { foldersOf } from "#recorder/recording/segments/segment-places.ts";
import { scanSegment } from "#recorder/recording/segments/segment-scan.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { all, openRecordings, temporaryFolder, videosOf } from "#test/recorder/recording/fixture.ts";
import { frameNumber, SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";

const START = Date.UTC(2026, 5, 1, 12, 0, 10);

describe("recovery", () => {
  let folder: { dir: string; remove: () => void };
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  /** One file of `seconds`, closed, in the state in which `recordings` left it. */
  async function recordFile(seconds: number, streamId = "cam"): Promise<{ file: string; frames: number }> {
    const recordings = await openRecordings(folder.dir);
    const recorder = await recordings.recorder(streamId, "1", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    const units = new SyntheticCamera({ startMs: START }).seconds(seconds);
    for (const unit of units) recorder.push(unit);
    await recordings.stop(streamId);
    const [row] = await recordings.index.segmentsBetween(streamId, 0, START * 2);
    await recordings.close();
    return { file: row?.file ?? "", frames: units.length };
  }

  it("finds the last whole fragment wherever a file was cut", async () => {
    const { file } = await recordFile(5);
    const path = join(folder.dir, file);
    const whole = readFileSync(path);
    const handle = await open(path);
    const scan = await scanSegment(handle);
    await handle.close();
    expect(scan.goodBytes).toBe(whole.length);
    const [first, second] = scan.fragments;
    if (!first || !second) throw new Error("too few fragments");
    // Every byte of the second fragment's header and the edges of all parts; every 97th byte of the rest.
    const cuts = new Set<number>();
    for (let at = 0; at <= whole.length; at += 97) cuts.add(at);
    for (let at = second.offset - 2; at <= second.offset + second.headerBytes + 6; at++) cuts.add(at);
    for (const { offset, bytes, headerBytes } of scan.fragments)
      for (const edge of [offset, offset + headerBytes, offset + bytes])
        for (const by of [-1, 0, 1]) cuts.add(edge + by);
    const cutPath = join(folder.dir, "cut.mp4");
    for (const at of cuts) {
      if (at < 0 || at > whole.length) continue;
      writeFileSync(cutPath, whole.subarray(0, at));
      const cut = await open(cutPath);
      const found = await scanSegment(cut);
      await cut.close();
      const expected = scan.fragments.filter((entry) => entry.offset + entry.bytes <= at);
      expect(found.fragments).toEqual(at < first.offset ? [] : expected);
    }
  });

  it("stops at zeros and rubbish instead of believing them", async () => {
    const { file } = await recordFile(5);
    const path = join(folder.dir, file);
    const whole = readFileSync(path);
    const good = await open(path).then(async (handle) => {
      const scan = await scanSegment(handle);
      await handle.close();
      return scan;
    });
    const third = good.fragments[2];
    if (!third) throw new Error("too few fragments");
    for (const fill of [0x00, 0xff, 0x61]) {
      const broken = Buffer.from(whole);
      broken.fill(fill, third.offset);
      writeFileSync(path, broken);
      const handle = await open(path);
      const scan = await scanSegment(handle);
      await handle.close();
      expect(scan.goodBytes).toBe(third.offset);
      expect(scan.fragments).toHaveLength(2);
    }
  });

  it("goes on with a scan where the last one ended", async () => {
    const { file } = await recordFile(8);
    const path = join(folder.dir, file);
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length >> 1));
    const handle = await open(path, "r+");
    const half = await scanSegment(handle);
    writeFileSync(path, whole);
    const full = await scanSegment(handle, half);
    const fresh = await scanSegment(handle);
    await handle.close();
    expect(full.fragments).toEqual(fresh.fragments);
    expect(full.fragments.length).toBeGreaterThan(half.fragments.length);
  });

  it("closes open rows after their files, drops rows without anything, and is quick", async () => {
    const { file } = await recordFile(20);
    const source = join(folder.dir, file);
    const index = await openSqliteIndex(folder.dir);
    const name = (n: number): string => `torn${n}/2026-06-01/12/${START}.mp4`;
    for (let n = 0; n < 16; n++) {
      const path = join(folder.dir, name(n));
      mkdirSync(dirname(path), { recursive: true });
      copyFileSync(source, path);
      truncateSync(path, statSync(path).size - 1 - n * 37);
      await index.createSegment({ streamId: `torn${n}`, startMs: START, file: name(n) });
    }
    await index.createSegment({ streamId: "gone", startMs: START, file: "gone/2026-06-01/12/1.mp4" });
    const empty = "empty/2026-06-01/12/1.mp4";
    mkdirSync(dirname(join(folder.dir, empty)), { recursive: true });
    writeFileSync(join(folder.dir, empty), "");
    await index.createSegment({ streamId: "empty", startMs: START, file: empty });
    const beganAt = performance.now();
    const report = await recoverOpenSegments(foldersOf({ recordingsDir: folder.dir }), index);
    expect(performance.now() - beganAt).toBeLessThan(2000);
    expect(report).toMatchObject({ repaired: 16, dropped: 2 });
    expect(report.truncatedBytes).toBeGreaterThan(0);
    expect(existsSync(join(folder.dir, empty))).toBe(false);
    expect(await index.openSegments()).toEqual([]);
    for (let n = 0; n < 16; n++) {
      const [row] = await index.segmentsBetween(`torn${n}`, 0, START * 2);
      expect(row?.bytes).toBe(statSync(join(folder.dir, name(n))).size);
      expect(row?.startMs).toBe(START);
      // a fragment lasts at most 0.6 s, plus one frame
      expect(row?.endMs).toBeGreaterThan(START + 20_000 - 900);
    }
    await index.close();
  });

  it("an open file that cannot be read keeps nothing else from being recorded", async () => {
    const { file } = await recordFile(5);
    const index = await openSqliteIndex(folder.dir);
    const [other, bad] = ["other/2026-06-01/12/1.mp4", "bad/2026-06-01/12/1.mp4"];
    mkdirSync(dirname(join(folder.dir, other)), { recursive: true });
    copyFileSync(join(folder.dir, file), join(folder.dir, other));
    // A folder in its place: no user can open it as a file.
    mkdirSync(join(folder.dir, bad), { recursive: true });
    for (const [streamId, name] of [
      ["bad", bad],
      ["other", other],
    ] as const)
      await index.createSegment({ streamId, startMs: START, file: name });
    await index.close();
    const said: string[] = [];
    const recordings = await openRecordings(folder.dir, { onLog: (level) => said.push(level) });
    expect(recordings.recovered).toMatchObject({ repaired: 1, unreadable: 1 });
    expect(said).toContain("error");
    expect(await recordings.index.archives("other", 0, START * 2)).toHaveLength(1);
    await recordings.reconciled;
    await recordings.close();
  });

  it("a lost row of a file that cannot be read keeps no other from coming back", async () => {
    const { file } = await recordFile(5);
    mkdirSync(join(folder.dir, file.replace(/[^/]*$/, "1.mp4")));
    for (const tail of ["", "-wal", "-shm"]) rmSync(join(folder.dir, INDEX_FILE + tail), { force: true });
    const recordings = await openRecordings(folder.dir);
    await recordings.reconciled;
    expect(await recordings.index.archives("cam", 0, START * 2)).toHaveLength(1);
    await recordings.close();
  });

  it("rebuilds a lost or damaged index from the files alone", async () => {
    await recordFile(90, "a");
    const { frames } = await recordFile(30, "b/c");
    for (const damage of ["lost", "damaged"] as const) {
      const db = join(folder.dir, INDEX_FILE);
      if (damage === "lost") for (const tail of ["", "-wal", "-shm"]) rmSync(db + tail, { force: true });
      else {
        for (const tail of ["-wal", "-shm"]) rmSync(db + tail, { force: true });
        writeFileSync(db, "this is not a database at all, it only has its name".repeat(100));
      }
      const recordings = await openRecordings(folder.dir);
      await recordings.reconciled;
      const usage = await recordings.index.usage();
      expect(usage.map((stream) => stream.streamId).sort()).toEqual(["a", "b/c"]);
      expect(await recordings.index.archives("a", 0, START * 2)).toHaveLength(1);
      const items = videosOf(await all(recordings.reader.samples("b/c", START)));
      expect(items.map((item) => frameNumber(item.data))).toEqual(Array.from({ length: frames }, (_, i) => i));
      await recordings.close();
    }
  });

  it("drops rows whose files are gone, and adopts files without rows", async () => {
    const { file } = await recordFile(20);
    const copy = `other/${file.split("/").slice(1).join("/")}`;
    mkdirSync(dirname(join(folder.dir, copy)), { recursive: true });
    copyFileSync(join(folder.dir, file), join(folder.dir, copy));
    rmSync(join(folder.dir, "cam"), { recursive: true });
    const recordings = await openRecordings(folder.dir);
    await recordings.reconciled;
    expect(await recordings.index.segmentsBetween("cam", 0, START * 2)).toEqual([]);
    expect(videosOf(await all(recordings.reader.samples("other", START)))).toHaveLength(300);
    const usage = new Map((await recordings.index.usage()).map((stream) => [stream.streamId, stream]));
    expect(usage.get("cam")).toMatchObject({ bytes: 0, segments: 0 });
    expect(usage.get("other")?.recordedMs).toBeCloseTo(20_000, -1);
    await recordings.close();
  });
});
