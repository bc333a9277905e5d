import { failure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import { noZoom, stoppedCycle } from "#domain/first-facts.ts";
import {
  levelScale,
  panZoom,
  zoomByLevels,
  zoomByPinch,
  zoomByWheel,
  zoomLevel,
  zoomTo,
} from "#domain/player/digital-zoom.ts";
import {
  framerateAverage,
  framerateLevel,
  rateFromTiles,
  sampleFramerate,
  startFramerateMonitor,
} from "#domain/stage/framerate-monitor.ts";
import {
  defaultLayout,
  filterCameras,
  newChip,
  previewsPerRow,
  searchPanel,
  shownLayout,
  toggleLayout,
} from "#domain/panel.ts";
import { previewDelayMs, previewIsStale, snapshotSize } from "#domain/stage/preview-schedule.ts";
import {
  centreOffset,
  deadZone,
  gamepadIntent,
  gamepadMove,
  maxPresets,
  mayAddPreset,
  moveFromDrag,
  offeredAxes,
  presetName,
} from "#domain/cameras/ptz.ts";
import { cycleSpeed, nextStage, setExcluded } from "#domain/stage/stage-cycle.ts";
import { nextVolume } from "#domain/player/volume.ts";

describe("stage cycle", () => {
  const running = { ...stoppedCycle, speed: 5, currentStage: "a" };
  test.each([
    [["a", "b", "c"], running, "b"],
    [["a", "b", "c"], { ...running, currentStage: "c" }, "a"],
    [["a", "b", "c"], setExcluded(running, "b", true), "c"],
    [["a", "b"], setExcluded(running, "b", true), null],
    [["a", "b"], setExcluded(running, "a", true), "b"],
    [["b", "c"], running, "b"],
    [["a"], running, null],
    [[], running, null],
    [["a", "b"], { ...running, speed: 0 }, null],
  ])("%j %j goes to %s", (stages, cycle, next) => {
    expect(nextStage(stages, cycle)).toBe(next);
  });
  test("choices", () => {
    expect([cycleSpeed(45), cycleSpeed(46), cycleSpeed("5")]).toEqual([45, 0, 0]);
  });
});

describe("panel", () => {
  test("layouts", () => {
    expect([defaultLayout("standalone", 8), defaultLayout("aggregator", 8)]).toEqual(["big", "mosaic"]);
    // Of many cameras big pictures would show too few.
    expect([defaultLayout("standalone", 12), defaultLayout("standalone", 13)]).toEqual(["big", "mosaic"]);
    expect([toggleLayout("mosaic"), toggleLayout("big"), toggleLayout("list")]).toEqual(["big", "list", "mosaic"]);
    expect([shownLayout("list", 415), shownLayout("list", 416)]).toEqual(["big", "list"]);
    expect([0, 4, 5, 6, 7].map((depth) => previewsPerRow("mosaic", depth))).toEqual([3, 3, 2, 2, 1]);
    expect(previewsPerRow("list", 0)).toBe(1);
  });
  test("chips", () => {
    const cameras = ["Hof Süd 2", "Hof Nord", "Gate south"].map((name) => ({ name }));
    const names = (chips: string[], typed = "") => filterCameras(cameras, chips, typed).map((camera) => camera.name);
    expect(names(["hof"])).toEqual(["Hof Süd 2", "Hof Nord"]);
    expect(names(["HOF", "sud"])).toEqual(["Hof Süd 2"]);
    expect(names(["hof"], "nord ")).toEqual(["Hof Nord"]);
    expect(names([" "])).toHaveLength(3);
    expect([newChip(["Hof"], "  hof "), newChip([], "  "), newChip(["Hof"], " a  b ")]).toEqual([null, null, "a b"]);
  });
  test("a camera that is found brings its views, a view is found without its camera", () => {
    const cameras = [
      { name: "Shop", views: [{ name: "Till" }, { name: "Door" }] },
      { name: "Hall", views: [{ name: "Back door" }] },
      { name: "Yard", views: [] },
    ];
    const found = (typed: string) => {
      const search = searchPanel(cameras, ({ views }) => views, [], typed);
      return search.cameras.map((camera) => [
        search.isHidden(camera) ? "" : camera.name,
        ...search.viewsOf(camera).map(({ name }) => name),
      ]);
    };
    expect(found("")).toEqual([["Shop", "Till", "Door"], ["Hall", "Back door"], ["Yard"]]);
    expect(found("shop")).toEqual([["Shop", "Till", "Door"]]);
    expect(found("door")).toEqual([
      ["", "Door"],
      ["", "Back door"],
    ]);
  });
  test("the names that a search keeps are those of its list: a camera renamed in another list is found by its new name", () => {
    const found = (cameras: readonly { readonly name: string }[], typed: string) =>
      searchPanel(cameras, () => [], [], typed).cameras.map(({ name }) => name);
    const before = [{ name: "Überfall" }, { name: "Yard" }];
    expect([found(before, "uber"), found(before, "roof")]).toEqual([["Überfall"], []]);
    const after = before.with(0, { name: "Roof" });
    expect([found(after, "uber"), found(after, "roof"), found(before, "uber")]).toEqual([[], ["Roof"], ["Überfall"]]);
  });
  test("previews", () => {
    expect(previewDelayMs("first-shown", 0.5)).toBe(2500);
    expect([0, 1].map((random) => previewDelayMs("shown", random))).toEqual([60_000, 90_000]);
    expect(previewDelayMs("failed", 0.5)).toBe(5000);
    expect([previewIsStale(600_000), previewIsStale(600_001)]).toEqual([false, true]);
    expect(snapshotSize({ width: 100.2, height: 50 })).toEqual({ width: 201, height: 100 });
  });
});

describe("digital zoom", () => {
  test("33 levels from 1 to 20", () => {
    expect([levelScale(0), levelScale(32), zoomLevel(1), zoomLevel(20)]).toEqual([1, 20, 0, 32]);
    for (let level = 0; level < 33; level++) expect(zoomLevel(levelScale(level))).toBe(level);
  });
  test("wheel step 0.625, within 1 to 20", () => {
    expect(zoomByWheel(noZoom, 1, { x: 0.5, y: 0.5 }).scale).toBe(1.625);
    expect(zoomByWheel(noZoom, -1, { x: 0.5, y: 0.5 })).toEqual(noZoom);
    expect(zoomByWheel(noZoom, 100, { x: 0.5, y: 0.5 }).scale).toBe(20);
  });
  test("what is under the anchor stays", () => {
    const at = (zoom: typeof noZoom, x: number) => zoom.centerX + (x - 0.5) / zoom.scale;
    const first = zoomTo(noZoom, 4, { x: 0.3, y: 0.8 });
    expect(at(first, 0.3)).toBeCloseTo(0.3, 12);
    const second = zoomByPinch(first, 1.7, { x: 0.6, y: 0.5 });
    expect(at(second, 0.6)).toBeCloseTo(at(first, 0.6), 12);
    expect(zoomByLevels(first, -99, { x: 0.1, y: 0.1 })).toEqual(noZoom);
    // Two fingers that move while they spread take the picture between them along.
    const third = zoomByPinch(first, 1.7, { x: 0.6, y: 0.5 }, { x: 0.7, y: 0.5 });
    expect(at(third, 0.7)).toBeCloseTo(at(first, 0.6), 12);
  });
  test("drag keeps to the picture", () => {
    const zoom = zoomTo(noZoom, 2, { x: 0.5, y: 0.5 });
    expect(panZoom(zoom, 0.2, 0).centerX).toBeCloseTo(0.4, 12);
    expect(panZoom(zoom, -9, 9)).toEqual({ scale: 2, centerX: 0.75, centerY: 0.25 });
  });
});

describe("PTZ", () => {
  test.each([
    [0.0999, 0],
    [0.1, 0.1],
    [-0.5, -0.5],
    [3, 1],
    [Number.NaN, 0],
  ])("dead zone of %d is %d", (value, out) => {
    expect(deadZone(value)).toBe(out);
  });
  test("axes", () => {
    const zoomOnly = { pan: false, tilt: false, zoom: true };
    expect(offeredAxes(zoomOnly, true)).toEqual(zoomOnly);
    expect(offeredAxes(zoomOnly, false).zoom).toBe(false);
    expect(offeredAxes(undefined, true)).toEqual({ pan: false, tilt: false, zoom: false });
    const pad = { axes: [0.5, -1, 0.05, 0.4], buttons: [1, 0, 0, 0, 0, 1, 0, 0.8] };
    expect(gamepadIntent(pad)).toEqual({
      cursor: { x: 0.5, y: -1 },
      scroll: { x: 0, y: 0.4 },
      zoom: 0.8,
      click: true,
      back: false,
      forward: true,
    });
    expect(gamepadMove(pad, { pan: true, tilt: true, zoom: true })).toEqual({ pan: 0.5, tilt: 1, zoom: 0.8 });
    expect(gamepadMove(pad, zoomOnly)).toEqual({ pan: 0, tilt: 0, zoom: 0.8 });
  });
  test("pointer", () => {
    const tile = { width: 200, height: 100 };
    expect(moveFromDrag({ x: 100, y: 50 }, { x: 150, y: 0 }, tile)).toEqual({ pan: 0.5, tilt: 1, zoom: 0 });
    expect(centreOffset({ x: 200, y: 0 }, tile)).toEqual({ x: 1, y: 1 });
  });
  test.each([
    ["", failure("preset/name-required")],
    ["   ", failure("preset/name-required")],
    ["x".repeat(33), failure("preset/name-too-long")],
    ["gate_1", failure("preset/name-characters")],
    ["Tür", failure("preset/name-characters")],
  ])("preset %j: %s", (typed, error) => {
    expect(presetName(typed)).toEqual({ ok: false, error });
  });
  test("presets", () => {
    expect(presetName(" Gate 1 ")).toEqual({ ok: true, value: "Gate 1" });
    expect([maxPresets(undefined), maxPresets(99), maxPresets(0)]).toEqual([10, 99, 0]);
    expect([mayAddPreset(9, 10, true), mayAddPreset(10, 10, true), mayAddPreset(0, 10, false)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test("volume goes 0, 0.5, 1, 0", () => {
  expect([0, 0.5, 1, 0.7].map(nextVolume)).toEqual([0.5, 1, 0, 1]);
});

describe("framerate monitor", () => {
  const run = (framesPerSample: number, seconds: number) => {
    let monitor = startFramerateMonitor();
    for (let ms = 0; ms <= seconds * 1000 + 33; ms += 33) monitor = sampleFramerate(monitor, ms, framesPerSample, true);
    return monitor;
  };
  test("starts at 60 and needs five bad windows", () => {
    expect(framerateAverage(startFramerateMonitor())).toBe(60);
    expect(framerateLevel(run(0, 4))).toBe("normal");
    expect(framerateLevel(run(0, 5.5))).toBe("critical");
    expect(framerateAverage(run(1, 10))).toBeCloseTo(1000 / 33, 1);
    expect(framerateLevel(run(0.27, 10))).toBe("normal");
    expect(framerateLevel(run(0.26, 10))).toBe("critical");
  });
  test("is not evaluated off the stage", () => {
    let monitor = startFramerateMonitor();
    for (let ms = 0; ms < 20_000; ms += 33) monitor = sampleFramerate(monitor, ms, 0, false);
    expect(framerateAverage(monitor)).toBe(60);
  });
  test("slow cameras are not a slow machine", () => {
    const rates = (
      [
        [10, 10],
        [0, 0],
        [1, 10],
      ] as const
    ).map(([shownPerSecond, duePerSecond]) => rateFromTiles({ shownPerSecond, duePerSecond, movingTiles: 0 }));
    expect(rates).toEqual([60, 60, 1]);
  });
  test.each([
    ["cameras of 5 a second, all shown", 1, 5, 5, 60, "normal"],
    ["sixteen of 25, all shown", 16, 400, 400, 60, "normal"],
    ["sixteen of 25, two thirds shown", 16, 267, 400, 40.05, "normal"],
    ["25 a second, 5 shown", 1, 5, 25, 5, "critical"],
    ["sixteen of 25, 5 shown on each", 16, 80, 400, 5, "critical"],
    ["sixteen of 25, 9 shown on each", 16, 144, 400, 9, "normal"],
    ["25 a second, just below 8", 1, 7.9, 25, 7.9, "critical"],
    ["25 a second, just above 8", 1, 8.1, 25, 8.1, "normal"],
    ["12 a second, half shown", 1, 6, 12, 30, "normal"],
    ["12 a second, less than half shown", 1, 5.9, 12, 5.9, "critical"],
    ["60 a second at the lowest cap of relief", 4, 40, 240, 10, "normal"],
    ["25 a second, nothing shown", 4, 0, 100, 0, "critical"],
  ] as const)("%s", (_name, movingTiles, shownPerSecond, duePerSecond, rate, level) => {
    const found = rateFromTiles({ shownPerSecond, duePerSecond, movingTiles });
    expect(found).toBeCloseTo(rate, 1);
    expect(framerateLevel(run((found * 33) / 1000, 10))).toBe(level);
  });
});
