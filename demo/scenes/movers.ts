import type { CameraView } from "./camera-view.ts";
import { type Picture, type Spot, type Yuv, yuv } from "./picture.ts";
import { along, lengthOf, subtract, unit, type Vector, vector } from "./vector.ts";

/** A point of a path: second of the loop, metres east and north. */
type WayPoint = readonly [atS: number, x: number, z: number];

/** A person or an object that exists from the first to the last point of its path and moves all the time in between. */
export interface Mover {
  readonly kind: "person" | "car" | "cart";
  /** the colour of clothes or paint */
  readonly color: readonly [number, number, number];
  readonly way: readonly WayPoint[];
  /** headlights on (at night) */
  readonly lights?: boolean;
}

/** The light of the place: its direction, how dark shadows are (0..1), how bright objects are. */
export interface MoverLight {
  readonly towards: Vector;
  readonly shadow: number;
  readonly brightness: number;
}

const FADE_S = 0.25;

/** Draws all movers that exist at `atS`, the farthest first. */
export function drawMovers(
  picture: Picture,
  view: CameraView,
  movers: readonly Mover[],
  atS: number,
  light: MoverLight,
): void {
  const present = movers
    .map((mover) => ({ mover, place: placeAt(mover.way, atS) }))
    .flatMap(({ mover, place }) => (place ? [{ mover, ...place }] : []))
    .sort((a, b) => lengthOf(subtract(b.at, view.position)) - lengthOf(subtract(a.at, view.position)));
  for (const { mover, at, heading, presence, walked } of present) {
    const parts = mover.kind === "person" ? personParts(at, heading, walked) : carParts(at, heading, mover.kind);
    const pen = new Pen(picture, view, light, presence);
    for (const part of parts) pen.shadow(part);
    if (mover.lights) pen.beam(at, heading);
    for (const part of sortParts(parts, view)) pen.part(part, mover.color);
    if (mover.lights) pen.lamps(at, heading);
  }
}

function placeAt(way: readonly WayPoint[], atS: number) {
  const first = way[0];
  const last = way.at(-1);
  if (!first || !last || atS < first[0] || atS >= last[0]) return null;
  let walked = 0;
  for (let i = 1; i < way.length; i++) {
    const a = way[i - 1];
    const b = way[i];
    if (!a || !b) break;
    const length = Math.hypot(b[1] - a[1], b[2] - a[2]);
    if (atS >= b[0]) {
      walked += length;
      continue;
    }
    const share = (atS - a[0]) / (b[0] - a[0]);
    const presence = Math.min(1, (atS - first[0]) / FADE_S + 0.35, (last[0] - atS) / FADE_S + 0.35);
    return {
      at: vector(a[1] + (b[1] - a[1]) * share, 0, a[2] + (b[2] - a[2]) * share),
      heading: unit(vector(b[1] - a[1], 0, b[2] - a[2])),
      walked: walked + length * share,
      presence,
    };
  }
  return null;
}

type Paint = "own" | readonly [number, number, number];

