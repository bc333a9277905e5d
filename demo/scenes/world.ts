import { ballDistance, boxDistance, boxNormal, misses, rayOf } from "./rays.ts";
import { type Vector, unit, vector } from "./vector.ts";

/**
 * Writes the colour of a surface at a point, 0..255 each, into `out`. A `glow` surface keeps its colour without
 * lighting.
 */
export interface Material {
  readonly glow?: boolean;
  paint(place: Vector, normal: Vector, out: Float64Array): void;
}

interface Box {
  readonly min: Vector;
  readonly max: Vector;
  readonly material: Material;
}
/** Boxes that stand together, inside one larger box: a ray that misses the larger box misses them all. */
interface Cluster {
  min: Vector;
  max: Vector;
  readonly boxes: Box[];
  /** six numbers for each box, its corners: millions of rays read nothing else of it */
  readonly corners: number[];
}
interface Ball {
  readonly centre: Vector;
  readonly radius: number;
  readonly material: Material;
}
interface Lamp {
  readonly place: Vector;
  readonly power: number;
  readonly color: readonly [number, number, number];
}

/** Smooth pseudo-random 0..1 for a point in the plane. */
function valueNoise(x: number, y: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const at = (a: number, b: number): number => {
    let h = Math.imul(a, 374_761_393) ^ Math.imul(b, 668_265_263);
    h = Math.imul(h ^ (h >>> 13), 1_274_126_177);
    return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
  };
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const top = at(ix, iy) + (at(ix + 1, iy) - at(ix, iy)) * sx;
  const bottom = at(ix, iy + 1) + (at(ix + 1, iy + 1) - at(ix, iy + 1)) * sx;
  return top + (bottom - top) * sy;
}

/** Two octaves of noise: enough for plaster, asphalt and leaves. */
export const roughness = (x: number, y: number): number =>
  valueNoise(x, y) * 0.65 + valueNoise(x * 3.1, y * 3.1) * 0.35;

export const plain = (r: number, g: number, b: number, rough = 0.08): Material => ({
  paint(p, n, out) {
    const u = Math.abs(n.x) > 0.5 ? p.z : p.x;
    const v = Math.abs(n.y) > 0.5 ? p.z : p.y;
    const k = 1 - rough / 2 + rough * roughness(u * 4, v * 4);
    out[0] = r * k;
    out[1] = g * k;
    out[2] = b * k;
  },
});

export const glowing = (r: number, g: number, b: number): Material => ({
  glow: true,
  paint(_p, _n, out) {
    out[0] = r;
    out[1] = g;
    out[2] = b;
  },
});

/**
 * A place: ground, boxes, balls, a sun (or a soft light from above), lamps, a sky. It is traced once, pixel by pixel.
 */
export class World {
  readonly #loose: Cluster = { min: vector(-1e4, -1e4, -1e4), max: vector(1e4, 1e4, 1e4), boxes: [], corners: [] };
  readonly #clusters: Cluster[] = [this.#loose];
  #into: Cluster = this.#loose;
  readonly #balls: Ball[] = [];
  readonly #lamps: Lamp[] = [];
  ground: Material = plain(120, 120, 118);
  /** the direction of the light source */
  sun: Vector = unit(vector(-0.5, -1, -0.35));
  sunPower = 0.75;
  ambient = 0.45;
  fogColor: readonly [number, number, number] = [200, 212, 225];
  /** the distance in metres at which fog hides about two thirds; 0 = clear air */
  fogM = 0;
  sky: (direction: Vector, out: Float64Array) => void = (d, out) => {
    const up = Math.max(0, -d.y);
    const cloud = roughness((d.x / (up + 0.25)) * 3, (d.z / (up + 0.25)) * 3);
    const white = Math.max(0, cloud - 0.45) * 1.6;
    out[0] = 205 - up * 120 + white * 90;
    out[1] = 220 - up * 70 + white * 50;
    out[2] = 235 - up * 20 + white * 15;
  };

