import { describe, expect, test } from "vitest";
import { DEFAULT_LENS, type Lens, lensHalfFov, lensPoint, lensRadius, radians } from "#domain/dewarp/lens.ts";
import { dewarpViews } from "#domain/dewarp/views.ts";
import angle from "#shaders/chunks/angle.glsl";
import catmullRom from "#shaders/chunks/catmull-rom.glsl";
import lensChunk from "#shaders/chunks/lens.glsl";
import { catmullRomWeights } from "#test/support/catmull-rom.ts";
import { fisheyeScene } from "#test/support/fisheye-scene.ts";
import { runGlsl } from "#test/support/run-glsl.ts";

// Compares each function of the dewarp shaders on the GPU with its TypeScript twin, over a grid of inputs.

test("the polynomial arc tangent is exact to a millionth", () => {
  const inputs: number[][] = [];
  for (let step = 0; step <= 2000; step += 1) {
    const at = (Math.PI * step) / 2000;
    inputs.push([Math.sin(at) * 3, Math.cos(at) * 3]);
  }
  const results = runGlsl(angle, "result.x = angleFrom(given.x, given.y);", inputs);
  results.forEach(([value = Number.NaN], index) => {
    expect(Math.abs(value - (Math.PI * index) / 2000)).toBeLessThan(1.5e-6);
  });
});

test("the polynomial sine and cosine are exact over several turns", () => {
  const inputs = Array.from({ length: 2001 }, (_, step) => [(step - 1000) / 80]);
  const results = runGlsl(angle, "result.xy = vec2(sineOf(given.x), cosineOf(given.x));", inputs);
  results.forEach(([sine = Number.NaN, cosine = Number.NaN], index) => {
    const at = (index - 1000) / 80;
    expect(Math.abs(sine - Math.sin(at))).toBeLessThan(4e-6);
    expect(Math.abs(cosine - Math.cos(at))).toBeLessThan(4e-6);
  });
});

test("Catmull-Rom: three taps weigh what four texels do", () => {
  const inputs = Array.from({ length: 501 }, (_, step) => [step / 500]);
  const results = runGlsl(catmullRom, "result = catmullRomTaps(given.x);", inputs);
  results.forEach(([first = Number.NaN, middle = Number.NaN, last = Number.NaN, place = Number.NaN], index) => {
    const wanted = catmullRomWeights(index / 500);
    const taps = [first, middle * (1 - place), middle * place, last];
    taps.forEach((weight, at) => expect(Math.abs(weight - (wanted[at] ?? 0))).toBeLessThan(1e-6));
  });
});

const lenses: Lens[] = [
  { ...DEFAULT_LENS },
  { ...DEFAULT_LENS, fov: 220 },
  { ...DEFAULT_LENS, projection: "equisolid" },
  { ...DEFAULT_LENS, projection: "stereographic" },
  { ...DEFAULT_LENS, projection: "orthographic", fov: 170 },
  { ...DEFAULT_LENS, projection: "polynomial", k: [-0.03, 0.004, -0.0005, 0] },
  // it grows inside its circle and would fold back right outside it
  { ...DEFAULT_LENS, projection: "polynomial", k: [-0.12, 0, 0, 0] },
];

describe("lensPoint", () => {
  test.each(lenses)("$projection, $fov degrees: within 0.003 px on a circle of 1000 px radius", (lens) => {
    const inputs: number[][] = [];
    // extended in a straight line where the lens cannot see: points there must stay outside the circle
    for (let theta = 0; theta <= 170; theta += 1) {
      for (let turn = 0; turn < 360; turn += 9) {
        const t = radians(theta);
        const phi = radians(turn);
        inputs.push([Math.sin(t) * Math.cos(phi) * 2, Math.sin(t) * Math.sin(phi) * 2, Math.cos(t) * 2]);
      }
    }
    const results = runGlsl(
      `#define LENS_${lens.projection.toUpperCase()}\n${lensChunk}`,
      "result.xy = lensPoint(given.xyz);",
      inputs,
      {
        u_edge: 1 / lensRadius(lens, lensHalfFov(lens)),
        ...(lens.projection === "polynomial" ? { u_lensK: lens.k, u_lensHalf: lensHalfFov(lens) } : {}),
      },
    );
    inputs.forEach(([x = 0, y = 0, z = 0], index) => {
      const wanted = lensPoint(lens, [x, y, z]);
      const [gx = Number.NaN, gy = Number.NaN] = results[index] ?? [];
      const share = Math.hypot(wanted.x, wanted.y);
      expect(1000 * Math.hypot(gx - wanted.x, gy - wanted.y)).toBeLessThan(0.003 * Math.max(1, share * 4));
      if (share > 1.001) expect(Math.hypot(gx, gy)).toBeGreaterThan(1);
    });
  });
});

const base = fisheyeScene({ panoramaShift: 20 });
const rect = { x: 0, y: 0, width: 640, height: 360 };

describe("layouts of one texture", () => {
  test("quad: four views at 0, 90, 180 and 270 degrees that fill the tile", () => {
    const views = dewarpViews({ ...base, layout: "quad" }, { x: 10, y: 20, width: 641, height: 361 });
    expect(views.map((view) => view.rect)).toEqual([
      { x: 10, y: 20, width: 320, height: 180 },
      { x: 330, y: 20, width: 321, height: 180 },
      { x: 10, y: 200, width: 320, height: 181 },
      { x: 330, y: 200, width: 321, height: 181 },
    ]);
  });
  test("double panorama: two halves of the horizon, one above the other", () => {
    const views = dewarpViews({ ...base, mode: 2, layout: "double-panorama" }, rect);
    const spans = views.map((view) => (view.kind === "panorama" ? [view.angles[0], view.angles[1]] : []));
    expect(spans[0]?.[0]).toBeCloseTo(radians(20 - 90));
    expect(spans[1]?.[0]).toBeCloseTo(radians(20 + 90));
    expect(spans.map((span) => span[1])).toEqual([Math.PI, Math.PI]);
  });
});
