import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { need } from "#base/assert.ts";
import { framesAlive } from "#media/frame-mailbox.ts";
import { flatFrame, rgbFrame, sceneFrame } from "#test/stage/support/frames.ts";
import { noZoom } from "#domain/first-facts.ts";
import { stageView, theme, tileView } from "#test/stage/support/views.ts";
import { makeWall, type TestWall } from "#test/stage/support/wall.ts";

const WIDTH = 160;
const HEIGHT = 90;
const cell = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const split = (colour: number): number[] => [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
const at = (pixels: Uint8Array, x: number, y: number, widthPx = WIDTH): number[] => [
  ...pixels.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3),
];
const largestDifference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? 0))), 0);

let wall: TestWall | null = null;
let framesAtStart = 0;
beforeEach(() => {
  framesAtStart = framesAlive();
});
afterEach(() => {
  wall?.dispose();
  wall = null;
  // After every test: no frame may be left without an owner.
  expect(framesAlive()).toBe(framesAtStart);
  vi.restoreAllMocks();
});

/** Two by two tiles with names, states and pictures. */
async function fourTiles(): Promise<TestWall> {
  const tiles = [0, 1, 2, 3].map((index) =>
    tileView(
      `t${index}`,
      { x: (index % 2) * 163, y: Math.floor(index / 2) * 93, width: 160, height: 90 },
      {
        name: `Camera ${index}`,
        badges: ["LIVE"],
        overlay: index === 2 ? "connecting" : "none",
        frame: index === 3 ? "hover" : "none",
      },
    ),
  );
  wall = await makeWall(stageView(323, 183, tiles));
  for (const tile of tiles) wall.source(tile.id).put(sceneFrame(320, 180, tiles.indexOf(tile)));
  await wall.stage.whenIdle();
  return wall;
}

test("a first tile with its name, state and picture finds its programs made", async () => {
  wall = await makeWall(stageView(WIDTH, HEIGHT, []), "rgba-bytes");
  await wall.stage.whenIdle();
  const link = vi.spyOn(WebGL2RenderingContext.prototype, "linkProgram");
  const { stage } = wall;
  const tile = tileView("a", cell, { name: "Yard", badges: ["LIVE"], overlay: "connecting", frame: "hover" });
  stage.apply(stageView(WIDTH, HEIGHT, [tile]));
  await stage.whenIdle();
  stage.apply(stageView(WIDTH, HEIGHT, [{ ...tile, overlay: "none" }]));
  wall.source("a").put(flatFrame(64, 36, [200, 30, 30]));
  await stage.whenIdle();
  expect(at(wall.read(), WIDTH / 2, HEIGHT / 2)[0]).toBeGreaterThan(150);
  expect(link).not.toHaveBeenCalled();
});

test("four frames in a row keep their overlay: the handover between both libraries holds", async () => {
  wall = await makeWall(stageView(WIDTH, HEIGHT, [tileView("a", cell, { name: "Yard", frame: "focus" })]));
  const source = wall.source("a");
  for (const grey of [200, 40, 120, 90]) {
    source.put(flatFrame(64, 36, [grey, grey, grey]));
    await wall.stage.whenIdle();
    const pixels = wall.read();
    expect(at(pixels, 80, 30)).toEqual([grey, grey, grey]);
    expect(at(pixels, 0, 0)).toEqual(split(theme.accent));
    // the plate darkens, and its text is bright
    const plate = [...Array(60).keys()].map((x) => at(pixels, 5 + x, 77)[0] ?? 0);
    expect(Math.min(...plate)).toBeLessThan(grey * 0.4 + 10);
    expect(Math.max(...plate)).toBeGreaterThan(180);
  }
});

test("a partial redraw equals a full one", async () => {
  const { stage, source, read } = await fourTiles();
  const first = source("t1");
  first.put(sceneFrame(320, 180, 11));
  await stage.whenIdle();
  source("t3").put(sceneFrame(320, 180, 13));
  await stage.whenIdle();
  const partial = read();
  const view = stage.view;
  stage.apply({ ...view, theme: { ...theme, background: theme.background + 1 } });
  stage.apply(view);
  await stage.whenIdle();
  expect(largestDifference(partial, read())).toBeLessThanOrEqual(1);
});

