/** The bodies of persons and vehicles: solids in metres, which a pen draws. */
import type { CameraView } from "./camera-view.ts";
import { along, lengthOf, subtract, type Vector, vector } from "./vector.ts";

type Paint = "own" | readonly [number, number, number];

/** A convex solid defined by its corners, or a ball. */
export interface Part {
  readonly paint: Paint;
  readonly corners: readonly Vector[];
  /** for boxes: faces as corner numbers with their shade 0..1 */
  readonly faces: readonly { readonly corners: readonly number[]; readonly normal: Vector }[];
}

const SKIN = [205, 160, 130] as const;
const TROUSERS = [48, 52, 66] as const;
const GLASS = [40, 52, 62] as const;
const TYRE = [26, 26, 28] as const;

function box(
  centre: Vector,
  heading: Vector,
  along_: number,
  across: number,
  base: number,
  height: number,
  paint: Paint,
  taper = 1,
): Part {
  const side = vector(heading.z, 0, -heading.x);
  const corner = (a: number, c: number, h: number, k: number): Vector =>
    vector(
      centre.x + heading.x * a * along_ * k * 0.5 + side.x * c * across * 0.5 * (k * 0.5 + 0.5),
      -(base + h * height),
      centre.z + heading.z * a * along_ * k * 0.5 + side.z * c * across * 0.5 * (k * 0.5 + 0.5),
    );
  const corners = [0, 1].flatMap((h) =>
    [
      [1, 1],
      [1, -1],
      [-1, -1],
      [-1, 1],
    ].map(([a = 0, c = 0]) => corner(a, c, h, h === 1 ? taper : 1)),
  );
  const back = vector(-heading.x, 0, -heading.z);
  const other = vector(-side.x, 0, -side.z);
  return {
    paint,
    corners,
    faces: [
      { corners: [0, 1, 5, 4], normal: heading },
      { corners: [1, 2, 6, 5], normal: other },
      { corners: [2, 3, 7, 6], normal: back },
      { corners: [3, 0, 4, 7], normal: side },
      { corners: [4, 5, 6, 7], normal: vector(0, -1, 0) },
    ],
  };
}

/** An upright rounded body: drawn as the outline of its rings. */
function rounded(bottom: Vector, top: Vector, bottomR: number, topR: number, paint: Paint): Part {
  const ring = (centre: Vector, radius: number): Vector[] =>
    Array.from({ length: 10 }, (_, i) => {
      const angle = (i / 10) * 2 * Math.PI;
      return vector(centre.x + Math.cos(angle) * radius, centre.y, centre.z + Math.sin(angle) * radius);
    });
  return { paint, corners: [...ring(bottom, bottomR), ...ring(top, topR)], faces: [] };
}

export function personParts(at: Vector, heading: Vector, walked: number): Part[] {
  const swing = Math.sin(walked * 4.2) * 0.26;
  const side = vector(heading.z, 0, -heading.x);
  const limb = (c: number, forward: number, height: number): Vector =>
    vector(at.x + side.x * c + heading.x * forward, -height, at.z + side.z * c + heading.z * forward);
  const head = limb(0, 0.03, 1.66);
  return [
    rounded(limb(0.1, swing, 0), limb(0.09, 0, 0.85), 0.07, 0.1, TROUSERS),
    rounded(limb(-0.1, -swing, 0), limb(-0.09, 0, 0.85), 0.07, 0.1, TROUSERS),
    rounded(limb(0.27, -swing * 0.8, 0.85), limb(0.22, 0, 1.42), 0.05, 0.07, "own"),
    rounded(limb(0, 0, 0.8), limb(0, 0, 1.48), 0.17, 0.22, "own"),
    rounded(limb(-0.27, swing * 0.8, 0.85), limb(-0.22, 0, 1.42), 0.05, 0.07, "own"),
    rounded(vector(head.x, head.y + 0.1, head.z), vector(head.x, head.y - 0.08, head.z), 0.09, 0.1, SKIN),
    rounded(vector(head.x, head.y - 0.05, head.z), vector(head.x, head.y - 0.14, head.z), 0.105, 0.07, [58, 44, 36]),
  ];
}

export function carParts(at: Vector, heading: Vector, kind: "car" | "cart"): Part[] {
  if (kind === "cart") {
    const front = along(at, heading, 0.9);
    return [
      box(at, heading, 2.2, 1.1, 0.25, 0.75, "own"),
      box(along(at, heading, -0.6), heading, 0.8, 1.0, 1, 1.1, GLASS, 0.9),
      box(along(front, heading, 0.8), heading, 1, 1, 0.15, 0.9, [166, 128, 84]),
      box(front, heading, 0.12, 0.9, 0.2, 2, TYRE),
    ];
  }
  const side = vector(heading.z, 0, -heading.x);
  const wheel = (a: number, c: number): Part =>
    box(along(along(at, heading, a), side, c), heading, 0.62, 0.2, 0, 0.62, TYRE);
  return [
    wheel(1.35, 0.78),
    wheel(-1.35, 0.78),
    wheel(1.35, -0.78),
    wheel(-1.35, -0.78),
    box(at, heading, 4.3, 1.76, 0.28, 0.52, "own"),
    box(along(at, heading, -0.25), heading, 2.7, 1.62, 0.8, 0.56, GLASS, 0.72),
    box(along(at, heading, -0.25), heading, 1.9, 1.36, 1.36, 0.05, "own"),
  ];
}

export const middle = (part: Part): Vector => {
  const sum = part.corners.reduce((a, b) => vector(a.x + b.x, a.y + b.y, a.z + b.z), vector(0, 0, 0));
  return vector(sum.x / part.corners.length, sum.y / part.corners.length, sum.z / part.corners.length);
};

export function sortParts(parts: readonly Part[], view: CameraView): Part[] {
  const far = (part: Part): number => lengthOf(subtract(middle(part), view.position));
  return [...parts].sort((a, b) => far(b) - far(a));
}
