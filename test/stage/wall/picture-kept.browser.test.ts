/** A tile keeps its last picture while sources change and whatever the browser does with a frame. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { framesAlive } from "#media/frame-mailbox.ts";
import type { UploadPathName } from "#stage/gl/upload-path.ts";
import { flatFrame } from "#test/stage/support/frames.ts";
import { stageView, tileView } from "#test/stage/support/views.ts";
import { makeWall, type TestWall } from "#test/stage/support/wall.ts";

const WIDTH = 160;
const HEIGHT = 90;
const cell = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const RED = [200, 40, 20] as const;
const BLUE = [20, 60, 180] as const;

let wall: TestWall | null = null;
let framesAtStart = 0;
beforeEach(() => {
  framesAtStart = framesAlive();
});
afterEach(() => {
  wall?.dispose();
  wall = null;
  vi.restoreAllMocks();
  expect(framesAlive()).toBe(framesAtStart);
});

const middle = (): number[] => [...(wall?.read({ x: 80, y: 45, width: 1, height: 1 }) ?? [])].slice(0, 3);
const shows = (colour: readonly number[]): void => {
  for (const [at, value] of middle().entries()) expect(Math.abs(value - (colour[at] ?? 0))).toBeLessThan(4);
};
const viewOf = (sourceId: string) => stageView(WIDTH, HEIGHT, [tileView("t", cell, { sourceId })]);

/** A frame as a `<video>` of Firefox gives it. */
function bgraFrame(
  widthPx: number,
  heightPx: number,
  [red, green, blue]: readonly [number, number, number],
): VideoFrame {
  const data = new Uint8Array(widthPx * heightPx * 4);
  for (let at = 0; at < data.length; at += 4) data.set([blue, green, red, 255], at);
  return new VideoFrame(data, { format: "BGRA", codedWidth: widthPx, codedHeight: heightPx, timestamp: 0 });
}

describe.each(["webgl2", "canvas2d"] as const)("%s", (painter) => {
  test("a tile whose source changes keeps the old picture until the new source's is drawn", async () => {
    wall = await makeWall(viewOf("t/1"), undefined, undefined, painter);
    wall.source("t/1").put(flatFrame(64, 36, RED));
    await wall.stage.whenIdle();
    shows(RED);
    const next = wall.source("t/2");
    wall.stage.close("t/1", false);
    wall.stage.apply(viewOf("t/2"));
    await wall.stage.whenIdle();
    shows(RED);
    next.put(flatFrame(64, 36, BLUE));
    await wall.stage.whenIdle();
    shows(BLUE);
    wall.stage.close("t/1", true);
    await wall.stage.whenIdle();
    shows(BLUE);
  });

  test("a source that is forgotten is gone from the tile at once, also where it only stood in", async () => {
    wall = await makeWall(viewOf("t/1"), undefined, undefined, painter);
    wall.source("t/1").put(flatFrame(64, 36, RED));
    wall.source("t/2");
    await wall.stage.whenIdle();
    wall.stage.apply(viewOf("t/2"));
    wall.stage.close("t/1", true);
    await wall.stage.whenIdle();
    expect(middle()[0]).toBeLessThan(100);
  });
});

test.each<UploadPathName>(["rgba-bytes", "i420-planes", "vf-teximage"])(
  "BGRA frames have their colours where %s is the cheapest for a decoder's",
  async (path) => {
    wall = await makeWall(viewOf("t"), path);
    wall.source("t").put(bgraFrame(64, 36, RED));
    await wall.stage.whenIdle();
    shows(RED);
  },
);

test("a frame that the GPU refuses leaves the picture before it, and the next comes as bytes", async () => {
  wall = await makeWall(viewOf("t"), "vf-teximage");
  const source = wall.source("t");
  source.put(flatFrame(64, 36, RED));
  await wall.stage.whenIdle();
  const real: unknown = Reflect.get(WebGL2RenderingContext.prototype, "texImage2D");
  vi.spyOn(WebGL2RenderingContext.prototype, "texImage2D").mockImplementation(function (
    this: WebGL2RenderingContext,
    ...given: unknown[]
  ) {
    if (given.some((each) => each instanceof VideoFrame)) throw new DOMException("no such frames", "InvalidStateError");
    if (typeof real === "function") Reflect.apply(real, this, given);
  });
  source.put(bgraFrame(128, 72, BLUE));
  await wall.stage.whenIdle();
  shows(RED);
  source.put(bgraFrame(128, 72, BLUE));
  await wall.stage.whenIdle();
  shows(BLUE);
});

test("frames whose bytes cannot be read are taken as they are, after a few tries", async () => {
  wall = await makeWall(viewOf("t"), "rgba-bytes");
  vi.spyOn(VideoFrame.prototype, "copyTo").mockRejectedValue(new DOMException("not this format", "NotSupportedError"));
  const source = wall.source("t");
  for (let tries = 0; tries < 4; tries += 1) {
    source.put(bgraFrame(64, 36, BLUE));
    await wall.stage.whenIdle();
  }
  shows(BLUE);
});
