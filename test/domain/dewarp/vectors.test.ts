import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  clampView,
  type DewarpConfig,
  parseDewarpConfig,
  type PerspectiveView,
  wrap180,
} from "#domain/dewarp/config.ts";
import { centreView, viewOutline, viewWithPointUnderCursor, zoomView } from "#domain/dewarp/interaction.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { panoramaAngles, type PanoramaScene, panoramaToSource, sourceToPanorama } from "#domain/dewarp/panorama.ts";
import {
  type PerspectiveScene,
  perspectiveToSource,
  screenToWorld,
  sourceToPerspective,
  worldToAngles,
} from "#domain/dewarp/perspective.ts";

// Vectors of an independent reference implementation: px with centres at .5, degrees. Tolerance 0.02 px and 0.01 degrees,
// 0.1 degrees where a drag or zoom ends at a limit.
type Pair = [number, number];
interface Vectors {
  cases: Record<string, { mode: number; config: unknown; view: PerspectiveView | null; picture: Pair; tile: Pair }>;
  points: { case: string; screen: Pair; source: Pair; pan: number; tilt: number }[];
  clicks: { case: string; screen: Pair; view: PerspectiveView }[];
  drags: { case: string; grab: Pair; cursor: Pair; view: PerspectiveView; exact: boolean }[];
  zooms: { case: string; cursor: Pair; zoom: number; view: PerspectiveView; exact: boolean }[];
  outlines: { case: string; points: (Pair | null)[] }[];
  limits: { orientation: "ceiling" | "floor" | "wall"; in: PerspectiveView; out: PerspectiveView }[];
}
const vectors = JSON.parse(
  readFileSync(new URL("../../fixtures/dewarp-vectors.json", import.meta.url), "utf8"),
) as Vectors;

const point = ([x, y]: Pair) => ({ x, y });
function scenes(id: string) {
  const found = vectors.cases[id];
  if (!found) throw new Error(id);
  const parsed = parseDewarpConfig(found.config);
  if (!parsed.ok) throw new Error(parsed.error);
  const config: DewarpConfig = parsed.value;
  const tile = { width: found.tile[0], height: found.tile[1] };
  const shared = { orientation: config.orientation, lens: DEFAULT_LENS, tile };
  const perspective: PerspectiveScene = {
    ...shared,
    view: found.view ?? config.defaultPerspectiveView,
    perspectiveDepth: config.perspectiveDepth,
  };
  const panorama: PanoramaScene = {
    ...shared,
    panoramaAspectRatio: config.panoramaAspectRatio,
    panoramaShift: config.panoramaShift,
  };
  return { perspective, panorama, mode: found.mode, picture: { width: found.picture[0], height: found.picture[1] } };
}
function expectView(actual: PerspectiveView, wanted: PerspectiveView, tolerance: number) {
  expect(Math.abs(wrap180(actual.pan - wanted.pan))).toBeLessThan(tolerance);
  expect(Math.abs(actual.tilt - wanted.tilt)).toBeLessThan(tolerance);
  expect(Math.abs(actual.zoom - wanted.zoom)).toBeLessThan(1e-9);
}

test.each(vectors.points)(
  "$case: screen $screen is source $source and comes back",
  ({ case: id, screen, source, pan, tilt }) => {
    const { perspective, panorama, picture, mode } = scenes(id);
    const there =
      mode === 1
        ? perspectiveToSource(perspective, picture, point(screen))
        : panoramaToSource(panorama, picture, point(screen));
    const back =
      mode === 1
        ? sourceToPerspective(perspective, picture, point(source))
        : sourceToPanorama(panorama, picture, point(source));
    expect(Math.hypot(there.x - source[0], there.y - source[1])).toBeLessThan(0.02);
    expect(there.visible).toBe(true);
    expect(back && Math.hypot(back.x - screen[0], back.y - screen[1])).toBeLessThan(0.02);
    const angles =
      mode === 1
        ? worldToAngles(perspective.orientation, screenToWorld(perspective, point(screen)))
        : {
            pan: panoramaAngles(panorama, point(screen)).heading,
            tilt: panoramaAngles(panorama, point(screen)).depression,
          };
    expect(Math.abs(wrap180(angles.pan - pan))).toBeLessThan(0.01);
    expect(Math.abs(Math.abs(angles.tilt) - Math.abs(tilt))).toBeLessThan(0.01);
  },
);

test.each(vectors.clicks)("$case: a click at $screen centres $view", ({ case: id, screen, view }) => {
  expectView(centreView(scenes(id).perspective, point(screen)), view, 0.01);
});

test.each(vectors.drags)("$case: drag $grab to $cursor", ({ case: id, grab, cursor, view, exact }) => {
  const scene = scenes(id).perspective;
  const dragged = viewWithPointUnderCursor(scene, screenToWorld(scene, point(grab)), point(cursor));
  expectView(dragged, view, exact ? 0.01 : 0.1);
});

test.each(vectors.zooms)("$case: zoom at $cursor to $zoom", ({ case: id, cursor, zoom, view, exact }) => {
  expectView(zoomView(scenes(id).perspective, point(cursor), zoom), view, exact ? 0.01 : 0.1);
});

test.each(vectors.outlines)("$case: outline of the view in the round picture", ({ case: id, points }) => {
  const { perspective, picture } = scenes(id);
  const outline = viewOutline(perspective, picture, points.length / 4);
  expect(outline).toHaveLength(points.length);
  points.forEach((wanted, index) => {
    const actual = outline[index] ?? null;
    if (wanted === null || actual === null) expect(actual).toEqual(wanted);
    else expect(Math.hypot(actual.x - wanted[0], actual.y - wanted[1])).toBeLessThan(0.02);
  });
});

describe.each(vectors.limits)("$orientation: $in", ({ orientation, in: given, out }) => {
  test("is clamped", () => {
    expect(clampView(orientation, given)).toEqual(out);
  });
});
