import { expect, test } from "vitest";
import { flatFrame } from "./support/frames.ts";
import { makeWall, stageView, tileView } from "./support/wall.ts";

const at = (pixels: Uint8Array, widthPx: number, x: number, y: number): number[] => [
  ...pixels.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3),
];

test("four frames in a row keep their overlay: the handover between both libraries holds", async () => {
  const tile = tileView("a", { x: 0, y: 0, width: 160, height: 90 }, { name: "Yard", frame: "focus" });
  const wall = await makeWall(stageView(160, 90, [tile]));
  const source = wall.source("a");
  for (const colour of [200, 40, 120, 90]) {
    source.put(flatFrame(64, 36, [colour, colour, colour]));
    await wall.stage.whenIdle();
    const pixels = wall.read();
    expect(at(pixels, 160, 80, 30)).toEqual([colour, colour, colour]);
    expect(at(pixels, 160, 0, 0)).toEqual([0x3d, 0x9b, 0xff]);
  }
  wall.dispose();
});
