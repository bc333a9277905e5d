/** Indoor scenes. */
import { fisheyeView, perspectiveView } from "./camera-view.ts";
import { bricks, chair, crates, facade, table, tiles } from "./furniture.ts";
import { unit, vector } from "./vector.ts";
import { glowing, type Material, plain, roughness, World } from "./world.ts";
import { BLUE, GREEN, indoors, ORANGE, type Place, RED, WHITE, YELLOW } from "./place.ts";

export const corridor: Place = {
  build() {
    const world = new World();
    world.sun = unit(vector(0.12, -1, 0.2));
    world.sunPower = 0.12;
    world.ambient = 0.42;
    world.ground = tiles([176, 170, 158], [160, 154, 144], 0.6);
    const wall: Material = {
      paint(p, n, out) {
        const u = Math.abs(n.x) > 0.5 ? p.z : p.x;
        const low = -p.y < 1;
        const k = 0.96 + 0.05 * roughness(u * 2, p.y * 2);
        out[0] = (low ? 112 : 214) * k;
        out[1] = (low ? 136 : 212) * k;
        out[2] = (low ? 142 : 202) * k;
        if (Math.abs(-p.y - 1) < 0.04) out.fill(96);
      },
    };
    world.box(-1.9, -2, 0.3, 32, 0, 2.8, wall).box(1.6, -2, 0.3, 32, 0, 2.8, wall);
    world.box(-1.9, 28, 3.8, 0.3, 0, 2.8, wall).box(-2, -2, 4, 32, 2.8, 0.2, plain(206, 206, 200));
    for (let z = 3; z < 27; z += 4.2) {
      world
        .box(-1.62, z, 0.06, 1.1, 0, 2.1, plain(132, 92, 60, 0.25))
        .box(-1.6, z + 0.1, 0.08, 0.08, 1, 0.14, glowing(190, 190, 180));
      world.box(1.57, z + 2, 0.06, 1.1, 0, 2.1, plain(132, 92, 60, 0.25));
      world.box(-0.6, z + 0.6, 1.2, 0.35, 2.76, 0.05, glowing(252, 252, 244));
      world.lamp(0, 2.6, z + 0.7, 0.55, [1, 0.98, 0.9]);
    }
    world
      .box(-0.7, 27.9, 1.4, 0.2, 0, 2.2, glowing(196, 214, 226))
      .box(-0.05, 27.8, 0.1, 0.2, 0, 2.2, plain(70, 70, 70));
    world.box(1.3, 9, 0.3, 0.9, 0, 1.1, plain(150, 60, 52)).box(-1.6, 13.2, 0.35, 1.6, 0.4, 0.1, plain(90, 94, 100));
    world.box(-0.3, 12, 0.6, 0.03, 2.35, 0.22, glowing(40, 168, 92));
    return world;
  },
  view: (w, h) => perspectiveView(vector(0.5, -2.55, 0.2), -3, 17, 72, w, h),
  movers: [
    {
      kind: "person",
      color: WHITE,
      way: [
        [4, -1, 24],
        [9.5, -0.4, 5],
      ],
    },
    {
      kind: "person",
      color: RED,
      way: [
        [14, 1, 6.2],
        [17.5, 0.4, 17],
      ],
    },
  ],
  light: { ...indoors, brightness: 1 },
  gain: 1.2,
};

const parquet: Material = {
  paint(p, _n, out) {
    const row = Math.floor(p.x / 0.18);
    const plank = Math.floor(p.z / 1.4 + row * 0.37);
    const seam = p.x / 0.18 - row < 0.05 || p.z / 1.4 + row * 0.37 - plank < 0.012;
    const k = (seam ? 0.7 : 0.86) + 0.24 * roughness(row * 2.3, plank * 4.1) + 0.05 * roughness(p.x * 20, p.z * 3);
    out[0] = 176 * k;
    out[1] = 136 * k;
    out[2] = 94 * k;
  },
};

