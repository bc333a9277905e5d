import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { decodeFragments } from "#recorder/recording/index/fragment-index.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { restMs } from "#recorder/recording/volumes/scrub-pace.ts";
import { Scrubber } from "#recorder/recording/volumes/scrubber.ts";
import { openRecordings, temporaryFolder } from "#test/recorder/recording/fixture.ts";
import { SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";

const START = Date.UTC(2026, 5, 1, 12, 0, 0);
const DAY_MS = 86_400_000;
/** Reading rests between files, and the machine may be busy. */
const LATE = { timeout: 20_000 };
let folder: { dir: string; remove: () => void };
let nowMs: number;
let told: number[];
let one: Recordings | null;
beforeEach(() => {
  folder = temporaryFolder();
  [nowMs, told, one] = [START + DAY_MS, [], null];
});
afterEach(async () => {
  await one?.close();
  folder.remove();
});

/** Its own scrub begins some time after the start: nothing is due before. */
async function open(scrubAfterMs = DAY_MS): Promise<Recordings> {
  await one?.close();
  one = await openRecordings(folder.dir, {
    segmentMs: 2000,
    now: () => nowMs,
    onDamage: (count) => void told.push(count),
    scrubAfterMs,
  });
  await one.reconciled;
  return one;
}
async function record(seconds: number): Promise<Recordings> {
  const at = await open();
  const recorder = await at.recorder("s1", "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of new SyntheticCamera({ startMs: START, frameBytes: 3000 }).seconds(seconds)) recorder.push(unit);
  await at.stop("s1");
  return at;
}
/** What is due now. */
const scrub = ({ index, volumes }: Recordings): Promise<void> =>
  new Scrubber({
    index,
    volumes,
    now: () => nowMs,
    onDamage: (count) => void told.push(count),
    onLog: () => undefined,
  }).pass();
async function pass(at: Recordings): Promise<Recordings> {
  nowMs += 31 * DAY_MS;
  await scrub(at);
  return at;
}
const files = (): string[] =>
  readdirSync(folder.dir, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".mp4"))
    .toSorted();
const damages = async (at: Recordings) =>
  (await at.index.damaged(100)).files
    .toSorted((a, b) => a.startMs - b.startMs)
    .map(({ file, damage }) => [file, damage]);

function spoil(file: string): Buffer {
  const path = join(folder.dir, file);
  const whole = readFileSync(path);
  const bad = Buffer.from(whole);
  const middle = Math.floor(bad.length / 2);
  bad.writeUInt8((bad.readUInt8(middle) + 1) % 256, middle);
  writeFileSync(path, bad);
  return whole;
}

describe("the scrub", () => {
  it("reads all files at once when somebody asks, from the first one on, and says when it is over", async () => {
    const at = await pass(await record(20));
    const path = files()[3]!;
    spoil(path);
    const { index, volumes } = at;
    const checked: [number, number][] = [];
    const scrubber = new Scrubber({
      index,
      volumes,
      now: () => nowMs,
      onDamage: (count) => void told.push(count),
      onChecked: (count, damaged) => void checked.push([count, damaged]),
      onLog: () => undefined,
      firstMs: DAY_MS,
    });
    nowMs += 5 * DAY_MS;
    scrubber.start();
    try {
      await scrubber.now();
      expect(await index.scrubState()).toMatchObject({ beganMs: nowMs, isHurried: true });
      await expect.poll(() => checked, LATE).toEqual([[files().length, 1]]);
      expect(await damages(at)).toEqual([[path, "different"]]);
      expect(told).toEqual([1]);
      expect(await index.scrubState()).toMatchObject({ checked: files().length, beganMs: nowMs, endedMs: nowMs });
      // Once more: it rests until it looks again.
      nowMs += 1000;
      await scrubber.now();
      await expect.poll(() => checked, LATE).toHaveLength(2);
    } finally {
      await scrubber.close();
    }
  });

  it("goes on in haste after a restart with what somebody has asked for", async () => {
    const at = await record(12);
    const [row] = await at.index.allSegments(0, 1);
    const state = { afterId: row?.id ?? 0, beganMs: nowMs - 1000, checked: 1, endedMs: null, isHurried: true as const };
    await at.index.setScrubState(state);
    // Its first check would begin in a day.
    const again = await open();
    await expect
      .poll(() => again.index.scrubState(), LATE)
      .toMatchObject({ checked: files().length, endedMs: nowMs, isHurried: true });
  });

  it("packs the fragment lists of an index of before on its way", async () => {
    const at = await record(8);
    const [first] = await at.index.allSegments(0, 9);
    const [id, startMs] = [first!.id, first!.startMs];
    const packed = await at.index.fragments(id);
    const entries = decodeFragments(startMs, packed!)!;
    // The form of the first release: 28 bytes for each fragment.
    const old = Buffer.alloc(4 + 28 * entries.length);
    old[0] = 1;
    for (const [index, entry] of entries.entries()) {
      const place = 4 + 28 * index;
      const { offset, bytes, headerBytes, keyBytes, videoSamples, audioSamples } = entry;
      const [wallUs, durationUs] = [(entry.wallMs - startMs) * 1000, entry.durationMs * 1000].map(Math.round);
      [wallUs!, durationUs!, offset, bytes, headerBytes, keyBytes].forEach((value, field) =>
        old.writeUInt32LE(value, place + 4 * field),
      );
      old.writeUInt16LE(videoSamples, place + 24);
      old.writeUInt16LE(audioSamples, place + 26);
    }
    const { streamId, endMs, bytes, frames } = first!;
    await at.index.removeSegments([id]);
    const row = { streamId, startMs, endMs, bytes, frames, file: first!.file };
    const again = await at.index.insertClosed(row, old);
    expect(decodeFragments(startMs, (await at.index.fragments(again))!)).toEqual(entries);
    await pass(at);
    const now = (await at.index.fragments(again))!;
    expect(now[0]).not.toBe(1);
    expect(decodeFragments(startMs, now)).toEqual(entries);
    expect(now.length).toBeLessThan(old.length);
  });

  it("knows the digest of each file from its writing, and finds nothing in whole ones", async () => {
    const at = await pass(await record(9));
    const known = await at.index.filesToCheck(0, 100);
    expect(known.length).toBeGreaterThan(3);
    for (const { file, sha256 } of known)
      expect(Buffer.from(sha256 ?? []).toString("hex")).toBe(
        createHash("sha256")
          .update(readFileSync(join(folder.dir, file)))
          .digest("hex"),
      );
    expect(await at.index.scrubState()).toMatchObject({ checked: known.length, beganMs: nowMs, endedMs: nowMs });
    expect([await damages(at), told]).toEqual([[], []]);
  });

  it("says once what is damaged, and takes it back when a whole copy lies in its place", async () => {
    const at = await record(9);
    const [first = "", second = "", third = ""] = files();
    const whole = spoil(first);
    truncateSync(join(folder.dir, second), 500);
    rmSync(join(folder.dir, third));
    expect(await damages(await pass(at))).toEqual([
      [first, "different"],
      [second, "short"],
    ]);
    expect(told).toEqual([2]);
    await pass(at);
    expect(told).toEqual([2]);
    writeFileSync(join(folder.dir, first), whole);
    expect(await damages(await pass(at))).toEqual([[second, "short"]]);
    expect(told).toEqual([2]);
  });

  it("learns the digest of files that were found without one, as after the loss of the index", async () => {
    await record(5);
    await one?.close();
    one = null;
    for (const name of readdirSync(folder.dir)) if (name.startsWith("recordings.db")) rmSync(join(folder.dir, name));
    const at = await open();
    expect((await at.index.filesToCheck(0, 100)).map(({ sha256 }) => sha256)).toEqual(files().map(() => null));
    expect(await damages(await pass(at))).toEqual([]);
    const [first = ""] = files();
    spoil(first);
    expect(await damages(await pass(at))).toEqual([[first, "different"]]);
  });

  it("goes on where an earlier run has ended, and begins none before it is due", async () => {
    const at = await record(9);
    const [first = "", , third = ""] = files();
    for (const file of [first, third]) spoil(file);
    const [row] = await at.index.filesToCheck(0, 1);
    expect(row?.file).toBe(first);
    await at.index.setScrubState({ afterId: row?.id ?? 0, beganMs: nowMs - DAY_MS, checked: 1, endedMs: null });
    await scrub(at);
    expect(await damages(at)).toEqual([[third, "different"]]);
    expect(await at.index.scrubState()).toMatchObject({ checked: files().length, endedMs: nowMs });
    nowMs += 3 * DAY_MS;
    await scrub(at);
    expect((await damages(at)).length).toBe(1);
    nowMs += 30 * DAY_MS;
    await scrub(at);
    expect((await damages(at)).length).toBe(2);
  });

  it("says nothing of files that are missing: they are found by who compares index and disk", async () => {
    const at = await record(5);
    spoil(files()[0] ?? "");
    rmSync(join(folder.dir, "s1"), { recursive: true });
    expect(await damages(await pass(at))).toEqual([]);
    expect(await at.index.scrubState()).toMatchObject({ checked: 0, endedMs: nowMs });
  });

  it("begins by itself some time after the start", async () => {
    await record(5);
    spoil(files()[0] ?? "");
    const at = await open(0);
    await expect.poll(async () => (await at.index.scrubState())?.endedMs, LATE).toBe(nowMs);
    expect((await damages(at)).length).toBe(1);
    expect(told).toEqual([1]);
  });
});

const DAYS = 30 * DAY_MS;
test.each([
  ["usually a twentieth of the time is spent reading", 100, DAYS, 1000, 1900],
  ["more where the pass would not end in time", 100, 1_000_000, 2000, 400],
  ["never more than half", 100, 1000, 2000, 100],
  ["the same when the time is over", 100, -5, 2000, 100],
  ["a short rest after the smallest file", 0.1, DAYS, 5, 10],
  ["and after the last one", 100, DAYS, 0, 1900],
])("rests: %s", (_, tookMs, leftMs, leftFiles, rest) => {
  expect(restMs({ tookMs, leftMs, leftFiles })).toBe(rest);
});
