import { clamp, type Point, type Size } from "#base/geometry.ts";

/**
 * Fisheye lens models. Frame L: z along the optical axis, x right and y down as in the picture. Pictures are continuous:
 * pixel (i, j) has its centre at (i + 0.5, j + 0.5), y down.
 */
export interface Lens {
  readonly projection: "equidistant" | "equisolid" | "stereographic" | "orthographic" | "polynomial";
  /** whole field of view in degrees: the angle across the circle */
  readonly fov: number;
  /** centre of the circle as a share of the picture's width and height */
  readonly centerX: number;
  readonly centerY: number;
  /** vertical radius as a share of the picture's shorter side */
  readonly radius: number;
  /** horizontal radius / vertical radius, not 1 for anamorphic streams */
  readonly stretch: number;
  /** degrees by which the picture's content is turned clockwise */
  readonly roll: number;
  /** polynomial: theta (1 + k1 theta^2 + k2 theta^4 + k3 theta^6 + k4 theta^8) */
  readonly k: readonly [number, number, number, number];
}

export const DEFAULT_LENS: Lens = {
  projection: "equidistant",
  fov: 180,
  centerX: 0.5,
  centerY: 0.5,
  radius: 0.5,
  stretch: 1,
  roll: 0,
  k: [0, 0, 0, 0],
};

/** The limits of the lens values that can be set by hand (the recorder takes no others). */
export const LENS_RADIUS_RANGE = { min: 0.05, max: 2 } as const;
export const LENS_FOV_RANGE = { min: 30, max: 280, step: 1 } as const;
export const LENS_ROLL_RANGE = { min: -180, max: 180, step: 1 } as const;

/** A lens whose circle was dragged, moved back inside these limits. */
export const clampLens = (lens: Lens): Lens => ({
  ...lens,
  centerX: clamp(lens.centerX, 0, 1),
  centerY: clamp(lens.centerY, 0, 1),
  radius: clamp(lens.radius, LENS_RADIUS_RANGE.min, LENS_RADIUS_RANGE.max),
});

/** A lens whose circle was found in its picture: its other values stay. */
export const withCircle = (lens: Lens, { centerX, centerY, radius, stretch }: Lens): Lens => ({
  ...lens,
  centerX,
  centerY,
  radius,
  stretch,
});

export type Vec3 = readonly [number, number, number];

/** The lens circle in pixels of one picture. */
export interface LensCircle {
  readonly cx: number;
  readonly cy: number;
  readonly rx: number;
  readonly ry: number;
}

export function lensCircle(lens: Lens, picture: Size): LensCircle {
  const ry = lens.radius * Math.min(picture.width, picture.height);
  return { cx: lens.centerX * picture.width, cy: lens.centerY * picture.height, rx: ry * lens.stretch, ry };
}

/** A circle that is found so far from the stored one, as a share of its radius, is not the one that was stored. */
export const MOVED_FROM = 0.02;

