import { afterEach, expect, test } from "vitest";
import { damagedRows, layoutTimeline, motionRows } from "#stage/timeline/timeline-layout.ts";
import { laneData, timelineView } from "../support/timeline-views.ts";
import { stageView } from "../support/views.ts";
import { makeWall, type TestWall } from "../support/wall.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** A time whose ticks are on whole pixels of the windows below. */
const BASE = 1_750_000_000_000 - (1_750_000_000_000 % DAY);
const HEIGHT = 72;

let wall: TestWall | null = null;
afterEach(() => {
  wall?.dispose();
  wall = null;
});

type Pixel = readonly [number, number, number];
/** Colours along a row of the canvas. */
function row(of: TestWall, y: number, widthPx: number): Pixel[] {
  const pixels = of.read({ x: 0, y, width: widthPx, height: 1 });
  return Array.from({ length: widthPx }, (_, x) => [
    pixels[x * 4] ?? 0,
    pixels[x * 4 + 1] ?? 0,
    pixels[x * 4 + 2] ?? 0,
  ]);
}
/** The middle row of the recorded part and of the motion part of the first lane. */
function laneRowsOf(widthPx: number, heightPx: number, ratio: number): { recorded: number; motion: number } {
  const lane = layoutTimeline({ x: 0, y: 0, width: widthPx, height: heightPx }, 1, ratio).lanes[0];
  if (!lane) throw new Error("no lane");
  const motion = motionRows(lane);
  return {
    recorded: Math.floor((lane.topPx + motion.topPx) / 2),
    motion: Math.floor((motion.topPx + motion.bottomPx) / 2),
  };
}
const isRecorded = ([red, green]: Pixel): boolean => green > 120 && red < 120;
const isMotion = ([red, green]: Pixel): boolean => red > 120 && green < 120;
/**
 * The number of bytes in which two pictures differ. A matcher's own diff of this many numbers would block the page for
 * minutes.
 */
const differing = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((sum, value, index) => sum + (value === b[index] ? 0 : 1), Math.abs(a.length - b.length));
const runs = (pixels: readonly Pixel[], is: (pixel: Pixel) => boolean): [number, number][] => {
  const found: [number, number][] = [];
  for (const [x, pixel] of pixels.entries()) {
    const last = found.at(-1);
    if (!is(pixel)) continue;
    if (last && last[1] === x) last[1] = x + 1;
    else found.push([x, x + 1]);
  }
  return found;
};

for (const ratio of [1, 1.5, 2]) {
  for (const [name, durationMs] of [
    ["10 minutes", 10 * MINUTE],
    ["12 hours", 12 * HOUR],
    ["30 days", 30 * DAY],
  ] as const) {
    test(`recorded spans and gaps stand on their pixels: ${name} at ${ratio}x`, async () => {
      const width = 600 * ratio;
      const height = HEIGHT * ratio;
      wall = await makeWall(stageView(width, height, [], { devicePixelRatio: ratio }));
      const msPerPx = durationMs / width;
      const at = (x: number): number => BASE + x * msPerPx;
      wall.stage.setTimelineLane(
        "a",
        laneData([
          [at(30), at(90)],
          [at(93), at(200)],
          [at(300), at(301)],
        ]),
      );
      wall.stage.applyTimeline(timelineView(width, height, BASE, durationMs, { devicePixelRatio: ratio }));
      await wall.stage.whenIdle();
      const { recorded } = laneRowsOf(width, height, ratio);
      const pixels = row(wall, recorded, width);
      // Tick lines cover the lanes and dim a pixel, so runs are checked at their ends.
      expect(isRecorded(pixels[29] ?? [0, 0, 0])).toBe(false);
      expect(isRecorded(pixels[31] ?? [0, 0, 0])).toBe(true);
      expect(isRecorded(pixels[88] ?? [0, 0, 0])).toBe(true);
      expect(isRecorded(pixels[91] ?? [0, 0, 0])).toBe(false);
      expect(isRecorded(pixels[94] ?? [0, 0, 0])).toBe(true);
      expect(isRecorded(pixels[198] ?? [0, 0, 0])).toBe(true);
      expect(isRecorded(pixels[201] ?? [0, 0, 0])).toBe(false);
      expect(runs(pixels, isRecorded).some(([from, to]) => from <= 300 && to >= 301 && to - from <= 2)).toBe(true);
    });
  }
}

test("a motion event of two seconds is one bright pixel at 30 days", async () => {
  wall = await makeWall(stageView(600, HEIGHT, []));
  const msPerPx = (30 * DAY) / 600;
  const event = BASE + 217 * msPerPx + 1000;
  wall.stage.setTimelineLane("a", laneData([], [[event, event + 2000]]));
  wall.stage.applyTimeline(timelineView(600, HEIGHT, BASE, 30 * DAY));
  await wall.stage.whenIdle();
  const found = runs(row(wall, laneRowsOf(600, HEIGHT, 1).motion, 600), isMotion);
  expect(found).toEqual([[217, 218]]);
});

