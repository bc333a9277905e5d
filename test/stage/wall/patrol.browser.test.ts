import { afterEach, expect, test, vi } from "vitest";
import { DEFAULT_DEWARP_CONFIG, type FisheyeLook } from "#domain/dewarp/config.ts";
import type { PatrolRoute } from "#domain/stage/patrol.ts";
import { dewarpScene, sceneWithLook } from "#domain/dewarp/scene.ts";
import { tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { noZoom } from "#domain/first-facts.ts";
import { epochMs } from "#stage/timeline/epoch.ts";
import { sceneFrame } from "#test/stage/support/frames.ts";
import { stageView, tileView } from "#test/stage/support/views.ts";
import { makeWall, type TestWall } from "#test/stage/support/wall.ts";

const WIDTH = 160;
const HEIGHT = 90;
const cell = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const look = (pan: number): FisheyeLook => ({
  mode: 1,
  view: { pan, tilt: 45, zoom: 1 },
  shift: 0,
  layout: "single",
  panoramaZoom: noZoom,
});
const base = dewarpScene(tileDewarpOf(1, { ...DEFAULT_DEWARP_CONFIG, enable: true }, null, null));
const difference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;

const GLIDE_MS = 1000;
/** From 10 to 60 degrees: a patrol that leaves its first stop soon after this instant. */
function leavesIn(ms: number): PatrolRoute {
  // The round must be so long that this instant is neither at its beginning nor at its end.
  const roundMs = [100_000, 110_000, 130_000, 170_000].find((each) => {
    const phase = epochMs() % each;
    return phase > 5000 && phase < each - 10_000;
  });
  if (roundMs === undefined) throw new Error("no round fits this instant");
  const dwellMs = (epochMs() % roundMs) + ms - GLIDE_MS;
  const stops = [
    { look: look(10), dwellMs },
    { look: look(60), dwellMs: roundMs - dwellMs - 2 * GLIDE_MS },
  ];
  return { stops, glideMs: GLIDE_MS, steps: false };
}
const patrolling = (route: PatrolRoute) =>
  tileView("a", cell, { dewarp: sceneWithLook(base, look(10)), patrol: { route, start: { atMs: 0, from: null } } });

let wall: TestWall | null = null;
afterEach(() => {
  wall?.dispose();
  wall = null;
});

for (const painter of ["webgl2", "canvas2d"] as const) {
  const shown = async (made: TestWall, route: PatrolRoute | null, pan: number) => {
    const dewarp = sceneWithLook(base, look(pan));
    const patrol = route && { route, start: { atMs: 0, from: null } };
    made.stage.apply(stageView(WIDTH, HEIGHT, [tileView("a", cell, { dewarp, patrol })]));
    await made.stage.whenIdle();
    return made.read();
  };

  test(`${painter}: a patrol shows its stop, whatever the view says beside it`, async () => {
    wall = await makeWall(stageView(WIDTH, HEIGHT, []), undefined, undefined, painter);
    wall.source("a").put(sceneFrame(320, 320, 1));
    const wanted = await shown(wall, null, 200);
    const other = await shown(wall, null, 20);
    expect(difference(wanted, other)).toBeGreaterThan(3);
    const stands = { stops: [{ look: look(200), dwellMs: 1000 }], glideMs: 500, steps: false };
    expect(difference(await shown(wall, stands, 20), wanted)).toBe(0);
    // Another patrol that stands where the view does: what was drawn before must not stay.
    const back = { ...stands, stops: [{ look: look(20), dwellMs: 1000 }] };
    expect(difference(await shown(wall, back, 20), other)).toBe(0);
  });

  test(`${painter}: a patrol glides from stop to stop without a frame and without a message`, async () => {
    wall = await makeWall(stageView(WIDTH, HEIGHT, []), undefined, undefined, painter);
    wall.source("a").put(sceneFrame(320, 320, 1));
    const [from, to] = [await shown(wall, null, 10), await shown(wall, null, 60)];
    wall.stage.apply(stageView(WIDTH, HEIGHT, [patrolling(leavesIn(300))]));
    await wall.stage.whenIdle();
    expect(difference(wall.read(), from)).toBe(0);
    let between = 0;
    await vi.waitFor(
      () => {
        const now = wall?.read() ?? new Uint8Array();
        if (difference(now, from) > 0 && difference(now, to) > 0) between += 1;
        expect(difference(now, to)).toBe(0);
      },
      { timeout: 10_000, interval: 20 },
    );
    expect(between).toBeGreaterThan(3);
  });

  test(`${painter}: between a perspective and a panorama it cuts, to a whole picture and to nothing between`, async () => {
    wall = await makeWall(stageView(WIDTH, HEIGHT, []), undefined, undefined, painter);
    wall.source("a").put(sceneFrame(320, 320, 1));
    const strip: FisheyeLook = { ...look(10), mode: 2 };
    const still = (each: FisheyeLook): Promise<Uint8Array> => {
      const route = { stops: [{ look: each, dwellMs: 1000 }], glideMs: 0, steps: false };
      return shown(wall as TestWall, route, 10);
    };
    const [from, to] = [await still(look(10)), await still(strip)];
    expect(difference(from, to)).toBeGreaterThan(3);
    const { stops, ...rest } = leavesIn(300);
    const route = { ...rest, stops: stops.map((stop, at) => (at === 1 ? { ...stop, look: strip } : stop)) };
    wall.stage.apply(stageView(WIDTH, HEIGHT, [patrolling(route)]));
    await wall.stage.whenIdle();
    expect(difference(wall.read(), from)).toBe(0);
    let other = 0;
    await vi.waitFor(
      () => {
        const now = wall?.read() ?? new Uint8Array();
        if (difference(now, from) > 0 && difference(now, to) > 0) other += 1;
        expect(difference(now, to)).toBe(0);
      },
      { timeout: 10_000, interval: 20 },
    );
    expect(other).toBe(0);
  });
}
