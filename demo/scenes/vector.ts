/** A place in metres or a direction: x east, y DOWN (gravity), z north. Heights above ground are negative y. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const vector = (x: number, y: number, z: number): Vector => ({ x, y, z });
export const subtract = (a: Vector, b: Vector): Vector => vector(a.x - b.x, a.y - b.y, a.z - b.z);
export const along = (from: Vector, direction: Vector, distance: number): Vector =>
  vector(from.x + direction.x * distance, from.y + direction.y * distance, from.z + direction.z * distance);
export const lengthOf = (a: Vector): number => Math.hypot(a.x, a.y, a.z);
export const unit = (a: Vector): Vector => {
  const length = lengthOf(a) || 1;
  return vector(a.x / length, a.y / length, a.z / length);
};
const DEGREE = Math.PI / 180;

/** The direction of a heading (clockwise from north seen from above) and a depression below the horizon, in degrees. */
export function direction(panDeg: number, depressionDeg: number): Vector {
  const pan = panDeg * DEGREE;
  const down = depressionDeg * DEGREE;
  return vector(Math.cos(down) * Math.sin(pan), Math.sin(down), Math.cos(down) * Math.cos(pan));
}
