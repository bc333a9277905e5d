import { expect, test, vi } from "vitest";
import { framesAlive } from "#media/frame-mailbox.ts";
import { flatFrame, sceneFrame } from "#test/stage/support/frames.ts";
import { stageView, theme, tileView } from "#test/stage/support/views.ts";
import {
  HEIGHT,
  WIDTH,
  at,
  cell,
  eachWithWall,
  fourTiles,
  largestDifference,
  openWall,
  split,
} from "./wall-of-tiles.ts";

eachWithWall();

test("a first tile with its name, state and picture finds its programs made", async () => {
  const wall = await openWall(stageView(WIDTH, HEIGHT, []), "rgba-bytes");
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
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell, { name: "Yard", frame: "focus" })]));
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

test("a floating tile hides what is under it, with its overlay", async () => {
  const under = tileView("a", cell, { name: "Under", frame: "focus" });
  const over = tileView("b", { x: 0, y: 0, width: 80, height: 90 }, { floating: true });
  const wall = await openWall(stageView(WIDTH, HEIGHT, [over, under]));
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

test.each(["rgba-bytes", "i420-planes", "vf-teximage"] as const)(
  "%s: 500 frames and source swaps leave no frame open",
  async (path) => {
    const aliveBefore = framesAlive();
    const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]), path);
    for (let swap = 0; swap < 10; swap++) {
      const source = wall.source("a");
      for (let frame = 0; frame < 50; frame++) {
        source.put(flatFrame(16, 9, [frame, swap, 0]));
        if (frame % 10 === 0) await wall.stage.whenIdle();
      }
    }
    await wall.stage.whenIdle();
    // the frame path keeps the frame that it shows, to restore it after a context loss
    expect(framesAlive() - aliveBefore).toBe(path === "rgba-bytes" ? 0 : 1);
    wall.stage.close("a", true);
    expect(framesAlive()).toBe(aliveBefore);
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
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
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
    const wall = await openWall(stageView(WIDTH, 180, tiles), path);
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

test("a resized stage is drawn anew", async () => {
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell, { frame: "focus" })]));
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