test("a damaged minute of a month is marked at the upper edge of what is recorded", async () => {
  wall = await makeWall(stageView(600, HEIGHT, []));
  const damage = BASE + 217 * ((30 * DAY) / 600) + 1000;
  const damaged = laneData([[damage, damage + MINUTE]]).recorded;
  wall.stage.setTimelineLane("a", { ...laneData([[BASE, BASE + 30 * DAY]]), damaged });
  wall.stage.applyTimeline(timelineView(600, HEIGHT, BASE, 30 * DAY));
  await wall.stage.whenIdle();
  const lane = layoutTimeline({ x: 0, y: 0, width: 600, height: HEIGHT }, 1, 1).lanes[0]!;
  const marked = damagedRows(lane);
  const [upper, below] = [row(wall, marked.topPx + 1, 600), row(wall, marked.bottomPx + 1, 600)];
  expect([216, 217, 218].map((x) => isRecorded(upper[x]!))).toEqual([true, false, true]);
  expect([216, 217, 218].map((x) => isRecorded(below[x]!))).toEqual([true, true, true]);
});

test("single events survive among a hundred thousand, in the column that holds them", async () => {
  wall = await makeWall(stageView(600, HEIGHT, []));
  const msPerPx = (30 * DAY) / 600;
  // Dense on the left half, one lonely event on the right.
  const dense = Array.from({ length: 100_000 }, (_, index) => {
    const start = BASE + index * ((15 * DAY) / 100_000);
    return [start, start + 3000] as const;
  });
  const lonely = BASE + 450 * msPerPx + 500;
  wall.stage.setTimelineLane("a", laneData([], [...dense, [lonely, lonely + 2000]]));
  wall.stage.applyTimeline(timelineView(600, HEIGHT, BASE, 30 * DAY));
  await wall.stage.whenIdle();
  const found = runs(row(wall, laneRowsOf(600, HEIGHT, 1).motion, 600), isMotion);
  const told = JSON.stringify(found);
  expect(
    found.some(([from, to]) => from <= 450 && to > 450 && to - from <= 2),
    told,
  ).toBe(true);
  expect(
    found.some(([from]) => from < 300),
    told,
  ).toBe(true);
  expect(found.filter(([from]) => from > 302 && from !== 450 && from !== 449)).toEqual([]);
});

test("what was not asked for is not drawn as a gap", async () => {
  wall = await makeWall(stageView(600, HEIGHT, []));
  const half = BASE + 6 * HOUR;
  wall.stage.setTimelineLane("a", laneData([], [], [[BASE, half]]));
  wall.stage.applyTimeline(timelineView(600, HEIGHT, BASE, 12 * HOUR));
  await wall.stage.whenIdle();
  const pixels = row(wall, laneRowsOf(600, HEIGHT, 1).recorded, 600);
  expect(pixels[120]?.[2]).toBe(0x40);
  expect(pixels[420]?.[2]).toBe(0);
});

test("panning fills no buffer again; a big zoom does", async () => {
  wall = await makeWall(stageView(600, HEIGHT, []));
  const spans = Array.from({ length: 1000 }, (_, index) => {
    const start = BASE + index * 10 * MINUTE;
    return [start, start + 5 * MINUTE] as const;
  });
  wall.stage.setTimelineLane("a", laneData(spans));
  wall.stage.applyTimeline(timelineView(600, HEIGHT, BASE + DAY, DAY));
  await wall.stage.whenIdle();
  const before = wall.stage.timeline.uploads.spans;
  for (let step = 1; step <= 20; step++) {
    wall.stage.applyTimeline(timelineView(600, HEIGHT, BASE + DAY + step * 20 * MINUTE, DAY));
    await wall.stage.whenIdle();
  }
  expect(wall.stage.timeline.uploads.spans).toBe(before);
  wall.stage.applyTimeline(timelineView(600, HEIGHT, BASE + DAY, 10 * MINUTE));
  await wall.stage.whenIdle();
  expect(wall.stage.timeline.uploads.spans).toBe(before + 1);
});

test("after a lost context the timeline comes back equal", async () => {
  wall = await makeWall(stageView(600, HEIGHT, []));
  wall.stage.setTimelineLane("a", laneData([[BASE + HOUR, BASE + 3 * HOUR]], [[BASE + 2 * HOUR, BASE + 2.5 * HOUR]]));
  wall.stage.applyTimeline(timelineView(600, HEIGHT, BASE, 12 * HOUR, { lanes: [{ id: "a" }] }));
  await wall.stage.whenIdle();
  const before = wall.read();
  const from = wall.messages.length;
  wall.stage.loseContext();
  await wall.message((message) => message.type === "context" && message.state === "restored", from);
  await wall.stage.whenIdle();
  expect(differing(wall.read(), before)).toBe(0);
});

