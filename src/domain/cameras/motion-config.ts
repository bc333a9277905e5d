/** The motion detection dialog (document 2, section 5): brush 1 to 200 (40), object size 0 to 100 (5). */
import { clamp } from "#base/geometry.ts";
import {
  BRUSH_DEFAULT,
  BRUSH_MAX,
  BRUSH_MIN,
  OBJECT_SIZE_DEFAULT,
  OBJECT_SIZE_MAX,
  OBJECT_SIZE_MIN,
} from "../limits/administration.ts";

export type MaskMode = "draw" | "erase";
interface MotionConfiguration {
  readonly objectSize: number;
  readonly brushSize: number;
  readonly mode: MaskMode;
}
export const defaultMotionConfiguration: MotionConfiguration = {
  objectSize: OBJECT_SIZE_DEFAULT,
  brushSize: BRUSH_DEFAULT,
  mode: "draw",
};

/** The typed value, clamped; a value that is not a number becomes the default. */
export const objectSize = (value: unknown): number =>
  numberIn(value, OBJECT_SIZE_MIN, OBJECT_SIZE_MAX, OBJECT_SIZE_DEFAULT);
export const brushSize = (value: unknown): number => numberIn(value, BRUSH_MIN, BRUSH_MAX, BRUSH_DEFAULT);

function numberIn(value: unknown, min: number, max: number, otherwise: number): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? clamp(Math.round(number), min, max) : otherwise;
}
