import { describe, expect, test } from "vitest";
import {
  drawFrameCode,
  FRAME_CODE_COLUMNS,
  FRAME_CODE_LOOP_MS,
  FRAME_CODE_ROWS,
  frameAgeMs,
  frameCodeCellPx,
  readFrameCode,
} from "#domain/frame-code.ts";

describe("the mark in the demo cameras' pictures", () => {
  test.each([180, 320, 360, 720, 1024])("is read back from a picture of %i lines", (height) => {
    const width = height * 2;
    const luma = new Uint8Array(width * height).fill(120);
    for (const code of [
      { phaseMs: 0, source: 1 },
      { phaseMs: FRAME_CODE_LOOP_MS - 1, source: 255 },
      { phaseMs: 12_345, source: 108 },
    ]) {
      drawFrameCode(luma, width, height, code);
      expect(readFrameCode((x, y) => luma[Math.floor(y) * width + Math.floor(x)] ?? 0, height)).toEqual(code);
    }
  });

  test("stays in its corner", () => {
    const luma = new Uint8Array(1280 * 720).fill(120);
    drawFrameCode(luma, 1280, 720, { phaseMs: 1, source: 2 });
    const cell = frameCodeCellPx(720);
    expect(cell).toBe(16);
    expect(luma[FRAME_CODE_COLUMNS * cell]).toBe(120);
    expect(luma[FRAME_CODE_ROWS * cell * 1280]).toBe(120);
  });

  test("nothing is read from a picture without one, in one colour or in the middle", () => {
    for (const value of [0, 16, 120, 235, 255]) expect(readFrameCode(() => value, 720)).toBeNull();
  });

  test("one wrong cell is noticed", () => {
    const luma = new Uint8Array(640 * 360);
    const cell = frameCodeCellPx(360);
    for (let i = 0; i < FRAME_CODE_COLUMNS * FRAME_CODE_ROWS; i++) {
      drawFrameCode(luma, 640, 360, { phaseMs: 4321, source: 7 });
      const read = (x: number, y: number): number => {
        const at = Math.floor(y / cell) * FRAME_CODE_COLUMNS + Math.floor(x / cell);
        const value = luma[Math.floor(y) * 640 + Math.floor(x)] ?? 0;
        return at === i ? 251 - value : value;
      };
      expect(readFrameCode(read, 360)).toBeNull();
    }
  });

  test("age counts over the end of the loop", () => {
    expect(frameAgeMs({ phaseMs: 19_990, source: 1 }, FRAME_CODE_LOOP_MS * 1000 + 15)).toBe(25);
    expect(frameAgeMs({ phaseMs: 100, source: 1 }, FRAME_CODE_LOOP_MS * 7 + 100)).toBe(0);
  });
});