test("a changed overlay is redrawn in its tile alone and leaves no trace of the old", async () => {
  const { stage, read } = await fourTiles();
  const before = read();
  const view = stage.view;
  const renamed = view.tiles.map((tile) => (tile.id === "t0" ? { ...tile, name: "Another name altogether" } : tile));
  stage.apply({ ...view, tiles: renamed });
  await stage.whenIdle();
  expect(largestDifference(before, read())).toBeGreaterThan(50);
  stage.apply(view);
  await stage.whenIdle();
  expect(largestDifference(before, read())).toBeLessThanOrEqual(1);
});

test("letterbox: a 4:3 picture has black bars, a zoomed one fills the cell", async () => {
  wall = await makeWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
  wall.source("a").put(flatFrame(80, 60, [210, 110, 60]));
  await wall.stage.whenIdle();
  let pixels = wall.read();
  expect(at(pixels, 10, 45)).toEqual([0, 0, 0]);
  expect(at(pixels, 149, 45)).toEqual([0, 0, 0]);
  expect(at(pixels, 25, 45)).toEqual([210, 110, 60]);
  wall.stage.apply({ ...wall.stage.view, tiles: [tileView("a", cell, { zoom: { ...noZoom, scale: 2 } })] });
  await wall.stage.whenIdle();
  pixels = wall.read();
  expect(at(pixels, 2, 45)).toEqual([210, 110, 60]);
});

test("a camera that changes its shape while it plays: the bars change with its first picture of the new shape", async () => {
  wall = await makeWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
  const { stage, message, messages } = wall;
  const source = wall.source("a");
  const colour: [number, number, number] = [210, 110, 60];
  const shown = async (widthPx: number, heightPx: number) => {
    source.put(flatFrame(widthPx, heightPx, colour));
    await stage.whenIdle();
    const pixels = need(wall, "wall").read();
    return { corner: at(pixels, 8, 8), left: at(pixels, 8, 45), top: at(pixels, 80, 8), middle: at(pixels, 80, 45) };
  };
  expect(await shown(64, 36)).toEqual({ corner: colour, left: colour, top: colour, middle: colour });
  const bar = [0, 0, 0];
  expect(await shown(60, 80)).toEqual({ corner: bar, left: bar, top: colour, middle: colour });
  expect(await shown(160, 40)).toEqual({ corner: bar, left: colour, top: bar, middle: colour });
  // More pixels of the same shape do not count as another shape.
  expect(await shown(320, 80)).toEqual({ corner: bar, left: colour, top: bar, middle: colour });
  expect(await shown(64, 36)).toEqual({ corner: colour, left: colour, top: colour, middle: colour });
  await message(
    (each) => each.type === "facts" && each.sources.some(({ widthPx, heightPx }) => widthPx === 64 && heightPx === 36),
    messages.length,
  );
});

test("zoom shows the asked part of the picture", async () => {
  wall = await makeWall(
    stageView(WIDTH, HEIGHT, [tileView("a", cell, { zoom: { scale: 4, centerX: 0.75, centerY: 0.25 } })]),
  );
  wall.source("a").put(rgbFrame(64, 36, (x, y) => (x >= 32 && y < 18 ? [255, 0, 0] : [0, 0, 255])));
  await wall.stage.whenIdle();
  const pixels = wall.read();
  for (const [x, y] of [
    [3, 3],
    [156, 86],
    [80, 45],
  ] as const)
    expect(at(pixels, x, y)).toEqual([255, 0, 0]);
});

