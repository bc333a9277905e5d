import type { Vector } from "./vector.ts";
import { glowing, type Material, plain, roughness, type World } from "./world.ts";

/** Objects that several places contain, and surfaces with a pattern. */

type Rgb = readonly [number, number, number];

const put = (out: Float64Array, color: Rgb, k = 1): void => {
  out[0] = color[0] * k;
  out[1] = color[1] * k;
  out[2] = color[2] * k;
};

/** A wall of storeys and windows; `lit` = the share of windows with light behind them (night). */
export function facade(wall: Rgb, windowWidth: number, storey: number, lit = 0): Material {
  const glass: Rgb = [70, 92, 112];
  return {
    paint(p, n, out) {
      const u = Math.abs(n.x) > 0.5 ? p.z : p.x;
      const h = -p.y;
      const grain = 0.93 + 0.1 * roughness(u * 3, h * 3);
      put(out, wall, grain);
      if (Math.abs(n.y) > 0.5) return;
      const column = Math.floor(u / windowWidth);
      const row = Math.floor(h / storey);
      const fu = u / windowWidth - column;
      const fh = h / storey - row;
      if (fh < 0.03) put(out, wall, 0.78);
      if (fu < 0.2 || fu > 0.8 || fh < 0.32 || fh > 0.84) return;
      if (fu < 0.235 || fu > 0.765 || fh < 0.35 || fh > 0.81 || Math.abs(fu - 0.5) < 0.015)
        return put(out, [222, 222, 218]);
      if (lit > 0 && roughness(column * 17.3, row * 9.1 + 3) > 1 - lit) put(out, [900, 700, 380]);
      else put(out, glass, 0.7 + 0.8 * roughness(u * 0.7 + column, h));
    },
  };
}

export function bricks(color: Rgb): Material {
  return {
    paint(p, n, out) {
      const u = Math.abs(n.x) > 0.5 ? p.z : p.x;
      const h = -p.y;
      const row = Math.floor(h / 0.12);
      const shifted = u / 0.36 + (row & 1) * 0.5;
      const column = Math.floor(shifted);
      const joint = h / 0.12 - row < 0.14 || shifted - column < 0.05;
      put(out, joint ? [168, 158, 148] : color, joint ? 1 : 0.82 + 0.32 * roughness(column * 3.7, row * 5.3));
    },
  };
}

export function tiles(a: Rgb, b: Rgb, side: number): Material {
  return {
    paint(p, n, out) {
      const u = (Math.abs(n.x) > 0.5 ? p.z : p.x) / side;
      const v = (Math.abs(n.y) > 0.5 ? p.z : -p.y) / side;
      const edge = Math.min(u - Math.floor(u), v - Math.floor(v)) < 0.025;
      const even = (Math.floor(u) + Math.floor(v)) & 1;
      put(out, even ? a : b, (edge ? 0.72 : 0.95) + 0.07 * roughness(u * 6, v * 6));
    },
  };
}

/** Ground with stains, and with painted lines where `line` returns true. */
export function asphalt(color: Rgb, line: (place: Vector) => Rgb | null): Material {
  return {
    paint(p, _n, out) {
      const paint = line(p);
      const worn = roughness(p.x * 5, p.z * 5);
      const stain = roughness(p.x * 0.35 + 7, p.z * 0.35);
      put(out, paint && worn > 0.22 ? paint : color, 0.78 + 0.16 * stain + 0.14 * roughness(p.x * 11, p.z * 11));
    },
  };
}

const leaves: Material = {
  paint(p, _n, out) {
    const k = 0.45 + 0.85 * roughness(p.x * 5 + p.y * 3, p.z * 5 - p.y * 4);
    put(out, [74, 108, 52], k);
  },
};

export const grass = (p: Vector, out: Float64Array): void =>
  put(out, [92, 124, 60], 0.7 + 0.45 * roughness(p.x * 4, p.z * 4) + 0.2 * roughness(p.x * 0.4, p.z * 0.4));

export function tree(world: World, x: number, z: number, height: number): void {
  world.box(x - 0.15, z - 0.15, 0.3, 0.3, 0, height * 0.6, plain(96, 74, 54, 0.4));
  const r = height * 0.27;
  world.ball(x, height * 0.68, z, r, leaves);
  world.ball(x + r * 0.7, height * 0.6, z + r * 0.2, r * 0.7, leaves);
  world.ball(x - r * 0.6, height * 0.62, z - r * 0.3, r * 0.75, leaves);
  world.ball(x + r * 0.1, height * 0.85, z - r * 0.2, r * 0.7, leaves);
}

/** A parked car; `eastWest`: it is parked along x. */
export function parkedCar(world: World, x: number, z: number, eastWest: boolean, color: Rgb, tall = false): void {
  world.cluster(() => buildCar(world, x, z, eastWest, color, tall));
}

function buildCar(world: World, x: number, z: number, eastWest: boolean, color: Rgb, tall: boolean): void {
  const [long, wide] = [4.3, 1.76];
  const put_ = (a: number, c: number, l: number, w: number, base: number, height: number, material: Material): void => {
    if (eastWest) world.box(x + a - l / 2, z + c - w / 2, l, w, base, height, material);
    else world.box(x + c - w / 2, z + a - l / 2, w, l, base, height, material);
  };
  const body = plain(...color, 0.03);
  const glass = plain(44, 56, 68, 0.1);
  for (const a of [1.35, -1.35]) for (const c of [0.76, -0.76]) put_(a, c, 0.62, 0.24, 0, 0.62, plain(24, 24, 26, 0.1));
  put_(0, 0, long, wide, 0.26, 0.56, body);
  put_(-0.2, 0, tall ? 3.6 : 2.5, wide - 0.16, 0.82, tall ? 0.85 : 0.46, glass);
  put_(-0.2, 0, tall ? 3.4 : 1.9, wide - 0.22, tall ? 1.67 : 1.28, 0.06, body);
  for (const c of [0.6, -0.6]) {
    put_(long / 2 + 0.01, c, 0.03, 0.3, 0.56, 0.14, glowing(225, 225, 210));
    put_(-long / 2 - 0.01, c, 0.03, 0.3, 0.58, 0.14, glowing(150, 24, 22));
  }
}

export function lampPost(world: World, x: number, z: number, height: number): void {
  world.box(x - 0.07, z - 0.07, 0.14, 0.14, 0, height, plain(88, 92, 96));
  world.box(x - 0.5, z - 0.1, 1, 0.2, height, 0.1, plain(88, 92, 96));
}

export function crates(world: World, x: number, z: number): void {
  const wood = plain(166, 128, 84, 0.35);
  world
    .box(x, z, 1.2, 1, 0, 1, wood)
    .box(x + 1.3, z + 0.1, 1.2, 1, 0, 0.8, wood)
    .box(x + 0.4, z, 1, 1, 1, 0.9, plain(150, 112, 70, 0.35));
}

export function table(world: World, x: number, z: number, width: number, depth: number, top: Material): void {
  world.box(x, z, width, depth, 0.7, 0.05, top);
  for (const dx of [0.05, width - 0.1])
    for (const dz of [0.05, depth - 0.1]) world.box(x + dx, z + dz, 0.05, 0.05, 0, 0.7, plain(60, 60, 62));
}

export function chair(world: World, x: number, z: number, color: Rgb): void {
  world
    .box(x, z, 0.45, 0.45, 0.42, 0.06, plain(...color))
    .box(x, z, 0.45, 0.06, 0.48, 0.45, plain(...color))
    .box(x + 0.18, z + 0.18, 0.09, 0.09, 0, 0.42, plain(60, 60, 62));
}
