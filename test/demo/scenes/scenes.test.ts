import { describe, expect, test } from "vitest";
import { fisheyeView, perspectiveView } from "#demo/scenes/camera-view.ts";
import { motionOf } from "#demo/scenes/scenes.ts";
import { LOOP_MS, scenes } from "#demo/scenes/scenes.ts";
import { Picture } from "#demo/scenes/picture.ts";
import { paintBackground, paintFrame } from "#demo/scenes/scene-painter.ts";
import { direction, vector } from "#demo/scenes/vector.ts";

describe("the table", () => {
  test("at least eight scenes: both fisheye mounts, a PTZ, both kinds of sound", () => {
    expect(scenes.length).toBeGreaterThanOrEqual(8);
    expect(new Set(scenes.map(({ key }) => key)).size).toBe(scenes.length);
    expect(new Set(scenes.map(({ source }) => source)).size).toBe(scenes.length);
    for (const lens of ["normal", "ceiling", "wall", "ptz"])
      expect(scenes.some((scene) => scene.lens === lens)).toBe(true);
    for (const audio of ["aac", "pcmu"]) expect(scenes.some((scene) => scene.audio === audio)).toBe(true);
  });

  test("motion happens in stated times and not at others", () => {
    for (const { motionMs } of scenes) {
      expect(motionMs.length).toBeGreaterThan(0);
      let last = 0;
      for (const [from, to] of motionMs) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(LOOP_MS);
        last = to;
      }
      const moving = motionMs.reduce((sum, [from, to]) => sum + to - from, 0);
      expect(moving).toBeLessThan(LOOP_MS * 0.75);
    }
    expect(motionOf([])).toEqual([]);
  });
});

describe("lenses", () => {
  test.each(["ceiling", "wall"] as const)("a %s fisheye is equidistant, and both ways agree", (mount) => {
    const view = fisheyeView(vector(0, -3, 0), mount, 1024);
    for (const [x, y] of [
      [512, 100],
      [700, 500],
      [300, 800],
      [512, 512],
    ] as const) {
      const ray = view.ray(x, y);
      const back = ray ? view.project(ray) : null;
      expect(back?.x).toBeCloseTo(x, 6);
      expect(back?.y).toBeCloseTo(y, 6);
    }
    expect(view.ray(2, 2)).toBeNull();
    const edge = mount === "ceiling" ? direction(0, 0) : direction(90, 0);
    const expected = mount === "ceiling" ? { x: 512, y: 0 } : { x: 1024, y: 512 };
    const spot = view.project(edge);
    expect(spot?.x).toBeCloseTo(expected.x, 6);
    expect(spot?.y).toBeCloseTo(expected.y, 6);
    const axis = view.project(mount === "ceiling" ? direction(0, 90) : direction(0, 0));
    expect(axis?.x).toBeCloseTo(512, 6);
    expect(axis?.y).toBeCloseTo(512, 6);
    // half way to the rim is half the angle
    const half = view.project(mount === "ceiling" ? direction(90, 45) : direction(45, 0));
    expect(half?.x).toBeCloseTo(768, 6);
  });

  test("an ordinary lens agrees with itself and sees nothing behind", () => {
    const view = perspectiveView(vector(0, -5, 0), 30, 20, 70, 640, 360);
    for (const [x, y] of [
      [0, 0],
      [640, 360],
      [320, 180],
      [100, 300],
    ] as const) {
      const ray = view.ray(x, y);
      const back = ray ? view.project(ray) : null;
      expect(back?.x).toBeCloseTo(x, 6);
      expect(back?.y).toBeCloseTo(y, 6);
    }
    expect(view.project(direction(210, 0))).toBeNull();
    expect(view.project(direction(30, 20))?.x).toBeCloseTo(320, 6);
  });
});

describe("pictures", () => {
  /** The share of the pixels whose luma differs by more than noise between two moments. */
  function changed(a: Uint8Array, b: Uint8Array): number {
    let count = 0;
    for (let i = 0; i < a.length; i++) if (Math.abs((a[i] ?? 0) - (b[i] ?? 0)) > 12) count += 1;
    return count / a.length;
  }

  test.each(scenes.filter(({ lens }) => lens !== "ptz").map((scene) => [scene.key, scene] as const))(
    "%s: still outside the stated times, moving inside",
    (_key, scene) => {
      const round = scene.lens !== "normal";
      const [w, h] = round ? [320, 320] : [320, 180];
      const view = scene.place.view(w, h);
      const background = paintBackground(scene, view);
      const at = (ms: number): Uint8Array => {
        const picture = new Picture(w, h);
        paintFrame(picture, background, scene, view, ms, true);
        const luma = picture.luma;
        // without the frame code and the clock, which are in the upper third
        luma.fill(0, 0, w * Math.round(h * 0.3));
        return luma;
      };
      const first = scene.motionMs[0];
      const last = scene.motionMs.at(-1);
      if (!first || !last) throw new Error("no motion");
      expect(changed(at(0), at(first[0] - 100))).toBe(0);
      expect(changed(at(0), at(last[1] + 100))).toBe(0);
      for (const [from, to] of scene.motionMs) {
        let most = 0;
        for (let ms = from + 200; ms < to; ms += (to - from) / 8) most = Math.max(most, changed(at(0), at(ms)));
        expect(most).toBeGreaterThan(0.0008);
      }
      // bright and dark parts: the picture is not empty
      const sorted = [...background.luma].sort((a, b) => a - b);
      const spread = (sorted[Math.floor(sorted.length * 0.95)] ?? 0) - (sorted[Math.floor(sorted.length * 0.2)] ?? 0);
      expect(spread).toBeGreaterThan(30);
    },
    30_000,
  );
});
