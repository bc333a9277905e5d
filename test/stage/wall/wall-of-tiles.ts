/** A wall of one tile, or of four, and how its pixels are compared. */
import { afterEach, beforeEach, expect, vi } from "vitest";
import { framesAlive } from "#media/frame-mailbox.ts";
import { sceneFrame } from "#test/stage/support/frames.ts";
import { stageView, tileView } from "#test/stage/support/views.ts";
import { makeWall, type TestWall } from "#test/stage/support/wall.ts";

export const WIDTH = 160;
export const HEIGHT = 90;
export const cell = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
export const split = (colour: number): number[] => [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
export const at = (pixels: Uint8Array, x: number, y: number, widthPx = WIDTH): number[] => [
  ...pixels.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3),
];
export const largestDifference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? 0))), 0);

let wall: TestWall | null = null;
let framesAtStart = 0;

/** A wall that is taken away after its test. */
export async function openWall(...of: Parameters<typeof makeWall>): Promise<TestWall> {
  wall = await makeWall(...of);
  return wall;
}

/** Two by two tiles with names, states and pictures. */
export async function fourTiles(): Promise<TestWall> {
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
  const wall = await openWall(stageView(323, 183, tiles));
  for (const tile of tiles) wall.source(tile.id).put(sceneFrame(320, 180, tiles.indexOf(tile)));
  await wall.stage.whenIdle();
  return wall;
}

/** Each test leaves no frame without an owner. */
export function eachWithWall(): void {
  beforeEach(() => {
    framesAtStart = framesAlive();
  });
  afterEach(() => {
    wall?.dispose();
    wall = null;
    expect(framesAlive()).toBe(framesAtStart);
    vi.restoreAllMocks();
  });
}
