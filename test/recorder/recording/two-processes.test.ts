import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { IndexWrite } from "#recorder/ipc/main-contract.ts";
import { writeHanded } from "#recorder/recording/index/one-writer/handed-writes.ts";
import { openSqliteIndex } from "#recorder/recording/index/sqlite-index.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { OwnStreams } from "#recorder/recording/keeping/own-streams.ts";
import type { Recordings, RecordingsOptions } from "#recorder/recording/recordings.ts";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";
import { volume } from "./volumes/volumes-fixture.ts";

const START = Date.UTC(2026, 5, 1, 12, 0, 0);
let above: string;
/** of the process that writes for the second one */
let main: RecordingIndex;
let handed: IndexWrite[];
const open: Recordings[] = [];

beforeEach(async () => {
  above = mkdtempSync(join(tmpdir(), "two-processes-"));
  main = await openSqliteIndex(above);
  handed = [];
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await main.close();
  rmSync(above, { recursive: true, force: true });
});

/** One of two processes, as it begins; the first keeps order, and records `a`, the second `b`. */
async function begin(at: 0 | 1, more: Partial<RecordingsOptions> = {}): Promise<Recordings> {
  const own = new OwnStreams(at);
  own.set(at === 0 ? ["a"] : ["b"], at === 0 ? ["b"] : ["a"]);
  const writeIndex = (write: IndexWrite) => (handed.push(write), writeHanded(main, structuredClone(write)));
  const one = await openRecordings(above, { own, ...(at === 0 ? {} : { writeIndex }), ...more });
  open.push(one);
  return one;
}
async function record(one: Recordings, streamId: string, seconds: number, startMs = START): Promise<void> {
  const recorder = await one.recorder(streamId, "camera", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of new SyntheticCamera({ startMs }).seconds(seconds)) recorder.push(unit);
  await one.flush();
  await one.putEvent({ streamId, startMs: startMs + 1000, stopMs: null, score: 0 });
}
const secondsOf = async (one: Recordings, streamId: string): Promise<number> => {
  const seen = videosOf(await all(one.reader.samples(streamId, 0)));
  return Math.round(seen.reduce((sum, { durationUs }) => sum + durationUs, 0) / 1e6);
};
const openStreams = async (): Promise<string[]> => (await main.openSegments()).map(({ streamId }) => streamId).sort();
const running = async (streamId: string): Promise<boolean> =>
  (await main.events([streamId], 0, START * 2)).some(({ stopMs }) => stopMs === null);

describe("two processes that record into one folder", () => {
  it("each writes its own files, each reads what both have closed, and one of them writes no row itself", async () => {
    const [first, second] = [await begin(0), await begin(1)];
    await record(first, "a", 5);
    await record(second, "b", 5);
    expect(await openStreams()).toEqual(["a", "b"]);
    expect(new Set(handed.map(({ name }) => name))).toEqual(
      new Set(["closeOpenEvents", "claimStream", "createSegment", "progressSegments", "putEvent"]),
    );
    for (const [one, id] of [[first, "a"], [second, "b"]] as const) await one.stop(id); // biome-ignore format: a table
    expect(await Promise.all([first, second].flatMap((one) => ["a", "b"].map((id) => secondsOf(one, id))))).toEqual([
      5, 5, 5, 5,
    ]);
  });

  it("one that begins anew puts right what it has left open, and touches nothing that the other one writes", async () => {
    const [first, second] = [await begin(0), await begin(1)];
    await record(first, "a", 5);
    await record(second, "b", 5);
    // As after kill -9: the other ones go on as if they were there.
    const firstAgain = await begin(0);
    expect(firstAgain.recovered.repaired).toBe(1);
    expect([await openStreams(), await running("a"), await running("b")]).toEqual([["b"], false, true]);
    await firstAgain.reconciled;
    await record(second, "b", 5, START + 5000);
    expect(await openStreams()).toEqual(["b"]);
    const secondAgain = await begin(1);
    expect(secondAgain.recovered.repaired).toBe(1);
    expect([await openStreams(), await running("b")]).toEqual([[], false]);
    expect([await secondsOf(firstAgain, "a"), await secondsOf(firstAgain, "b")]).toEqual([5, 10]);
  });

  it("what nobody records any more is put right by the first", async () => {
    await main.createSegment({ streamId: "gone", startMs: START, file: "gone/2026-06-01/12/1.mp4" });
    const second = await begin(1);
    expect([second.recovered.dropped, await openStreams()]).toEqual([0, ["gone"]]);
    expect([(await begin(0)).recovered.dropped, await openStreams()]).toEqual([1, []]);
  });

  it("only the first removes what is too old", async () => {
    const [first, second] = [await begin(0), await begin(1)];
    await record(first, "a", 5);
    await first.stop("a");
    const policy = { cleaning: true, thresholdPercent: 85, maxBytes: null, maxAgeMs: 1000, streams: [] };
    const [row] = await main.allSegments(0, 1);
    const file = join(above, row?.file ?? "");
    second.setPolicy(policy);
    await second.reconciled;
    expect(existsSync(file)).toBe(true);
    first.setPolicy(policy);
    await expect.poll(() => existsSync(file)).toBe(false);
  });

  it("a new volume is made by the first; the second waits for that", async () => {
    const volumes = [volume("disk", join(above, "disk"))];
    const waiting = begin(1, { volumes });
    const first = await begin(0, { volumes });
    const second = await waiting;
    expect([first, second].map(({ volumes: { readable } }) => readable.map(({ name }) => name))).toEqual([
      ["disk"],
      ["disk"],
    ]);
    await record(second, "b", 5);
    expect(second.diskState.state).toBe("ok");
    expect(handed.map(({ name }) => name)).not.toContain("setVolumeTag");
  });
});

describe("what is handed to the process that writes the index", () => {
  it.each([
    [{ name: "close", args: [] }],
    [{ name: "addLock", args: [{ streamId: null, fromMs: 0, toMs: 1, note: "", createdMs: 0 }] }],
    [{ name: "toString", args: [] }],
  ])("is no other call: %j", async (write) => {
    expect(await writeHanded(main, write)).toEqual({
      failed: { message: `${write.name} is not handed over`, code: "" },
    });
    expect(await main.locks()).toEqual([]);
  });

  it("fails there as it would here: a name that is taken is found out", async () => {
    const row = { streamId: "a", startMs: START, file: "a/1.mp4" };
    const write = { name: "createSegment", args: [row] };
    expect(await writeHanded(main, write)).toEqual({ done: expect.any(Number) });
    expect(await writeHanded(main, write)).toEqual({
      failed: { message: expect.stringMatching(/UNIQUE constraint failed: segment\.file/), code: expect.any(String) },
    });
    const second = await begin(1);
    await expect(second.index.createSegment(row)).rejects.toThrow(/UNIQUE constraint failed: segment\.file/);
  });
});
