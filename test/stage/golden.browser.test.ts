import { commands } from "vitest/browser";
import { afterEach, expect, test } from "vitest";
import { fisheyeScene } from "#test/support/fisheye-scene.ts";
import type { PainterKind } from "#domain/stage/painter-choice.ts";
import type { TileView } from "#protocol/stage-worker.ts";
import { sceneFrame } from "./support/frames.ts";
import { stageView, tileView } from "./support/views.ts";
import { makeWall, type TestWall } from "./support/wall.ts";

// Whole scenes of the stage compared with pictures that a person has checked (test/fixtures/golden). A missing picture
// is written, and its test fails once: look at the picture before you commit it. The comparison uses the means of small
// blocks, because fonts differ slightly between machines; missing or displaced elements still fail.
const BLOCK_PX = 8;
const COLUMNS = 4;
const WIDTH = 1292;
const TILE = { width: 320, height: 180 };
const GAP = 4;

let wall: TestWall | null = null;
afterEach(() => {
  wall?.dispose();
  wall = null;
});

const place = (index: number) => ({
  x: (index % COLUMNS) * (TILE.width + GAP),
  y: Math.floor(index / COLUMNS) * (TILE.height + GAP),
  ...TILE,
});
const fisheye = fisheyeScene();

/** A round picture with spokes and rings of known colours. */
function roundFrame(): VideoFrame {
  const canvas = new OffscreenCanvas(480, 480);
  const painter = canvas.getContext("2d");
  if (!painter) throw new Error("no 2D canvas");
  painter.fillStyle = "#000";
  painter.fillRect(0, 0, 480, 480);
  for (let ring = 6; ring > 0; ring -= 1) {
    for (let spoke = 0; spoke < 12; spoke += 1) {
      painter.fillStyle = `hsl(${spoke * 30} ${(ring + spoke) % 2 ? 60 : 25}% ${25 + ring * 8}%)`;
      painter.beginPath();
      painter.moveTo(240, 240);
      painter.arc(240, 240, ring * 40, (spoke * Math.PI) / 6, ((spoke + 1) * Math.PI) / 6);
      painter.fill();
    }
  }
  return new VideoFrame(canvas, { timestamp: 0, alpha: "discard" });
}

type Cell = Partial<TileView> & { readonly source?: "scene" | "square" | "round" | null };
const scenes: Readonly<Record<string, readonly Cell[]>> = {
  states: [
    { name: "Lobby", badges: ["LIVE"] },
    { name: "Car park", badges: ["LIVE", "LBM"], overlay: "connecting", message: "Connecting…" },
    { name: "Yard", overlay: "error", message: "Stream failed\nretrying" },
    { name: "Gate", overlay: "error", errorIcon: "ban", message: "Not available" },
    { name: "Corridor", overlay: "no_video", message: "No video" },
    { name: "Night street", overlay: "delay", message: "0:42" },
    { name: "Square (PTZ)", badges: ["PTZ"], overlay: "play" },
    { name: "Shop", badges: ["12:04:31"], overlay: "rip", message: "Reverse" },
  ],
  frames: [
    { name: "Hovered", frame: "hover" },
    { name: "Focused", frame: "focus" },
    { name: "Resized, and it fits", frame: "valid" },
    { name: "Resized, and it does not", frame: "invalid" },
    { name: "Dropped here", frame: "drop" },
    { sourceId: null, source: null },
    {
      name: "A camera with a name that is far too long for a tile of this width, and goes on and on",
      badges: ["LIVE"],
    },
    { name: "Moved", opacity: 0.6, floating: true },
  ],
  pictures: [
    { name: "Four by three", source: "square" },
    { name: "Zoomed", zoom: { scale: 3, centerX: 0.7, centerY: 0.6 } },
    { name: "Round", source: "round" },
    { name: "Perspective", source: "round", dewarp: fisheye },
    { name: "Panorama", source: "round", dewarp: { ...fisheye, mode: 2 } },
    { name: "Quad", source: "round", dewarp: { ...fisheye, layout: "quad" } },
    { name: "Double panorama", source: "round", dewarp: { ...fisheye, mode: 2, layout: "double-panorama" } },
    { name: "Wall mount", source: "round", dewarp: { ...fisheye, orientation: "wall", pan: -20, tilt: 10 } },
  ],
};

async function show(cells: readonly Cell[], painter: PainterKind): Promise<{ rgba: Uint8Array; height: number }> {
  const tiles = cells.map((cell, index) => tileView(`t${index}`, place(index), cell));
  const height = Math.ceil(cells.length / COLUMNS) * (TILE.height + GAP) - GAP;
  wall = await makeWall(stageView(WIDTH, height, tiles), "rgba-bytes", "mesh", painter);
  for (const [index, { source = "scene" }] of cells.entries()) {
    if (source === "round") wall.source(`t${index}`).put(roundFrame());
    else if (source !== null) wall.source(`t${index}`).put(sceneFrame(source === "square" ? 240 : 320, 180, index));
  }
  await wall.stage.whenIdle();
  return { rgba: wall.read(), height };
}

async function png(rgba: Uint8Array, height: number): Promise<string> {
  const canvas = new OffscreenCanvas(WIDTH, height);
  canvas.getContext("2d")?.putImageData(new ImageData(new Uint8ClampedArray(rgba), WIDTH, height), 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
}

async function golden(path: string): Promise<Uint8ClampedArray | null> {
  const text = await commands.readFile(path, "base64").catch(() => null);
  if (text === null) return null;
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))]), {
    colorSpaceConversion: "none",
  });
  const painter = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  painter?.drawImage(bitmap, 0, 0);
  return painter?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? null;
}

/** The largest difference of the mean colours of two blocks, 0..255, and its position. */
function worstBlock(a: ArrayLike<number>, b: ArrayLike<number>, height: number): { difference: number; at: string } {
  let worst = { difference: 0, at: "" };
  for (let top = 0; top + BLOCK_PX <= height; top += BLOCK_PX)
    for (let left = 0; left + BLOCK_PX <= WIDTH; left += BLOCK_PX)
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let y = top; y < top + BLOCK_PX; y += 1)
          for (let x = left; x < left + BLOCK_PX; x += 1) {
            const at = (y * WIDTH + x) * 4 + channel;
            sum += (a[at] ?? 0) - (b[at] ?? 0);
          }
        const difference = Math.abs(sum) / BLOCK_PX ** 2;
        if (difference > worst.difference) worst = { difference, at: `${left}, ${top}` };
      }
  return worst;
}

// One set of pictures for both: what draws must not be seen.
test.each(Object.keys(scenes).flatMap((name) => [[name, "webgl2"] as const, [name, "canvas2d"] as const]))(
  "the scene of %s by %s looks as it was looked at",
  async (name, painter) => {
    const { rgba, height } = await show(scenes[name] ?? [], painter);
    const path = `test/fixtures/golden/${name}.png`;
    const wanted = await golden(path);
    if (!wanted) {
      await commands.writeFile(path, await png(rgba, height), "base64");
      throw new Error(`${path} was not there and has been written: look at it`);
    }
    expect(wanted.length).toBe(rgba.length);
    const { difference, at } = worstBlock(rgba, wanted, height);
    expect(difference, `at ${at}`).toBeLessThan(24);
  },
);
