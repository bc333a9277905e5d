/** How pictures are shown on a wall. */
import { expect, test } from "vitest";
import { need } from "#base/assert.ts";
import { flatFrame, rgbFrame } from "#test/stage/support/frames.ts";
import { noZoom } from "#domain/first-facts.ts";
import { stageView, theme, tileView } from "#test/stage/support/views.ts";
import { HEIGHT, WIDTH, at, cell, eachWithWall, openWall, split } from "./wall-of-tiles.ts";

eachWithWall();

test("letterbox: a 4:3 picture has black bars, a zoomed one fills the cell", async () => {
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
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
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
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
  const wall = await openWall(
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

test("two tiles show one source", async () => {
  const right = tileView("b", { x: 80, y: 0, width: 80, height: 90 }, { sourceId: "a" });
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", { ...cell, width: 80 }), right]));
  wall.source("a").put(flatFrame(80, 90, [1, 2, 3]));
  await wall.stage.whenIdle();
  expect(at(wall.read(), 40, 45)).toEqual([1, 2, 3]);
  expect(at(wall.read(), 120, 45)).toEqual([1, 2, 3]);
});

test("the last picture stays until the next source's first; then that is told once", async () => {
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
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

test("a snapshot has the source's size and the picture alone", async () => {
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell, { name: "Yard", frame: "focus" })]));
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
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
  const data = new ImageData(16, 9);
  data.data.fill(255);
  for (let index = 0; index < data.data.length; index += 4) data.data.set([12, 150, 240], index);
  wall.source("a").put(await createImageBitmap(data));
  await wall.stage.whenIdle();
  expect(at(wall.read(), 80, 45)).toEqual([12, 150, 240]);
});