test("taken off, its place is the background again", async () => {
  wall = await makeWall(stageView(200, HEIGHT, []));
  // The wall's first picture appears with the next display frame.
  await wall.stage.whenIdle();
  const empty = wall.read();
  wall.stage.applyTimeline(timelineView(200, HEIGHT, BASE, HOUR));
  await wall.stage.whenIdle();
  expect(differing(wall.read(), empty)).toBeGreaterThan(0);
  wall.stage.applyTimeline(null);
  await wall.stage.whenIdle();
  expect(differing(wall.read(), empty)).toBe(0);
});

test("locks lie over what they keep, bookmarks stand at their time, on the lane they are of", async () => {
  wall = await makeWall(stageView(600, HEIGHT, []));
  const at = (x: number): number => BASE + x * ((12 * HOUR) / 600);
  const mark = (kind: "lock" | "bookmark", from: number, to: number, laneId: string | null) => ({
    kind,
    startMs: at(from),
    stopMs: at(to),
    laneId,
    text: "",
  });
  const view = timelineView(600, HEIGHT, BASE, 12 * HOUR, {
    lanes: [{ id: "a" }, { id: "b" }],
    marks: [mark("lock", 100, 200, "a"), mark("bookmark", 300, 300, "b"), mark("lock", 400, 450, null)],
  });
  wall.stage.applyTimeline(view);
  await wall.stage.whenIdle();
  const { lanes } = layoutTimeline({ x: 0, y: 0, width: 600, height: HEIGHT }, 2, 1);
  const topOf = (index: number): Pixel[] => row(wall as TestWall, lanes[index]?.topPx ?? 0, 600);
  const isLock = ([red, green]: Pixel): boolean => red > 200 && green > 90 && green < 160;
  const isBookmark = ([red, green, blue]: Pixel): boolean => red > 200 && green > 200 && blue > 200;
  expect([isLock(topOf(0)[150] as Pixel), isLock(topOf(1)[150] as Pixel)]).toEqual([true, false]);
  expect([isLock(topOf(0)[99] as Pixel), isLock(topOf(0)[201] as Pixel)]).toEqual([false, false]);
  expect([isBookmark(topOf(0)[301] as Pixel), isBookmark(topOf(1)[301] as Pixel)]).toEqual([false, true]);
  const body = row(wall, (lanes[0]?.topPx ?? 0) + 1, 600);
  expect(body[425]?.[0]).toBeGreaterThan(0);
});

test("a pointer that rests stays where it is while time passes under it, beside the day at the left edge", async () => {
  wall = await makeWall(stageView(600, HEIGHT, []));
  const view = timelineView(600, HEIGHT, BASE, HOUR, {});
  const shows = async (startMs: number, hoverShare: number | null): Promise<Pixel[]> => {
    wall?.stage.applyTimeline({ ...view, window: { startMs, stopMs: startMs + HOUR }, hoverShare });
    await wall?.stage.whenIdle();
    return row(wall as TestWall, HEIGHT - 2, 600);
  };
  // The line at the pointer: the difference from the same picture without it.
  for (const startMs of [BASE, BASE + HOUR / 7]) {
    const without = await shows(startMs, null);
    const withIt = await shows(startMs, 0.25);
    const at = withIt.flatMap((pixel, x) => (String(pixel) === String(without[x]) ? [] : [x]));
    expect(at).toEqual([150]);
  }
  const day = { x: 8, y: 0, width: 60, height: 15 };
  await shows(BASE, null);
  const before = wall.read(day);
  await shows(BASE, 0.02);
  // Except for the line itself, four bytes per pixel.
  expect(differing(wall.read(day), before)).toBeLessThanOrEqual(4 * 15);
});

test("the time under the pointer leaves the playhead's time to be read", async () => {
  wall = await makeWall(stageView(600, HEIGHT, []));
  const view = timelineView(600, HEIGHT, BASE, HOUR, { playhead: { timeMs: BASE + HOUR / 2, atMs: 0, rate: 0 } });
  const plate = { x: 275, y: 0, width: 50, height: 15 };
  wall.stage.applyTimeline(view);
  await wall.stage.whenIdle();
  const before = wall.read(plate);
  for (const x of [297, 306, 320]) {
    wall.stage.applyTimeline({ ...view, hoverShare: x / 600 });
    await wall.stage.whenIdle();
    expect(differing(wall.read(plate), before)).toBe(0);
  }
});
