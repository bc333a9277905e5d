import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clampView, type Orientation, viewLimits, wrap180 } from "#domain/dewarp/config.ts";
import { viewBetween, viewWithPointUnderCursor, zoomView } from "#domain/dewarp/interaction.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { type PerspectiveScene, screenToWorld, worldToScreen } from "#domain/dewarp/perspective.ts";

const tile = { width: 640, height: 360 };
const scene = fc
  .record({
    orientation: fc.constantFrom<Orientation>("ceiling", "floor", "wall"),
    pan: fc.double({ min: -180, max: 540, noNaN: true }),
    tilt: fc.double({ min: -90, max: 90, noNaN: true }),
    zoom: fc.double({ min: 0.1, max: 10, noNaN: true }),
    depth: fc.double({ min: 0.1, max: 9, noNaN: true }),
  })
  .map(
    ({ orientation, pan, tilt, zoom, depth }): PerspectiveScene => ({
      orientation,
      lens: DEFAULT_LENS,
      view: clampView(orientation, { pan, tilt, zoom }),
      perspectiveDepth: depth,
      tile,
    }),
  );
const spot = fc.record({
  x: fc.double({ min: 0, max: 640, noNaN: true }),
  y: fc.double({ min: 0, max: 360, noNaN: true }),
});

/**
 * At a limit, or when a level horizon cannot bring the point there (it lies higher than the cursor's ray can reach).
 */
function mayMiss(of: PerspectiveScene): boolean {
  const { pan, tilt } = viewLimits(of.orientation);
  const { view } = of;
  const atPan = of.orientation === "wall" && (view.pan <= pan.min || view.pan >= pan.max);
  return atPan || view.tilt <= tilt.min || view.tilt >= tilt.max;
}

test("a drag keeps the grabbed point under the cursor, and a view always stays within its limits", () => {
  let exact = 0;
  let free = 0;
  fc.assert(
    fc.property(scene, spot, spot, (before, from, to) => {
      const grabbed = screenToWorld(before, from);
      const after = { ...before, view: viewWithPointUnderCursor(before, grabbed, to) };
      const clamped = clampView(before.orientation, after.view);
      expect(Math.abs(wrap180(clamped.pan - after.view.pan))).toBeLessThan(1e-9);
      expect([clamped.tilt, clamped.zoom]).toEqual([after.view.tilt, after.view.zoom]);
      if (mayMiss(after)) return;
      free++;
      const shown = worldToScreen(after, grabbed);
      if (shown && Math.hypot(shown.x - to.x, shown.y - to.y) < 0.01) exact++;
    }),
    { numRuns: 1000 },
  );
  // the rest cannot be reached without rolling the horizon
  expect(exact / free).toBeGreaterThan(0.9);
});

test("zooming keeps what is under the cursor", () => {
  fc.assert(
    fc.property(scene, spot, fc.double({ min: 0.1, max: 10, noNaN: true }), (before, cursor, zoom) => {
      const grabbed = screenToWorld(before, cursor);
      const after = { ...before, view: zoomView(before, cursor, zoom) };
      expect(after.view.zoom).toBe(zoom);
      const shown = worldToScreen(after, grabbed);
      const reached = shown !== null && Math.hypot(shown.x - cursor.x, shown.y - cursor.y) < 0.01;
      // zooming in can always keep the point; zooming out may meet a limit
      if (zoom >= before.view.zoom && !mayMiss(after) && !mayMiss(before)) expect(reached).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test.each<[Orientation, number, number, number]>([
  ["ceiling", 350, 20, 5],
  ["ceiling", 20, 350, 5],
  ["floor", 90, 200, 145],
  ["wall", -80, 80, 0],
])("%s: on the way from pan %d to %d the view looks to %d, the shorter way round", (orientation, from, to, middle) => {
  const [start, end] = [
    { pan: from, tilt: 20, zoom: 0.5 },
    { pan: to, tilt: 60, zoom: 2 },
  ];
  const half = viewBetween(orientation, start, end, 0.5);
  expect(half.pan).toBeCloseTo(middle, 9);
  expect(half.tilt).toBeCloseTo(40, 9);
  expect(half.zoom).toBeCloseTo(1, 9);
  expect(viewBetween(orientation, start, end, 0)).toEqual(start);
  expect(viewBetween(orientation, start, end, 1)).toEqual(end);
});
