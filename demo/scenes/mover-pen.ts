/** Draws the solids of a mover, its shadow and its lamps as the camera sees them. */
import type { CameraView } from "./camera-view.ts";
import { type Picture, type Spot, type Yuv, yuv } from "./picture.ts";
import { along, subtract, unit, type Vector, vector } from "./vector.ts";
import { type Part, middle } from "./mover-parts.ts";

/** The light of the place: its direction, how dark shadows are (0..1), how bright objects are. */
export interface MoverLight {
  readonly towards: Vector;
  readonly shadow: number;
  readonly brightness: number;
}

export class Pen {
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