  /** A box that stands (or hangs) with its corner at (x, z): `base` and `height` in metres above ground. */
  box(x: number, z: number, width: number, depth: number, base: number, height: number, material: Material): this {
    const min = vector(x, -(base + height), z);
    const max = vector(x + width, -base, z + depth);
    const into = this.#into;
    into.boxes.push({ min, max, material });
    into.corners.push(min.x, min.y, min.z, max.x, max.y, max.z);
    if (into === this.#loose) return this;
    into.min = vector(Math.min(into.min.x, min.x), Math.min(into.min.y, min.y), Math.min(into.min.z, min.z));
    into.max = vector(Math.max(into.max.x, max.x), Math.max(into.max.y, max.y), Math.max(into.max.z, max.z));
    return this;
  }

  /** Groups the boxes that `build` adds; this only speeds up the tracing. */
  cluster(build: () => void): void {
    this.#into = { min: vector(1e4, 1e4, 1e4), max: vector(-1e4, -1e4, -1e4), boxes: [], corners: [] };
    this.#clusters.push(this.#into);
    build();
    this.#into = this.#loose;
  }

  ball(x: number, height: number, z: number, radius: number, material: Material): this {
    this.#balls.push({ centre: vector(x, -height, z), radius, material });
    return this;
  }

  lamp(x: number, height: number, z: number, power: number, color: readonly [number, number, number]): this {
    this.#lamps.push({ place: vector(x, -height, z), power, color });
    return this;
  }

  /** Writes the colour seen from `from` along the unit vector `direction`, 0..255, into `out`. */
  look(from: Vector, direction: Vector, out: Float64Array): void {
    const hit = this.#nearest(from, direction, 400);
    if (!hit) {
      this.sky(direction, out);
      return;
    }
    const { distance, normal, material } = hit;
    const place = vector(
      from.x + direction.x * distance,
      from.y + direction.y * distance,
      from.z + direction.z * distance,
    );
    material.paint(place, normal, out);
    if (!material.glow) this.#light(place, normal, out);
    if (this.fogM > 0) {
      const share = 1 - Math.exp(-distance / this.fogM);
      for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - share) + (this.fogColor[c] ?? 0) * share;
    }
  }

  #light(place: Vector, normal: Vector, out: Float64Array): void {
    const start = vector(place.x + normal.x * 0.01, place.y + normal.y * 0.01, place.z + normal.z * 0.01);
    const facing = normal.x * this.sun.x + normal.y * this.sun.y + normal.z * this.sun.z;
    const lit = facing > 0 && this.sunPower > 0 && !this.#blocked(start, this.sun, 60) ? facing * this.sunPower : 0;
    // The sky lights surfaces that face up more than those that face down.
    const soft = this.ambient * (0.75 - normal.y * 0.25);
    let [r, g, b] = [lit * 1.06 + soft, lit + soft, lit * 0.9 + soft * 1.08];
    for (const lamp of this.#lamps) {
      const dx = lamp.place.x - start.x;
      const dy = lamp.place.y - start.y;
      const dz = lamp.place.z - start.z;
      const d = Math.hypot(dx, dy, dz) || 1;
      const share =
        ((0.15 + Math.max(0, (dx * normal.x + dy * normal.y + dz * normal.z) / d)) * lamp.power) / (1 + d * d * 0.25);
      r += share * lamp.color[0];
      g += share * lamp.color[1];
      b += share * lamp.color[2];
    }
    out[0] = (out[0] ?? 0) * r;
    out[1] = (out[1] ?? 0) * g;
    out[2] = (out[2] ?? 0) * b;
  }

  #blocked(from: Vector, direction: Vector, reach: number): boolean {
    const ray = rayOf(from, direction);
    for (const { centre, radius } of this.#balls) {
      const t = ballDistance(from, direction, centre, radius);
      if (t > 0.02 && t < reach) return true;
    }
    for (const cluster of this.#clusters) {
      if (cluster !== this.#loose && misses(ray, cluster)) continue;
      const { boxes, corners } = cluster;
      for (let i = 0; i < boxes.length; i++) {
        const t = boxDistance(ray, corners, i * 6);
        if (t > 0.02 && t < reach && !boxes[i]?.material.glow) return true;
      }
    }
    return false;
  }

  #nearest(from: Vector, direction: Vector, reach: number) {
    let best = reach;
    let box: Box | null = null;
    let ball: Ball | null = null;
    let onGround = false;
    if (direction.y > 1e-6) {
      const t = -from.y / direction.y;
      if (t > 0 && t < best) {
        best = t;
        onGround = true;
      }
    }
    const ray = rayOf(from, direction);
    for (const cluster of this.#clusters) {
      if (cluster !== this.#loose && misses(ray, cluster)) continue;
      const { boxes, corners } = cluster;
      for (let i = 0; i < boxes.length; i++) {
        const t = boxDistance(ray, corners, i * 6);
        if (t > 0.001 && t < best) {
          best = t;
          box = boxes[i] ?? null;
          onGround = false;
        }
      }
    }
    for (const candidate of this.#balls) {
      const t = ballDistance(from, direction, candidate.centre, candidate.radius);
      if (t > 0.001 && t < best) {
        best = t;
        ball = candidate;
        onGround = false;
      }
    }
    if (onGround) return { distance: best, normal: UP, material: this.ground };
    const place = vector(from.x + direction.x * best, from.y + direction.y * best, from.z + direction.z * best);
    if (ball) {
      const { centre, radius, material } = ball;
      const normal = vector(
        (place.x - centre.x) / radius,
        (place.y - centre.y) / radius,
        (place.z - centre.z) / radius,
      );
      return { distance: best, normal, material };
    }
    if (box) return { distance: best, normal: boxNormal(place, box, direction), material: box.material };
    return null;
  }
}

const UP = vector(0, -1, 0);