export const lobby: Place = {
  build() {
    const world = new World();
    world.sun = unit(vector(-0.25, -1, 0.3));
    world.sunPower = 0.2;
    world.ambient = 0.55;
    world.ground = tiles([206, 202, 194], [192, 188, 180], 0.9);
    world
      .box(-8, 11, 16, 0.3, 0, 3.4, plain(218, 214, 204, 0.05))
      .box(-8.3, -2, 0.3, 14, 0, 3.4, bricks([176, 116, 92]));
    world
      .box(8, -2, 0.3, 14, 0, 3.4, plain(206, 210, 206, 0.05))
      .box(-9, -3, 18, 15, 3.4, 0.2, plain(220, 220, 216, 0.03));
    world.box(2.2, 10.9, 4.4, 0.15, 0, 2.6, glowing(206, 226, 240));
    for (const x of [2.2, 4.35, 6.5]) world.box(x, 10.8, 0.12, 0.12, 0, 2.6, plain(70, 74, 80));
    world.box(2.1, 10.8, 4.6, 0.12, 2.6, 0.12, plain(70, 74, 80));
    world
      .box(-4.6, 7.4, 4.2, 0.7, 0, 1.05, plain(120, 84, 58, 0.25))
      .box(-4.7, 7.3, 4.4, 0.95, 1.05, 0.06, plain(230, 228, 222, 0.03));
    world
      .box(-3.2, 7.6, 0.55, 0.08, 1.15, 0.38, plain(30, 32, 36))
      .box(-3.9, 10.8, 2.8, 0.1, 1.6, 0.9, plain(58, 92, 128, 0.06));
    table(world, 3.4, 6, 1, 1, plain(230, 226, 216));
    chair(world, 2.4, 6.2, [62, 110, 120]);
    chair(world, 4.8, 6.4, [62, 110, 120]);
    world.box(-7.9, 5, 0.9, 2.6, 0, 0.45, plain(74, 108, 116)).box(-7.9, 5, 0.3, 2.6, 0.45, 0.5, plain(70, 102, 110));
    world.box(6.6, 8.6, 0.5, 0.5, 0, 0.6, plain(150, 146, 140));
    world.ball(6.85, 1.2, 8.85, 0.55, plain(66, 110, 54, 0.9));
    for (let x = -5; x <= 5; x += 3.3) {
      world.box(x, 5, 1, 1, 3.36, 0.05, glowing(254, 252, 240));
      world.lamp(x + 0.5, 3.2, 5.5, 0.55, [1, 0.96, 0.88]);
    }
    return world;
  },
  view: (w, h) => perspectiveView(vector(-0.5, -3, -0.6), 2, 18, 82, w, h),
  movers: [
    {
      kind: "person",
      color: GREEN,
      way: [
        [2.5, 4.6, 10],
        [5, 2, 6.6],
        [7.5, -2.4, 6.2],
      ],
    },
    {
      kind: "person",
      color: [92, 72, 130],
      way: [
        [11, -6, 4.4],
        [15.5, 5.2, 4.8],
      ],
    },
  ],
  light: { ...indoors, brightness: 1 },
  gain: 1.22,
};

