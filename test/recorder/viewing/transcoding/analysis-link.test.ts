import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MessageReader, type ToAnalysis } from "#recorder/analysis/wire.ts";
import type { AnalysisFeed } from "#recorder/viewing/transcoding/analysis.ts";
import { AnalysisLink } from "#recorder/viewing/transcoding/analysis-link.ts";
import { eventually } from "#test/support/eventually.ts";

const WATCHED = { output: "jpeg", heightPx: 90, framesPerSecond: 0, bitsPerSecond: 0 } as const;
let dir = "";
let link: AnalysisLink;
let analysis: Socket;
let reads: number;
let heard: ToAnalysis[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "link-"));
  link = new AnalysisLink(join(dir, "frames"));
  await link.listen();
  [reads, heard] = [0, []];
  const reader = new MessageReader<ToAnalysis>((head) => heard.push(head));
  analysis = connect(join(dir, "frames"));
  analysis.on("data", (chunk) => {
    reads += 1;
    reader.push(chunk);
  });
  await eventually(() => link.connected, "connects");
});
afterEach(async () => {
  analysis.destroy();
  await link.close();
  rmSync(dir, { recursive: true, force: true });
});

const nothing = (): void => undefined;
const openMotion = (feed: AnalysisFeed): void => {
  feed.motion({ objectSize: 1, keyFramesOnly: false }, null, { started: nothing, stopped: nothing, lost: nothing });
};
const openFeed = (): AnalysisFeed =>
  link.openFeed({ codec: "h264", reorders: false, live: true, load: () => 640 * 360 * 15 });
const unit = (feed: AnalysisFeed, wallMs: number): void => feed.unit([Buffer.alloc(1000)], true, wallMs, false);
const units = (): number[] => heard.flatMap((one) => (one.t === "unit" ? one.wallMs : []));

it("frames in which only motion is looked for go out together, in the order in which they came", async () => {
  const feeds = Array.from({ length: 12 }, openFeed);
  for (const feed of feeds) openMotion(feed);
  await eventually(() => heard.length === 24, "the orders");
  const before = reads;
  for (const [at, feed] of feeds.entries()) {
    unit(feed, at);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(units()).toEqual([]);
  await eventually(() => units().length === 12, "the frames");
  expect(units()).toEqual(feeds.map((_, at) => at));
  expect(reads - before).toBeLessThanOrEqual(2);
});

it("what somebody watches goes out at once, behind what came before it", async () => {
  const [unseen, seen] = [openFeed(), openFeed()];
  openMotion(unseen);
  const unwatch = seen.transcode(WATCHED, { picture: nothing });
  await eventually(() => heard.length === 4, "the orders");
  // No pause passes any more: what arrives has not waited.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  unit(unseen, 1);
  unit(seen, 2);
  while (units().length < 2) await new Promise((resolve) => setImmediate(resolve));
  vi.useRealTimers();
  expect(units()).toEqual([1, 2]);
  unwatch();
  unit(seen, 3);
  seen.close();
  await eventually(() => heard.at(-1)?.t === "feed-close", "closed");
  // The frame that still waited came before the feed's end.
  expect(heard.slice(-2).map(({ t }) => t)).toEqual(["unit", "feed-close"]);
});
