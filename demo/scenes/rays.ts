/** Intersections of rays with boxes and balls. */
import { type Vector, vector } from "./vector.ts";

/**
 * The origin of a ray and the reciprocal of each component of its direction: the division is done once, not for every
 * box.
 */
interface Ray {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly ix: number;
  readonly iy: number;
  readonly iz: number;
}
export const rayOf = ({ x, y, z }: Vector, d: Vector): Ray => ({ x, y, z, ix: 1 / d.x, iy: 1 / d.y, iz: 1 / d.z });

interface Corners {
  readonly min: Vector;
  readonly max: Vector;
}

const bounds = [0, 0, 0, 0, 0, 0];
/** Whether a ray misses a box. */
export function misses(ray: Ray, { min, max }: Corners): boolean {
  bounds[0] = min.x;
  bounds[1] = min.y;
  bounds[2] = min.z;
  bounds[3] = max.x;
  bounds[4] = max.y;
  bounds[5] = max.z;
  return boxDistance(ray, bounds, 0) < 0;
}

/**
 * The distance to the point where a ray enters a box (six numbers from `at`), or leaves it when it starts inside
 * (rooms); -1 = never.
 */
export function boxDistance(ray: Ray, corners: readonly number[], at: number): number {
  const x1 = ((corners[at] ?? 0) - ray.x) * ray.ix;
  const x2 = ((corners[at + 3] ?? 0) - ray.x) * ray.ix;
  let near = Math.min(x1, x2);
  let far = Math.max(x1, x2);
  const y1 = ((corners[at + 1] ?? 0) - ray.y) * ray.iy;
  const y2 = ((corners[at + 4] ?? 0) - ray.y) * ray.iy;
  near = Math.max(near, Math.min(y1, y2));
  far = Math.min(far, Math.max(y1, y2));
  if (near > far) return -1;
  const z1 = ((corners[at + 2] ?? 0) - ray.z) * ray.iz;
  const z2 = ((corners[at + 5] ?? 0) - ray.z) * ray.iz;
  near = Math.max(near, Math.min(z1, z2));
  far = Math.min(far, Math.max(z1, z2));
  if (near > far || far < 0) return -1;
  return near > 0 ? near : far;
}

/** The distance to the point where a ray enters a ball; -1 = never. */
export function ballDistance(from: Vector, d: Vector, centre: Vector, radius: number): number {
  const x = from.x - centre.x;
  const y = from.y - centre.y;
  const z = from.z - centre.z;
  const b = x * d.x + y * d.y + z * d.z;
  const c = x * x + y * y + z * z - radius * radius;
  const root = b * b - c;
  return root < 0 ? -1 : -b - Math.sqrt(root);
}

/** The normal of a box's side at a point on it. */
export function boxNormal(p: Vector, { min, max }: Corners, d: Vector): Vector {
  const gaps = [
    Math.min(Math.abs(p.x - min.x), Math.abs(p.x - max.x)),
    Math.min(Math.abs(p.y - min.y), Math.abs(p.y - max.y)),
    Math.min(Math.abs(p.z - min.z), Math.abs(p.z - max.z)),
  ];
  const least = Math.min(...gaps);
  // it points against the ray, which is right for the outside of objects and for the inside of rooms
  if (gaps[0] === least) return vector(d.x > 0 ? -1 : 1, 0, 0);
  if (gaps[1] === least) return vector(0, d.y > 0 ? -1 : 1, 0);
  return vector(0, 0, d.z > 0 ? -1 : 1);
}