/** A convex solid defined by its corners, or a ball. */
interface Part {
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

function personParts(at: Vector, heading: Vector, walked: number): Part[] {
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

function carParts(at: Vector, heading: Vector, kind: "car" | "cart"): Part[] {
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

const middle = (part: Part): Vector => {
  const sum = part.corners.reduce((a, b) => vector(a.x + b.x, a.y + b.y, a.z + b.z), vector(0, 0, 0));
  return vector(sum.x / part.corners.length, sum.y / part.corners.length, sum.z / part.corners.length);
};

function sortParts(parts: readonly Part[], view: CameraView): Part[] {
  const far = (part: Part): number => lengthOf(subtract(middle(part), view.position));
  return [...parts].sort((a, b) => far(b) - far(a));
}

class Pen {
  readonly #picture: Picture;
  readonly #view: CameraView;
  readonly #light: MoverLight;
  readonly #alpha: number;

  constructor(picture: Picture, view: CameraView, light: MoverLight, alpha: number) {
    this.#picture = picture;
    this.#view = view;
    this.#light = light;
    this.#alpha = alpha;
  }

  shadow(part: Part): void {
    const { towards, shadow } = this.#light;
    if (shadow <= 0) return;
    const slope = 1 / Math.max(0.2, -towards.y);
    const cast = part.corners.map((corner) => {
      const height = -corner.y;
      return vector(corner.x - towards.x * height * slope, 0, corner.z - towards.z * height * slope);
    });
    this.#fill(cast, { y: 30, u: 128, v: 128 }, shadow * this.#alpha * 0.5);
  }

  part(part: Part, own: readonly [number, number, number]): void {
    const paint = part.paint === "own" ? own : part.paint;
    if (part.faces.length === 0) {
      this.#fill(part.corners, this.#shade(paint, 0.62), this.#alpha);
      // the half that faces the light, as a narrower outline
      const c = middle(part);
      const lit = part.corners.map((corner) => {
        const towards = this.#light.towards;
        return vector(
          c.x + (corner.x - c.x) * 0.62 + towards.x * 0.05,
          c.y + (corner.y - c.y) * 0.94,
          c.z + (corner.z - c.z) * 0.62 + towards.z * 0.05,
        );
      });
      this.#fill(lit, this.#shade(paint, 0.95), this.#alpha * 0.85);
      return;
    }
    for (const face of part.faces) {
      const corners = face.corners.flatMap((i) => part.corners[i] ?? []);
      const to = subtract(corners[0] ?? vector(0, 0, 0), this.#view.position);
      if (to.x * face.normal.x + to.y * face.normal.y + to.z * face.normal.z >= 0) continue;
      const { towards } = this.#light;
      const facing = Math.max(0, face.normal.x * towards.x + face.normal.y * towards.y + face.normal.z * towards.z);
      this.#fill(corners, this.#shade(paint, 0.5 + 0.5 * facing), this.#alpha);
    }
  }

  /** The light of headlamps on the ground in front of a car. */
  beam(at: Vector, heading: Vector): void {
    const side = vector(heading.z, 0, -heading.x);
    for (const [reach, width, alpha] of [
      [11, 2.8, 0.1],
      [8, 2.0, 0.12],
      [5, 1.3, 0.16],
    ] as const) {
      const near = along(at, heading, 2.3);
      const far = along(near, heading, reach);
      this.#fill(
        [
          along(near, side, 0.7),
          along(far, side, width),
          along(along(far, heading, reach * 0.15), side, width * 0.5),
          along(along(far, heading, reach * 0.15), side, -width * 0.5),
          along(far, side, -width),
          along(near, side, -0.7),
        ],
        { y: 205, u: 116, v: 136 },
        alpha * this.#alpha,
      );
    }
  }

  lamps(at: Vector, heading: Vector): void {
    const side = vector(heading.z, 0, -heading.x);
    const spot = (a: number, c: number, radius: number, color: Yuv, alpha: number): void => {
      const centre = along(along(at, heading, a), side, c);
      const to = subtract(vector(centre.x, -0.62, centre.z), this.#view.position);
      if ((to.x * heading.x + to.z * heading.z) * a > 0) return;
      const ring = Array.from({ length: 14 }, (_, i) => {
        const angle = (i / 14) * 2 * Math.PI;
        return vector(
          centre.x + side.x * Math.cos(angle) * radius,
          -0.62 + Math.sin(angle) * radius,
          centre.z + side.z * Math.cos(angle) * radius,
        );
      });
      this.#fill(ring, color, alpha * this.#alpha);
    };
    for (const c of [0.62, -0.62]) {
      spot(2.16, c, 0.5, { y: 220, u: 118, v: 134 }, 0.25);
      spot(2.16, c, 0.16, { y: 232, u: 122, v: 132 }, 1);
      spot(-2.16, c, 0.13, { y: 110, u: 100, v: 220 }, 0.9);
    }
  }

  #shade(paint: readonly [number, number, number], share: number): Yuv {
    const k = share * this.#light.brightness;
    return yuv(Math.min(250, paint[0] * k), Math.min(250, paint[1] * k), Math.min(250, paint[2] * k));
  }

  #fill(corners: readonly Vector[], color: Yuv, alpha: number): void {
    const spots: Spot[] = [];
    for (const corner of corners) {
      const spot = this.#view.project(unit(subtract(corner, this.#view.position)));
      if (!spot) return;
      spots.push(spot);
    }
    this.#picture.polygon(convexHull(spots), color, alpha);
  }
}

/** Computes the convex hull (Andrew's monotone chain). */
function convexHull(spots: readonly Spot[]): Spot[] {
  const sorted = [...spots].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: readonly Spot[]): Spot[] => {
    const chain: Spot[] = [];
    for (const spot of list) {
      for (let a = chain.at(-2), b = chain.at(-1); a && b; a = chain.at(-2), b = chain.at(-1)) {
        if ((b.x - a.x) * (spot.y - a.y) - (b.y - a.y) * (spot.x - a.x) > 0) break;
        chain.pop();
      }
      chain.push(spot);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
