/** Which painter a wall gets by itself. This machine has no GPU: in the second test its renderer goes by another name. */
import { afterEach, expect, test, vi } from "vitest";
import { flatFrame } from "./support/frames.ts";
import { stageView, tileView } from "./support/views.ts";
import { makeWall, type TestWall } from "./support/wall.ts";

const view = stageView(160, 90, [tileView("a", { x: 0, y: 0, width: 160, height: 90 })]);
let wall: TestWall | null = null;
afterEach(() => {
  wall?.dispose();
  wall = null;
  vi.restoreAllMocks();
});

const red = [200, 10, 20] as const;
async function showsRed(on: TestWall): Promise<void> {
  on.source("a").put(flatFrame(64, 36, red));
  await on.stage.whenIdle();
  const pixel = on.read({ x: 80, y: 60, width: 1, height: 1 });
  for (const [channel, value] of red.entries()) expect(Math.abs((pixel[channel] ?? 0) - value)).toBeLessThan(5);
}

test("where a CPU draws WebGL the wall is a 2D canvas", async () => {
  wall = await makeWall(view, undefined, undefined, "auto");
  expect(await wall.message(({ type }) => type === "ready")).toMatchObject({ painter: "canvas2d" });
  await showsRed(wall);
});

test("where a GPU draws it, it is drawn by WebGL 2", async () => {
  const context = WebGL2RenderingContext.prototype;
  const real = Object.getOwnPropertyDescriptor(context, "getParameter")?.value as (name: number) => unknown;
  vi.spyOn(context, "getParameter").mockImplementation(function (this: WebGL2RenderingContext, name) {
    const value = real.call(this, name);
    return typeof value === "string" && value.includes("SwiftShader") ? "A graphics card" : value;
  });
  wall = await makeWall(view, undefined, undefined, "auto");
  const ready = await wall.message(({ type }) => type === "ready");
  expect(ready).toMatchObject({ painter: "webgl2", renderer: "A graphics card", software: false });
  await showsRed(wall);
});