/** How far the circles of two lenses lie apart in a picture, by centre or radius, as a share of the first one's radius. */
export function circleDistance(one: Lens, other: Lens, picture: Size): number {
  const [a, b] = [lensCircle(one, picture), lensCircle(other, picture)];
  return Math.max(Math.hypot(a.cx - b.cx, a.cy - b.cy), Math.abs(a.rx - b.rx), Math.abs(a.ry - b.ry)) / a.ry;
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;
export const degrees = (radian: number): number => (radian * 180) / Math.PI;

/** Half the field of view in radians: the largest angle from the axis that the lens sees. */
export const lensHalfFov = (lens: Lens): number => radians(lens.fov / 2);

/** Radius (in any unit) at which a ray `theta` radians off the axis falls. */
export function lensRadius(lens: Lens, theta: number): number {
  switch (lens.projection) {
    case "equidistant":
      return theta;
    case "equisolid":
      return 2 * Math.sin(theta / 2);
    case "stereographic":
      return 2 * Math.tan(theta / 2);
    case "orthographic":
      // beyond 90 degrees the sine would decrease: go on straight, so that such rays stay outside the circle
      return theta <= Math.PI / 2 ? Math.sin(theta) : 1 + (theta - Math.PI / 2);
    case "polynomial": {
      // the polynomial is fitted only inside the circle: beyond it might fold back and show a ghost of the scene behind
      // the camera
      const inside = Math.min(theta, lensHalfFov(lens));
      const square = inside * inside;
      const [k1, k2, k3, k4] = lens.k;
      return inside * (1 + square * (k1 + square * (k2 + square * (k3 + square * k4)))) + (theta - inside);
    }
  }
}

/** The inverse of `lensRadius` for radii on the circle. */
export function lensAngle(lens: Lens, radius: number): number {
  switch (lens.projection) {
    case "equidistant":
      return radius;
    case "equisolid":
      return 2 * Math.asin(Math.min(1, radius / 2));
    case "stereographic":
      return 2 * Math.atan(radius / 2);
    case "orthographic":
      return Math.asin(Math.min(1, radius));
    case "polynomial": {
      // The radius only grows, whatever the coefficients are: halving always finds the angle, Newton's steps may
      // diverge.
      let [low, high] = [0, lensHalfFov(lens)];
      for (let round = 0; round < 50; round += 1) {
        const middle = (low + high) / 2;
        if (lensRadius(lens, middle) < radius) low = middle;
        else high = middle;
      }
      return (low + high) / 2;
    }
  }
}

/** Whether a polynomial lens grows up to its edge; other lenses always do. */
export function isMonotonic(lens: Lens): boolean {
  const half = lensHalfFov(lens);
  let before = 0;
  for (let step = 1; step <= 256; step += 1) {
    const radius = lensRadius(lens, (half * step) / 256);
    if (!(radius > before)) return false;
    before = radius;
  }
  return true;
}

/** Turns (x, y) by `angle` radians, clockwise on the screen (y is down). */
const rotate = (x: number, y: number, angle: number): Point => ({
  x: x * Math.cos(angle) - y * Math.sin(angle),
  y: x * Math.sin(angle) + y * Math.cos(angle),
});

/**
 * Where a direction of frame L falls, as a share of the circle: length 1 is the rim, more is outside. y down. The
 * shaders interpolate this or compute it per fragment.
 */
export function lensPoint(lens: Lens, direction: Vec3): Point {
  const [x, y, z] = direction;
  const side = Math.hypot(x, y);
  if (side === 0)
    return z >= 0 ? { x: 0, y: 0 } : { x: lensRadius(lens, Math.PI) / lensRadius(lens, lensHalfFov(lens)), y: 0 };
  const q = lensRadius(lens, Math.atan2(side, z)) / lensRadius(lens, lensHalfFov(lens));
  const turned = rotate(x, y, radians(lens.roll));
  return { x: (q * turned.x) / side, y: (q * turned.y) / side };
}

/** Source pixel of a direction of frame L, and whether the lens sees it and the picture holds it. */
export function directionToSource(lens: Lens, picture: Size, direction: Vec3): Point & { readonly visible: boolean } {
  const circle = lensCircle(lens, picture);
  const at = lensPoint(lens, direction);
  const x = circle.cx + circle.rx * at.x;
  const y = circle.cy + circle.ry * at.y;
  const inCircle = Math.hypot(at.x, at.y) <= 1 + 1e-9;
  return { x, y, visible: inCircle && x >= 0 && x <= picture.width && y >= 0 && y <= picture.height };
}

/** Direction of frame L that falls on a source pixel, or null outside the circle. */
export function sourceToDirection(lens: Lens, picture: Size, source: Point): Vec3 | null {
  const circle = lensCircle(lens, picture);
  const back = rotate((source.x - circle.cx) / circle.rx, (source.y - circle.cy) / circle.ry, -radians(lens.roll));
  const q = Math.hypot(back.x, back.y);
  if (q > 1 + 1e-9) return null;
  if (q === 0) return [0, 0, 1];
  const theta = lensAngle(lens, q * lensRadius(lens, lensHalfFov(lens)));
  return [(back.x / q) * Math.sin(theta), (back.y / q) * Math.sin(theta), Math.cos(theta)];
}
