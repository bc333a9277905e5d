import { expect, test } from "vitest";
import { zoomChanged } from "#app/bindings/stage/zoom-changed.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { type DewarpState, homeState } from "#domain/dewarp/tile-dewarp.ts";
import { noZoom } from "#domain/first-facts.ts";

const home = homeState(DEFAULT_DEWARP_CONFIG);
const wall = (dewarp: DewarpState | null, zoom = noZoom) => ({ tile: { zoom, dewarp } });

test("whatever magnifies a picture asks for the stream that is large enough; turning a view does not", () => {
  const changes: readonly [string, DewarpState | null, boolean][] = [
    ["the same", home, false],
    ["turned", { ...home, view: { ...home.view, pan: 90 } }, false],
    ["panned along", { ...home, shift: 40, panoramaZoom: { ...noZoom, centerX: 0.4 } }, false],
    ["perspective", { ...home, view: { ...home.view, zoom: 3 } }, true],
    ["panorama", { ...home, panoramaZoom: { ...noZoom, scale: 6 } }, true],
    ["quad", { ...home, layout: "quad" }, true],
  ];
  for (const [what, state, changed] of changes) expect(zoomChanged(wall(state), wall(home)), what).toBe(changed);
  expect(zoomChanged(wall(null, { ...noZoom, scale: 2 }), wall(null))).toBe(true);
});
