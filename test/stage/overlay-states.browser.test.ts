import { afterEach, expect, test } from "vitest";
import type { TileView } from "#protocol/stage-worker.ts";
import { flatFrame } from "./support/frames.ts";
import { stageView, theme, tileView } from "./support/views.ts";
import { makeWall, type TestWall } from "./support/wall.ts";

const WIDTH = 320;
const HEIGHT = 180;
const GREY = 150;
const cell = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

let wall: TestWall | null = null;
afterEach(() => {
  wall?.dispose();
  wall = null;
});

type Colour = readonly [number, number, number];
interface Shown {
  at(x: number, y: number): Colour;
  /** pixels near a colour inside a rectangle */
  count(colour: number | Colour, x: number, y: number, width: number, height: number): number;
}

async function show(change: Partial<TileView>, devicePixelRatio = 1): Promise<Shown> {
  const [width, height] = [WIDTH * devicePixelRatio, HEIGHT * devicePixelRatio];
  const tile = tileView("a", { ...cell, width, height }, change);
  wall = await makeWall(stageView(width, height, [tile], { devicePixelRatio }));
  wall.source("a").put(flatFrame(64, 36, [GREY, GREY, GREY]));
  await wall.stage.whenIdle();
  const pixels = wall.read();
  const at = (x: number, y: number): Colour => {
    const [r = 0, g = 0, b = 0] = pixels.subarray((y * width + x) * 4);
    return [r, g, b];
  };
  return {
    at,
    count(colour, x, y, w, h) {
      const wanted = typeof colour === "number" ? rgb(colour) : colour;
      let found = 0;
      for (let row = y; row < y + h; row++) {
        for (let column = x; column < x + w; column++) {
          const near = at(column, row).every((value, index) => Math.abs(value - (wanted[index] ?? 0)) <= 12);
          if (near) found += 1;
        }
      }
      return found;
    },
  };
}

const rgb = (colour: number): Colour => [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
const centre = [110, 40, 100, 80] as const;

test("none: the picture alone, and the plate of the name over it", async () => {
  const shown = await show({ name: "Yard", badges: ["LIVE"] });
  expect(shown.at(160, 60)).toEqual([GREY, GREY, GREY]);
  // the plate behind the text is at least 60 % dark
  expect(Math.max(...shown.at(8, 155))).toBeLessThanOrEqual(GREY * 0.4);
  expect(shown.count(theme.text, 6, 152, 60, 22)).toBeGreaterThan(15);
  // the dot of "LIVE" at the right
  expect(shown.count(theme.accent, 240, 152, 74, 22)).toBeGreaterThan(8);
});

test.each([
  ["connecting", "text", { message: "verbinde" }],
  ["no_video", "text", { message: "Нет видео" }],
  ["delay", "accent", { message: "Resumes in 12 s" }],
  ["error", "warning", { message: "Stream failed" }],
  ["error", "danger", { message: "Not available", errorIcon: "ban" }],
] as const)(
  "%s: the picture recedes under an icon in the colour of %s, with a text",
  async (overlay, colour, change) => {
    const shown = await show({ overlay, ...change });
    expect(Math.max(...shown.at(20, 20))).toBeLessThan(GREY * 0.5);
    expect(shown.count(theme[colour], ...centre)).toBeGreaterThan(60);
    expect(shown.count(theme.text, 60, 95, 200, 30)).toBeGreaterThan(20);
  },
);

test("the ban and the warning icon differ: a ring with a bar, a triangle", async () => {
  const ban = await show({ overlay: "error", errorIcon: "ban", message: " " });
  const ring = ban.count(theme.danger, ...centre);
  wall?.dispose();
  const warning = await show({ overlay: "error", message: " " });
  expect(warning.count(theme.danger, ...centre)).toBe(0);
  expect(ring).toBeGreaterThan(100);
});

test("play: a button in the middle of an undimmed picture", async () => {
  const shown = await show({ overlay: "play" });
  expect(shown.at(20, 20)).toEqual([GREY, GREY, GREY]);
  expect(shown.count(theme.text, 140, 70, 40, 40)).toBeGreaterThan(40);
  expect(Math.max(...shown.at(136, 90))).toBeLessThan(GREY * 0.5);
});

test("a state without a text is its icon alone, in every language", async () => {
  const said = await show({ overlay: "connecting", message: "verbinde" });
  const letters = said.count(theme.text, 60, 95, 200, 30);
  wall?.dispose();
  const silent = await show({ overlay: "connecting" });
  expect(silent.count(theme.text, 60, 95, 200, 30)).toBeLessThan(letters);
});

test("rip: a mark in the corner of an undimmed picture", async () => {
  const shown = await show({ overlay: "rip" });
  expect(shown.at(200, 90)).toEqual([GREY, GREY, GREY]);
  expect(shown.count(theme.accent, 6, 6, 40, 22)).toBeGreaterThan(20);
});

test.each([
  ["focus", theme.accent],
  ["valid", theme.accent],
  ["invalid", theme.danger],
  ["drop", theme.accent],
] as const)("frame %s: two pixels all around", async (frame, colour) => {
  const shown = await show({ frame });
  for (const [x, y] of [
    [0, 90],
    [1, 90],
    [319, 90],
    [160, 0],
    [160, 179],
    [0, 0],
  ] as const) {
    expect(shown.at(x, y)).toEqual(rgb(colour));
  }
  const inside = shown.at(160, 90);
  if (frame === "focus" || frame === "valid") expect(inside).toEqual([GREY, GREY, GREY]);
  else expect(inside).not.toEqual([GREY, GREY, GREY]);
});

test("an empty cell is outlined", async () => {
  const shown = await show({ sourceId: null });
  const [edge] = shown.at(160, 0);
  const [inside] = shown.at(160, 90);
  expect(inside).toBe(rgb(theme.cell)[0]);
  expect(edge).toBeGreaterThan(inside + 15);
});

test("a name too long ends in an ellipsis inside its tile; at twice the density everything is twice as large", async () => {
  const name = "A camera with a name that no tile of this width could ever hold in a single line of text";
  const shown = await show({ name }, 2);
  expect(shown.count(theme.text, 12, 304, 400, 44)).toBeGreaterThan(600);
  expect(shown.at(634, 330)).toEqual([GREY, GREY, GREY]);
});

test.each([1, 2])(
  "unlinked: a small mark in the other corner of an undimmed picture, at %d px per CSS px",
  async (ratio) => {
    const corner = [(WIDTH - 30) * ratio, 0, 30 * ratio, 30 * ratio] as const;
    const linked = await show({}, ratio);
    expect(linked.count(theme.text, ...corner)).toBe(0);
    wall?.dispose();
    const shown = await show({ unlinked: true }, ratio);
    expect(shown.at(200 * ratio, 90 * ratio)).toEqual([GREY, GREY, GREY]);
    expect(shown.at(60 * ratio, 10 * ratio)).toEqual([GREY, GREY, GREY]);
    expect(shown.count(theme.text, ...corner)).toBeGreaterThan(15 * ratio);
    wall?.dispose();
    // Backwards as well: both are visible.
    const both = await show({ unlinked: true, overlay: "rip" }, ratio);
    expect(both.count(theme.accent, 6 * ratio, 6 * ratio, 40 * ratio, 22 * ratio)).toBeGreaterThan(20);
    expect(both.count(theme.text, ...corner)).toBeGreaterThan(15 * ratio);
  },
);
