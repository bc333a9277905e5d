/** What both painters must show alike, besides the scenes of `golden.browser.test.ts`. */
import { afterEach, describe, expect, test } from "vitest";
import { framesAlive } from "#media/frame-mailbox.ts";
import { noZoom } from "#domain/first-facts.ts";
import type { PainterKind } from "#domain/stage/painter-choice.ts";
import { flatFrame, i420Frame, sceneFrame } from "./support/frames.ts";
import { laneData, timelineView } from "./support/timeline-views.ts";
import { stageView, tileView } from "./support/views.ts";
import { makeWall, type TestWall } from "./support/wall.ts";

const HOUR = 3_600_000;
const BASE = 1_750_032_000_000;
const WIDTH = 640;
const HEIGHT = 96;

const walls: TestWall[] = [];
afterEach(() => {
  for (const wall of walls.splice(0)) wall.dispose();
});

async function wallOf(painter: PainterKind, ...[view]: Parameters<typeof makeWall>): Promise<TestWall> {
  const wall = await makeWall(view, undefined, undefined, painter);
  walls.push(wall);
  return wall;
}

/** The mean difference of two pictures, 0..255, and the share of values that differ by more than 40. */
function difference(a: Uint8Array, b: Uint8Array): { mean: number; far: number } {
  let [sum, far] = [0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const off = Math.abs((a[at] ?? 0) - (b[at] ?? 0));
    sum += off;
    if (off > 40) far += 1;
  }
  return { mean: sum / a.length, far: far / a.length };
}

test("the timeline with lanes, motion, gaps and a range looks alike", async () => {
  const dense = Array.from({ length: 5000 }, (_, at) => [BASE + at * 4000, BASE + at * 4000 + 1500] as const);
  const pictures = [];
  for (const painter of ["webgl2", "canvas2d"] as const) {
    const wall = await wallOf(painter, stageView(WIDTH, HEIGHT, []));
    const lane = laneData(
      [
        [BASE + HOUR / 3, BASE + HOUR],
        [BASE + HOUR * 1.02, BASE + HOUR * 5],
      ],
      dense,
      [[BASE, BASE + 6 * HOUR]],
    );
    wall.stage.setTimelineLane("a", lane);
    wall.stage.applyTimeline(timelineView(WIDTH, HEIGHT, BASE, 6 * HOUR));
    await wall.stage.whenIdle();
    pictures.push(wall.read());
  }
  const [first = new Uint8Array(), second = new Uint8Array()] = pictures;
  const found = difference(first, second);
  // Texts are smoothed a little differently.
  expect(found.mean).toBeLessThan(2);
  expect(found.far).toBeLessThan(0.02);
});

test("frames in tiles that are much smaller look alike: fitted, with bars, zoomed, in the corner of a zoom", async () => {
  const zooms = [
    noZoom,
    noZoom,
    { scale: 1.5, centerX: 0.5, centerY: 0.5 },
    { scale: 1.8, centerX: 0.3, centerY: 0.7 },
  ];
  const sizes = [
    [160, 90],
    [140, 120],
    [101, 57],
    [97, 113],
  ] as const;
  const tiles = sizes.map(([width, height], at) =>
    tileView(`t${at}`, { x: at * 160, y: 0, width, height }, { zoom: zooms[at] ?? noZoom }),
  );
  const coloured = (x: number, y: number) => ({ y: 40 + ((x + 2 * y) % 150), u: 90 + (x >> 3), v: 170 - (y >> 2) });
  const pictures = [];
  for (const painter of ["webgl2", "canvas2d"] as const) {
    const wall = await wallOf(painter, stageView(WIDTH, 120, tiles));
    for (const { id } of tiles) wall.source(id).put(i420Frame(640, 360, coloured));
    await wall.stage.whenIdle();
    pictures.push(wall.read());
  }
  const [first = new Uint8Array(), second = new Uint8Array()] = pictures;
  const found = difference(first, second);
  expect(found.mean).toBeLessThan(2);
  expect(found.far).toBeLessThan(0.01);
});

describe.each(["webgl2", "canvas2d"] as const)("%s", (painter) => {
  test("a picture that is paused, kept as planes, becomes the frame itself when its snapshot is taken", async () => {
    const wall = await wallOf(painter, stageView(80, 45, [tileView("a", { x: 0, y: 0, width: 80, height: 45 })]));
    wall.source("a").put(i420Frame(320, 180, (x) => ({ y: x < 160 ? 16 : 235, u: 128, v: 128 })));
    await wall.stage.whenIdle();
    const bitmap = await createImageBitmap((await wall.stage.snapshot("a")) ?? new Blob());
    const context = new OffscreenCanvas(320, 180).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const edge = context?.getImageData(158, 90, 4, 1).data ?? [];
    expect([edge[0], edge[4], edge[8], edge[12]].map((value) => Math.round((value ?? 0) / 255))).toEqual([0, 0, 1, 1]);
  });

  test("a translucent tile that floats shows the tile under it", async () => {
    const cell = { x: 0, y: 0, width: 160, height: 90 };
    const over = tileView("b", { x: 20, y: 10, width: 80, height: 45 }, { floating: true, opacity: 0.5 });
    const wall = await wallOf(painter, stageView(160, 90, [tileView("a", cell), over]));
    wall.source("a").put(flatFrame(64, 36, [200, 200, 200]));
    wall.source("b").put(flatFrame(64, 36, [100, 0, 0]));
    await wall.stage.whenIdle();
    const [red = 0, green = 0, blue = 0] = wall.read({ x: 60, y: 30, width: 1, height: 1 });
    expect(Math.abs(red - 150)).toBeLessThan(4);
    expect(Math.abs(green - 100)).toBeLessThan(4);
    expect(Math.abs(blue - 100)).toBeLessThan(4);
  });

  test("a snapshot has the source's own size and no overlay, whatever the tile's zoom", async () => {
    const tile = tileView(
      "a",
      { x: 0, y: 0, width: 160, height: 90 },
      { name: "Yard", frame: "focus", zoom: { scale: 4, centerX: 0.2, centerY: 0.2 } },
    );
    const wall = await wallOf(painter, stageView(160, 90, [tile]));
    wall.source("a").put(flatFrame(320, 180, [10, 120, 200]));
    await wall.stage.whenIdle();
    const png = await wall.stage.snapshot("a");
    const bitmap = await createImageBitmap(png ?? new Blob());
    expect([bitmap.width, bitmap.height]).toEqual([320, 180]);
    const context = new OffscreenCanvas(320, 180).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const [red = 0, green = 0, blue = 0] = context?.getImageData(3, 170, 1, 1).data ?? [];
    expect(Math.max(Math.abs(red - 10), Math.abs(green - 120), Math.abs(blue - 200))).toBeLessThan(4);
  });

  test("no frame is left open when the wall ends", async () => {
    const wall = await wallOf(painter, stageView(160, 90, [tileView("a", { x: 0, y: 0, width: 160, height: 90 })]));
    const source = wall.source("a");
    for (let at = 0; at < 30; at += 1) {
      source.put(sceneFrame(320, 180, at));
      if (at % 7 === 0) await wall.stage.whenIdle();
    }
    await wall.stage.whenIdle();
    walls.splice(walls.indexOf(wall), 1);
    wall.dispose();
    await expect.poll(framesAlive).toBe(0);
  });
});