test("a floating tile hides what is under it, with its overlay", async () => {
  const under = tileView("a", cell, { name: "Under", frame: "focus" });
  const over = tileView("b", { x: 0, y: 0, width: 80, height: 90 }, { floating: true });
  wall = await makeWall(stageView(WIDTH, HEIGHT, [over, under]));
  wall.source("b").put(flatFrame(80, 90, [10, 200, 10]));
  const lower = wall.source("a");
  lower.put(flatFrame(64, 36, [90, 90, 90]));
  await wall.stage.whenIdle();
  lower.put(flatFrame(64, 36, [50, 50, 50]));
  await wall.stage.whenIdle();
  const pixels = wall.read();
  expect(at(pixels, 0, 0)).toEqual([10, 200, 10]);
  expect(at(pixels, 20, 80)).toEqual([10, 200, 10]);
  expect(at(pixels, 120, 40)).toEqual([50, 50, 50]);
  expect(at(pixels, 159, 40)).toEqual(split(theme.accent));
});

test("two tiles show one source", async () => {
  const right = tileView("b", { x: 80, y: 0, width: 80, height: 90 }, { sourceId: "a" });
  wall = await makeWall(stageView(WIDTH, HEIGHT, [tileView("a", { ...cell, width: 80 }), right]));
  wall.source("a").put(flatFrame(80, 90, [1, 2, 3]));
  await wall.stage.whenIdle();
  expect(at(wall.read(), 40, 45)).toEqual([1, 2, 3]);
  expect(at(wall.read(), 120, 45)).toEqual([1, 2, 3]);
});

test("the last picture stays until the next source's first; then that is told once", async () => {
  wall = await makeWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
  wall.source("a").put(flatFrame(64, 36, [200, 0, 0]), 111);
  await wall.stage.whenIdle();
  wall.stage.close("a", false);
  const next = wall.source("a");
  await wall.stage.whenIdle();
  expect(at(wall.read(), 80, 45)).toEqual([200, 0, 0]);
  next.put(flatFrame(64, 36, [0, 200, 0]), 222);
  await wall.stage.whenIdle();
  next.put(flatFrame(64, 36, [0, 210, 0]), 333);
  await wall.stage.whenIdle();
  expect(at(wall.read(), 80, 45)).toEqual([0, 210, 0]);
  const firsts = wall.messages.filter((message) => message.type === "source-event");
  expect(firsts).toEqual([
    { type: "source-event", sourceId: "a", event: { kind: "first-frame", wallMs: 111 } },
    { type: "source-event", sourceId: "a", event: { kind: "first-frame", wallMs: 222 } },
  ]);
  wall.stage.close("a", true);
  await wall.stage.whenIdle();
  expect(at(wall.read(), 80, 45)).toEqual(split(theme.cell));
});

test.each(["rgba-bytes", "i420-planes", "vf-teximage"] as const)(
  "%s: 500 frames and source swaps leave no frame open",
  async (path) => {
    wall = await makeWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]), path);
    for (let swap = 0; swap < 10; swap++) {
      const source = wall.source("a");
      for (let frame = 0; frame < 50; frame++) {
        source.put(flatFrame(16, 9, [frame, swap, 0]));
        if (frame % 10 === 0) await wall.stage.whenIdle();
      }
    }
    await wall.stage.whenIdle();
    // the frame path keeps the frame that it shows, to restore it after a context loss
    expect(framesAlive() - framesAtStart).toBe(path === "rgba-bytes" ? 0 : 1);
    wall.stage.close("a", true);
    expect(framesAlive()).toBe(framesAtStart);
  },
);

test("idle: nothing changes, no frame callback is asked for", async () => {
  const { stage, message } = await fourTiles();
  await message((each) => each.type === "ready");
  const asked = vi.spyOn(globalThis, "requestAnimationFrame");
  await message((each) => each.type === "facts" && each.wall.presentsPerSecond === 0);
  await stage.whenIdle();
  expect(asked).not.toHaveBeenCalled();
});