export const shopFloor: Place = {
  build() {
    const world = new World();
    world.sun = unit(vector(0.15, -1, 0.1));
    world.sunPower = 0.25;
    world.ambient = 0.5;
    world.ground = parquet;
    const wall = plain(214, 208, 196, 0.06);
    world.box(-7, 6, 14, 0.3, 0, 3.4, wall).box(-7, -6.3, 14, 0.3, 0, 3.4, bricks([178, 120, 98]));
    world.box(-7.3, -6.3, 0.3, 12.6, 0, 3.4, wall).box(7, -6.3, 0.3, 12.6, 0, 3.4, wall);
    world
      .box(-2.2, 5.95, 4.4, 0.1, 0, 2.7, glowing(196, 220, 236))
      .box(-0.05, 5.9, 0.1, 0.1, 0, 2.7, plain(60, 62, 66));
    const goods: Material = {
      paint(p, n, out) {
        const u = Math.abs(n.x) > 0.5 ? p.z : p.x;
        const column = Math.floor((Math.abs(n.y) > 0.5 ? p.x + p.z : u) / 0.28);
        const row = Math.floor(-p.y / 0.42);
        const hue = roughness(column * 5.1, row * 7.7 + 2);
        const gap = -p.y / 0.42 - row < 0.12;
        out[0] = gap ? 92 : 90 + 150 * hue;
        out[1] = gap ? 80 : 80 + 120 * Math.abs(hue - 0.5) * 2;
        out[2] = gap ? 70 : 230 - 170 * hue;
      },
    };
    for (const x of [-4.6, 3.7]) world.box(x, -4, 0.9, 6.5, 0, 1.6, goods);
    world.box(-2, -5.9, 5, 0.7, 0, 1.9, goods);
    table(world, -1.2, 1.4, 2.2, 1.1, plain(232, 228, 220));
    table(world, -1.3, -2.6, 2.4, 1, plain(150, 104, 68, 0.3));
    chair(world, -0.9, 0.7, [190, 70, 54]);
    chair(world, 0.4, 0.7, [190, 70, 54]);
    world.box(4.4, 3.6, 2.2, 0.8, 0, 1.1, plain(84, 98, 112)).box(5.2, 3.8, 0.4, 0.3, 1.1, 0.35, plain(30, 30, 34));
    world.ball(-6, 0.9, 5, 0.6, plain(66, 110, 54, 0.9)).box(-6.25, 4.75, 0.5, 0.5, 0, 0.5, plain(150, 146, 140));
    for (const [x, z] of [
      [-3, 3],
      [3, 3],
      [-3, -3],
      [3, -3],
    ] as const)
      world.lamp(x, 3.3, z, 0.6, [1, 0.96, 0.88]);
    return world;
  },
  view: (w) => fisheyeView(vector(0, -3.2, 0), "ceiling", w),
  movers: [
    {
      kind: "person",
      color: RED,
      way: [
        [2, 0.8, 5.4],
        [4.5, 2.4, 2.2],
        [7, 2.2, -2.6],
        [8, 1.9, -4.2],
      ],
    },
    {
      kind: "person",
      color: BLUE,
      way: [
        [12, -3, -5],
        [14.5, -2.6, 0.4],
        [17, -2.2, 5],
      ],
    },
  ],
  light: { ...indoors, brightness: 1 },
  gain: 1.25,
};

export const hall: Place = {
  build() {
    const world = new World();
    world.sun = unit(vector(-0.3, -1, -0.3));
    world.sunPower = 0.25;
    world.ambient = 0.5;
    world.ground = tiles([150, 146, 140], [126, 122, 118], 1.2);
    const wall = facade([204, 196, 182], 3, 3.2);
    world.box(-9, 13, 18, 0.3, 0, 6, wall).box(-9.3, -3, 0.3, 16.3, 0, 6, bricks([170, 108, 84]));
    world
      .box(9, -3, 0.3, 16.3, 0, 6, plain(198, 204, 200, 0.06))
      .box(-9.3, -3, 18.6, 16.3, 6, 0.2, plain(190, 188, 182, 0.05));
    world.box(-9.3, -3.3, 18.6, 0.3, 0, 6, wall);
    for (const x of [-4.5, 4.5]) for (const z of [4, 9]) world.box(x - 0.3, z, 0.6, 0.6, 0, 6, plain(222, 216, 204));
    world.box(-2, 12.9, 4, 0.2, 0, 3, plain(112, 78, 52, 0.25)).box(-0.03, 12.8, 0.06, 0.2, 0, 3, plain(40, 32, 26));
    for (const z of [2, 6, 10]) world.box(8.9, z, 0.2, 2, 1.4, 2.6, glowing(200, 222, 240));
    world.box(-8.8, 3, 1, 3.4, 0, 0.5, plain(64, 96, 112)).box(-8.8, 7.4, 1, 3.4, 0, 0.5, plain(64, 96, 112));
    crates(world, 5.8, 10.5);
    table(world, 2.2, 6.4, 2, 1, plain(226, 222, 212));
    for (const x of [-5, 0, 5]) {
      world.box(x - 0.6, 5.5, 1.2, 1.2, 5.95, 0.04, glowing(252, 250, 240));
      world.lamp(x, 5.6, 6, 1.1, [1, 0.96, 0.9]);
    }
    return world;
  },
  view: (w) => fisheyeView(vector(0, -2.6, 0), "wall", w),
  movers: [
    {
      kind: "person",
      color: ORANGE,
      way: [
        [3, -1, 12.4],
        [6, -1.6, 6.4],
        [8.5, -6.6, 4],
      ],
    },
    {
      kind: "cart",
      color: YELLOW,
      way: [
        [13, 7.5, 3],
        [15.5, 1.5, 3.8],
        [18, -6, 2.8],
      ],
    },
  ],
  light: { ...indoors, brightness: 1 },
  gain: 1.25,
};
