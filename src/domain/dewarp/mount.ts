import { mat3, vec3 } from "gl-matrix";
import type { Orientation } from "./config.ts";
import { radians, type Vec3 } from "./lens.ts";

/**
 * World (W: y is gravity, z "north", x "east"), view and lens frames, all right-handed, x right, y down, z forward.
 * Matrices are gl-matrix's: column-major, multiplied in the order written. Arrays keep double precision.
 */
export type Matrix3 = mat3;

const identity = (): Matrix3 => [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** y' = y cos a - z sin a, z' = y sin a + z cos a */
function rotationX(angle: number): Matrix3 {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [1, 0, 0, 0, c, s, 0, -s, c];
}

/** x' = x cos a + z sin a, z' = -x sin a + z cos a */
function rotationY(angle: number): Matrix3 {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [c, 0, -s, 0, 1, 0, s, 0, c];
}

/** World to lens: ceiling looks down (+90 degrees), floor up (-90), wall ahead. */
export function mountMatrix(orientation: Orientation): Matrix3 {
  const pitch = orientation === "ceiling" ? 90 : orientation === "floor" ? -90 : 0;
  return pitch === 0 ? identity() : rotationX(radians(pitch));
}

/** +1 where positive tilt looks down (ceiling, wall), -1 where it looks up (floor). */
export const tiltSign = (orientation: Orientation): 1 | -1 => (orientation === "floor" ? -1 : 1);

/** View to world for a heading and a depression in radians. */
export function viewMatrix(panRad: number, depressionRad: number): Matrix3 {
  return multiply(rotationY(panRad), rotationX(-depressionRad));
}

export const multiply = (a: Matrix3, b: Matrix3): Matrix3 => mat3.multiply(identity(), a, b);
export const transpose = (a: Matrix3): Matrix3 => mat3.transpose(identity(), a);

export function apply(matrix: Matrix3, v: Vec3): Vec3 {
  const out: [number, number, number] = [0, 0, 0];
  vec3.transformMat3(out, [v[0], v[1], v[2]], matrix);
  return out;
}

/** Unit direction of a heading and a depression in radians, in frame W. */
export const headingDirection = (headingRad: number, depressionRad: number): Vec3 => [
  Math.cos(depressionRad) * Math.sin(headingRad),
  Math.sin(depressionRad),
  Math.cos(depressionRad) * Math.cos(headingRad),
];

export function normalise(v: Vec3): Vec3 {
  const length = Math.hypot(v[0], v[1], v[2]);
  return [v[0] / length, v[1] / length, v[2] / length];
}