test("hidden: nothing is drawn, the newest frame waits and is shown on return", async () => {
  wall = await makeWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
  const source = wall.source("a");
  source.put(flatFrame(64, 36, [10, 10, 10]));
  await wall.stage.whenIdle();
  const view = wall.stage.view;
  wall.stage.apply({ ...view, hidden: true });
  for (const grey of [20, 30, 40]) source.put(flatFrame(64, 36, [grey, grey, grey]));
  await wall.stage.whenIdle();
  expect(at(wall.read(), 80, 45)).toEqual([10, 10, 10]);
  wall.stage.apply(view);
  await wall.stage.whenIdle();
  expect(at(wall.read(), 80, 45)).toEqual([40, 40, 40]);
});

test.each(["rgba-bytes", "i420-planes", "vf-teximage"] as const)(
  "%s: a lost context comes back within a second with an equal picture",
  async (path) => {
    const tiles = [
      tileView("a", cell, { name: "Yard", badges: ["LIVE"], frame: "focus" }),
      tileView("b", { x: 0, y: 90, width: 160, height: 90 }, { name: "Gate", overlay: "error", message: "Gone" }),
    ];
    wall = await makeWall(stageView(WIDTH, 180, tiles), path);
    for (const tile of tiles) wall.source(tile.id).put(sceneFrame(320, 180, 3));
    await wall.stage.whenIdle();
    const before = wall.read();
    const from = wall.messages.length;
    const lostAt = performance.now();
    wall.stage.loseContext(20);
    await wall.message((message) => message.type === "context" && message.state === "lost", from);
    await wall.message((message) => message.type === "context" && message.state === "restored", from);
    expect(performance.now() - lostAt).toBeLessThan(1000);
    expect(largestDifference(before, wall.read())).toBeLessThanOrEqual(1);
  },
);

test("a snapshot has the source's size and the picture alone", async () => {
  wall = await makeWall(stageView(WIDTH, HEIGHT, [tileView("a", cell, { name: "Yard", frame: "focus" })]));
  expect(await wall.stage.snapshot("a")).toBeNull();
  wall.source("a").put(rgbFrame(320, 240, (x, y) => [x > 160 ? 250 : 5, y > 120 ? 250 : 5, 77]));
  await wall.stage.whenIdle();
  const png = await wall.stage.snapshot("a");
  if (!png) throw new Error("no snapshot");
  const bitmap = await createImageBitmap(png);
  expect([bitmap.width, bitmap.height]).toEqual([320, 240]);
  const painter = new OffscreenCanvas(320, 240).getContext("2d");
  painter?.drawImage(bitmap, 0, 0);
  expect([...(painter?.getImageData(10, 230, 1, 1).data ?? [])]).toEqual([5, 250, 77, 255]);
  expect([...(painter?.getImageData(310, 10, 1, 1).data ?? [])]).toEqual([250, 5, 77, 255]);
});

test("an image bitmap is shown as it is", async () => {
  wall = await makeWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
  const data = new ImageData(16, 9);
  data.data.fill(255);
  for (let index = 0; index < data.data.length; index += 4) data.data.set([12, 150, 240], index);
  wall.source("a").put(await createImageBitmap(data));
  await wall.stage.whenIdle();
  expect(at(wall.read(), 80, 45)).toEqual([12, 150, 240]);
});

test("a resized stage is drawn anew", async () => {
  wall = await makeWall(stageView(WIDTH, HEIGHT, [tileView("a", cell, { frame: "focus" })]));
  wall.source("a").put(flatFrame(64, 36, [70, 80, 90]));
  await wall.stage.whenIdle();
  const big = { x: 20, y: 20, width: 320, height: 180 };
  wall.stage.apply(stageView(360, 220, [tileView("a", big, { frame: "focus" })], { devicePixelRatio: 2 }));
  await wall.stage.whenIdle();
  const pixels = wall.read({ x: 0, y: 0, width: 360, height: 220 });
  expect(at(pixels, 5, 5, 360)).toEqual(split(theme.background));
  expect(at(pixels, 20, 20, 360)).toEqual(split(theme.accent));
  expect(at(pixels, 180, 110, 360)).toEqual([70, 80, 90]);
});
