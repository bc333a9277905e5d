import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { array, assert, integer, property } from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeMessage, MessageReader, type ToAnalysis } from "#recorder/analysis/wire.ts";
import type { AnalysisFeed } from "#recorder/viewing/transcoding/analysis.ts";
import { AnalysisWorkers, placeFor } from "#recorder/viewing/transcoding/analysis-workers.ts";
import { eventually } from "#test/support/eventually.ts";

describe("where something new goes", () => {
  const at = (connected: boolean, load: number) => ({ connected, load });
  it.each([
    ["the only one", [at(true, 9)], 0],
    ["the first of equals", [at(true, 1), at(true, 1)], 0],
    ["the one with the least to decode", [at(true, 3), at(true, 1), at(true, 2)], 1],
    ["one that is there, whatever it has to decode", [at(false, 0), at(true, 9)], 1],
    ["the least loaded where none is there yet", [at(false, 2), at(false, 1)], 1],
  ])("%s", (_name, workers, place) => {
    expect(workers.indexOf(placeFor(workers))).toBe(place);
  });

  it("keeps the loads within one stream of each other, whatever the streams are", () => {
    assert(
      property(array(integer({ min: 1, max: 100 })), integer({ min: 1, max: 8 }), (streams, count) => {
        const workers = Array.from({ length: count }, () => ({ connected: true, load: 0 }));
        for (const stream of streams) placeFor(workers).load += stream;
        const loads = workers.map(({ load }) => load);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(Math.max(0, ...streams));
      }),
    );
  });
});

/** The other end of a socket: a process that notes its orders. */
class FakeProcess {
  readonly heard: ToAnalysis[] = [];
  readonly socket: Socket;

  constructor(path: string) {
    const reader = new MessageReader<ToAnalysis>((head) => this.heard.push(head));
    this.socket = connect(path);
    this.socket.on("data", (chunk) => reader.push(chunk));
  }

  count(kind: ToAnalysis["t"]): number {
    return this.heard.filter(({ t }) => t === kind).length;
  }
}

describe("two processes", () => {
  let dir = "";
  let workers: AnalysisWorkers;
  let [one, two]: FakeProcess[] = [];
  const paths = () => [join(dir, "one"), join(dir, "two")];
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "workers-"));
    workers = new AnalysisWorkers(paths());
    await workers.listen();
    let there = 0;
    workers.onConnection((connected) => (there += connected ? 1 : -1));
    [one, two] = paths().map((path) => new FakeProcess(path));
    await eventually(() => there === 2, "both connect");
  });
  afterEach(async () => {
    for (const process of [one, two]) process?.socket.destroy();
    await workers.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const openFeed = (load = 1): AnalysisFeed =>
    workers.openFeed({ codec: "h264", reorders: false, live: true, load: () => load });
  /** What was said of a stream's motion. */
  const watch = (feed: AnalysisFeed): string[] => {
    const said: string[] = [];
    feed.motion({ objectSize: 1, keyFramesOnly: false }, null, {
      started: () => said.push("started"),
      stopped: () => said.push("stopped"),
      lost: () => said.push("lost"),
    });
    return said;
  };

  it("divide the streams by what they cost, and the jobs of a stream are where it is decoded", async () => {
    const large = openFeed(10);
    const small = [openFeed(4), openFeed(4)];
    for (const feed of [large, ...small]) watch(feed);
    await eventually(() => one?.count("motion") === 1 && two?.count("motion") === 2, "all jobs");
    expect([one?.count("feed"), two?.count("feed")]).toEqual([1, 2]);
  });

  it("lose only their own: of a process that dies the streams wait for the next one, the others go on", async () => {
    const said = [watch(openFeed()), watch(openFeed())];
    await eventually(() => one?.count("motion") === 1 && two?.count("motion") === 1, "both jobs");
    const job = two?.heard.find((head) => head.t === "motion")?.job ?? 0;
    one?.socket.destroy();
    await eventually(() => said[0]?.length === 1, "the end is noticed");
    two?.socket.write(encodeMessage({ t: "motion-started", job, startMs: 1 }));
    await eventually(() => said[1]?.length === 1, "motion of the other");
    expect(said).toEqual([["lost"], ["started"]]);
    expect(workers.connected).toBe(true);
    const next = new FakeProcess(paths()[0] ?? "");
    await eventually(() => next.count("motion") === 1, "the stream is ordered again");
    expect([next.count("feed"), two?.count("feed")]).toEqual([1, 1]);
    next.socket.destroy();
  });

  it("answer with pictures as long as one of them is there", async () => {
    one?.socket.destroy();
    await eventually(() => {
      void workers.picture("mjpeg", false, [[Buffer.from("x")]], 0, 0, { masks: [] });
      return (two?.count("picture") ?? 0) > 0;
    }, "the other is asked");
    two?.socket.destroy();
    await eventually(() => !workers.connected, "none is there");
    expect(await workers.picture("mjpeg", false, [], 0, 0, { masks: [] })).toMatchObject({
      ok: false,
      error: { code: "analysis/off" },
    });
  });
});
