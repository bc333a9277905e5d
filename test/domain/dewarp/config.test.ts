import { describe, expect, test } from "vitest";
import { DEFAULT_DEWARP_CONFIG, initialDewarpMode, parseDewarpConfig, viewLimits } from "#domain/dewarp/config.ts";
import { isMonotonic, type Lens, DEFAULT_LENS, lensAngle, lensRadius, radians } from "#domain/dewarp/lens.ts";

test("an empty configuration takes every default of the document", () => {
  expect(parseDewarpConfig({})).toEqual({ ok: true, value: DEFAULT_DEWARP_CONFIG });
});

test("a recorder's strings are read", () => {
  const parsed = parseDewarpConfig({
    enable: "true",
    defaultMode: "panorama",
    orientation: "wall",
    defaultPerspectiveView: { pan: "-35", tilt: "15", zoom: "1.1000000000000001" },
    perspectiveDepth: "2",
    panoramaAspectRatio: "4.9000000000000004",
    panoramaShift: "-13",
  });
  expect(parsed.ok && parsed.value).toMatchObject({
    enable: true,
    orientation: "wall",
    defaultPerspectiveView: { pan: -35, tilt: 15 },
    panoramaShift: -13,
  });
});

describe("is rejected", () => {
  test.each([
    ["not an object", 7, "dewarpConfiguration"],
    ["enable neither boolean nor its name", { enable: "yes" }, "enable"],
    ["unknown mode", { defaultMode: "round" }, "defaultMode"],
    ["unknown orientation", { orientation: "roof" }, "orientation"],
    ["text for a number", { perspectiveDepth: "deep" }, "perspectiveDepth"],
    ["empty text for a number", { panoramaShift: "" }, "panoramaShift"],
    ["infinite", { panoramaAspectRatio: Number.POSITIVE_INFINITY }, "panoramaAspectRatio"],
    ["a view that is not one", { defaultPerspectiveView: 3 }, "defaultPerspectiveView"],
    ["a view with a bad number", { defaultPerspectiveView: { tilt: "down" } }, "defaultPerspectiveView.tilt"],
  ])("%s", (_name, raw, field) => {
    expect(parseDewarpConfig(raw)).toEqual({ ok: false, error: field });
  });
});

test("a lens that folds back is rejected", () => {
  const lens = { projection: "polynomial", k: [-0.5, 0, 0, 0] };
  expect(parseDewarpConfig({ lens })).toEqual({ ok: false, error: "lens.k" });
});

test("values outside their ranges are clamped, not rejected", () => {
  const parsed = parseDewarpConfig({
    perspectiveDepth: 99,
    panoramaAspectRatio: -2,
    panoramaShift: 400,
    defaultPerspectiveView: { tilt: 120 },
  });
  expect(parsed.ok && parsed.value).toMatchObject({
    perspectiveDepth: 9,
    panoramaAspectRatio: 0,
    panoramaShift: 180,
    defaultPerspectiveView: { tilt: 90 },
  });
});

test.each([
  [false, "perspective", 0],
  [true, "perspective", 1],
  [true, "panorama", 2],
  [true, "warped", 0],
] as const)("enable %s with %s starts in mode %s", (enable, defaultMode, mode) => {
  expect(initialDewarpMode({ ...DEFAULT_DEWARP_CONFIG, enable, defaultMode })).toBe(mode);
});

test("orientation changes the limits", () => {
  expect(viewLimits("ceiling")).toMatchObject({ pan: { min: 0, max: 360 }, tilt: { min: 0, max: 90 }, panWraps: true });
  expect(viewLimits("wall")).toMatchObject({
    pan: { min: -90, max: 90 },
    tilt: { min: -90, max: 90 },
    panWraps: false,
  });
});

describe("lens models", () => {
  const lenses: Lens[] = (["equidistant", "equisolid", "stereographic", "orthographic", "polynomial"] as const).map(
    (projection) => ({
      ...DEFAULT_LENS,
      projection,
      k: [-0.02, 0.003, 0, 0],
    }),
  );
  test.each(lenses)("$projection: the angle comes back from the radius", (lens) => {
    for (let angle = 0; angle <= 89; angle += 1) {
      const theta = radians(angle);
      expect(lensAngle(lens, lensRadius(lens, theta))).toBeCloseTo(theta, 9);
    }
    expect(isMonotonic(lens)).toBe(true);
  });
  test.each(lenses)("$projection: what is beyond the circle stays beyond it, up to straight behind", (lens) => {
    // it grows inside the circle and would fold back soon outside it
    const folds = { ...lens, k: [-0.1, 0, 0, 0] as const };
    const edge = lensRadius(folds, radians(90));
    for (let angle = 91; angle < 180; angle += 1) expect(lensRadius(folds, radians(angle))).toBeGreaterThan(edge);
  });
  test("an inverse is found for coefficients that lead Newton's steps astray", () => {
    const steep: Lens = { ...DEFAULT_LENS, projection: "polynomial", fov: 200, k: [-0.16, 0.02, -0.001, 0] };
    expect(isMonotonic(steep)).toBe(true);
    for (let angle = 0; angle <= 100; angle += 1)
      expect(lensAngle(steep, lensRadius(steep, radians(angle)))).toBeCloseTo(radians(angle), 9);
  });
  test("a polynomial that folds back is seen", () => {
    expect(isMonotonic({ ...DEFAULT_LENS, projection: "polynomial", k: [-0.5, 0, 0, 0] })).toBe(false);
  });
});
