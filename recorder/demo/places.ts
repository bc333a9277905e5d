import { type CameraView, fisheyeView, perspectiveView } from "./camera-view.ts";
import { asphalt, bricks, chair, crates, facade, grass, lampPost, parkedCar, table, tiles, tree } from "./furniture.ts";
import type { Mover, MoverLight } from "./movers.ts";
import { unit, vector } from "./vector.ts";
import { glowing, type Material, plain, roughness, World } from "./world.ts";

/** How a scene is drawn: what stands there, who moves, from where it is seen. */
export interface Place {
  build(): World;
  view(widthPx: number, heightPx: number): CameraView;
  readonly movers: readonly Mover[];
  readonly light: MoverLight;
  /** exposure */
  readonly gain: number;
}

const SUN = unit(vector(-0.55, -1, -0.4));
const day: MoverLight = { towards: SUN, shadow: 0.9, brightness: 1 };
const indoors: MoverLight = { towards: unit(vector(0.2, -1, 0.15)), shadow: 0.55, brightness: 0.85 };
const night: MoverLight = { towards: unit(vector(0.1, -1, 0.1)), shadow: 0.5, brightness: 0.36 };
const RED = [178, 44, 40] as const;
const BLUE = [46, 82, 150] as const;
const GREEN = [58, 120, 84] as const;
const YELLOW = [226, 180, 40] as const;
const WHITE = [226, 226, 222] as const;
const GREY = [128, 132, 136] as const;
const ORANGE = [226, 112, 36] as const;

export const yard: Place = {
  build() {
    const world = new World();
    world.ground = asphalt([148, 144, 136], (p) =>
      Math.abs(p.x + 4 - p.z * 0.02) < 0.08 && p.z > 4 ? [214, 190, 80] : null,
    );
    world.box(-16, 24, 22, 9, 0, 7.5, facade([196, 176, 148], 2.2, 3.6));
    world.box(-16.2, 23.8, 22.4, 9.4, 7.5, 0.35, plain(120, 96, 82));
    world.box(-3, 23.9, 3.4, 0.2, 0, 3.4, plain(92, 108, 124, 0.2));
    world.box(8, 20, 9, 16, 0, 5, bricks([164, 92, 72]));
    world.box(7.8, 19.8, 9.4, 16.4, 5, 0.3, plain(70, 72, 78));
    world.box(10.5, 19.9, 2, 0.2, 0, 2.4, plain(60, 84, 70));
    for (let z = 6; z < 24; z += 1) world.box(-11, z, 0.06, 0.9, 0.1, 1.7, plain(150, 154, 150));
    crates(world, 5, 15.5);
    crates(world, 5.4, 12.6);
    parkedCar(world, -7.2, 17, false, [210, 212, 214], true);
    world.box(-9.6, 9, 2.3, 6, 0.05, 2.4, plain(48, 92, 128, 0.12));
    tree(world, -13.5, 14, 7);
    tree(world, 12, 13, 6);
    tree(world, -14, 20, 8);
    return world;
  },
  view: (w, h) => perspectiveView(vector(0, -5.2, 0), -4, 21, 78, w, h),
  movers: [
    {
      kind: "person",
      color: BLUE,
      way: [
        [2, -1.5, 23],
        [5, -2.5, 14],
        [8, 3.6, 10.5],
      ],
    },
    {
      kind: "cart",
      color: YELLOW,
      way: [
        [12, 4.5, 19],
        [14.5, 0, 13],
        [17, -5.5, 10.5],
      ],
    },
  ],
  light: day,
  gain: 1,
};

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

export const carPark: Place = {
  build() {
    const world = new World();
    world.fogM = 260;
    world.ground = asphalt([104, 106, 110], (p) => {
      const row = p.z > 9 && p.z < 14.5 ? true : p.z > 22 && p.z < 27.5;
      const inBay = p.x > -14 && p.x < 14.2;
      const line = Math.abs(p.x / 2.6 - Math.round(p.x / 2.6)) < 0.022;
      if (row && inBay && line) return [216, 216, 210];
      return Math.abs(p.z - 18.2) < 0.09 && Math.floor(p.x / 1.5) % 2 === 0 ? [216, 216, 210] : null;
    });
    const paint = [RED, WHITE, BLUE, GREY, [34, 36, 40], [150, 148, 140], GREEN, WHITE] as const;
    for (let bay = -5; bay <= 4; bay++) {
      const color = paint[(bay * 3 + 15) % paint.length] ?? GREY;
      if (bay !== 1 && bay !== -3) parkedCar(world, bay * 2.6 + 1.3, 11.7, false, color, bay === 3);
      if (bay % 3 !== 0)
        parkedCar(world, bay * 2.6 + 1.3, 24.8, false, paint[(bay * 5 + 30) % paint.length] ?? GREY, bay === -4);
    }
    world.box(-30, 36, 60, 10, 0, 9, facade([176, 184, 190], 2.6, 3.2));
    world.box(-18, 30.5, 36, 0.4, 0, 0.9, { paint: (p, _n, out) => grass(p, out) });
    for (const x of [-12, 0, 12]) lampPost(world, x, 29.5, 6.5);
    for (const x of [-16, -7, 6, 15.5]) tree(world, x, 31.5, 6.5);
    return world;
  },
  view: (w, h) => perspectiveView(vector(0, -6.5, 0), 3, 24, 80, w, h),
  movers: [
    {
      kind: "car",
      color: [200, 60, 46],
      way: [
        [3, -22, 17.2],
        [6.5, -1, 17.2],
        [8, 3.2, 16.2],
        [9, 3.9, 12.2],
      ],
    },
    {
      kind: "person",
      color: ORANGE,
      way: [
        [9.8, 5.4, 12.5],
        [12, 5.4, 16.5],
        [15, 13, 20],
      ],
    },
  ],
  light: day,
  gain: 1,
};

export const nightStreet: Place = {
  build() {
    const world = new World();
    world.sunPower = 0.02;
    world.ambient = 0.05;
    world.sun = unit(vector(0.3, -1, 0.2));
    world.fogColor = [14, 16, 24];
    world.fogM = 90;
    world.sky = (d, out) => {
      const glow = Math.max(0, 0.3 + d.y) * 60;
      out[0] = 10 + glow * 0.9;
      out[1] = 12 + glow * 0.75;
      out[2] = 22 + glow * 0.6;
    };
    world.ground = asphalt([84, 84, 88], (p) => {
      if (Math.abs(p.x) < 0.08 && Math.floor(p.z / 2) % 2 === 0) return [230, 230, 220];
      if (p.z > 10.5 && p.z < 13.5 && Math.abs(p.x) < 3.4 && Math.floor(p.x / 0.5) % 2 === 0) return [230, 230, 224];
      return Math.abs(Math.abs(p.x) - 3.6) < 0.12 ? [190, 188, 180] : null;
    });
    for (const side of [-1, 1]) {
      const x = side < 0 ? -7 : 3.7;
      world.box(x, 0, 3.3, 60, 0, 0.14, tiles([118, 114, 108], [108, 104, 100], 0.5));
      for (let i = 0; i < 4; i++) {
        const z = 6 + i * 13;
        world.box(
          side < 0 ? -15 : 7,
          z,
          8,
          12.6,
          0,
          8 + ((i * 5 + side) % 3) * 2.5,
          facade(i % 2 ? [150, 128, 112] : [132, 138, 146], 2.1, 3, 0.42),
        );
      }
      for (let z = 8; z < 50; z += 12) {
        const lx = side * 4.3;
        world
          .box(lx - 0.06, z, 0.12, 0.12, 0, 5.6, plain(60, 62, 66))
          .box(lx - (side > 0 ? 1.2 : 0), z, 1.2, 0.14, 5.5, 0.08, plain(60, 62, 66));
        world.box(lx - side * 1.1 - 0.2, z - 0.05, 0.4, 0.25, 5.42, 0.08, glowing(255, 232, 180));
        world.lamp(lx - side * 1.1, 5.3, z, 3.4, [1, 0.8, 0.5]);
      }
    }
    parkedCar(world, 2.5, 19, false, [88, 92, 100]);
    parkedCar(world, 2.5, 25, false, [120, 40, 40]);
    parkedCar(world, -2.5, 30, false, [150, 150, 150], true);
    world.box(7, 9, 0.2, 4, 0.9, 1.8, glowing(220, 190, 120)).box(6.95, 8.6, 0.2, 4.8, 2.9, 0.7, glowing(60, 130, 160));
    world.lamp(6.2, 2, 11, 1.6, [1, 0.85, 0.6]);
    return world;
  },
  view: (w, h) => perspectiveView(vector(-0.6, -4.6, 0), 1, 15, 74, w, h),
  movers: [
    {
      kind: "car",
      color: [120, 124, 132],
      lights: true,
      way: [
        [1, -1.8, 46],
        [4.5, -1.8, 5.5],
      ],
    },
    {
      kind: "person",
      color: [150, 120, 90],
      way: [
        [8, -5.2, 12],
        [10, -3, 12],
        [13.5, 5, 12.2],
      ],
    },
    {
      kind: "car",
      color: [140, 60, 52],
      lights: true,
      way: [
        [16, 1.6, 6],
        [18.5, 1.6, 34],
      ],
    },
  ],
  light: night,
  gain: 0.95,
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

/** All around a crossing: the PTZ camera's world; its view is made at run time. */
export const square: Place = {
  build() {
    const world = new World();
    world.fogM = 320;
    world.ground = asphalt([112, 112, 114], (p) => {
      const r = Math.hypot(p.x, p.z);
      if (Math.abs(r - 9) < 0.1) return [220, 220, 214];
      if (Math.abs(p.x) < 0.1 && Math.floor(p.z / 2) % 2 === 0 && r > 12) return [220, 220, 214];
      if (Math.abs(p.z) < 0.1 && Math.floor(p.x / 2) % 2 === 0 && r > 12) return [220, 220, 214];
      return Math.abs(p.z - 13) < 1.6 && Math.abs(p.x) < 4 && Math.floor(p.x / 0.5) % 2 === 0 ? [226, 226, 220] : null;
    });
    const houses = [
      [8, 18, 14, 12, 10, [196, 150, 120]],
      [-22, 18, 15, 12, 13, [170, 178, 188]],
      [8, -30, 16, 12, 9, [206, 196, 170]],
      [-24, -30, 16, 12, 11, [150, 160, 150]],
      [26, 6, 10, 10, 8, [186, 120, 100]],
      [26, -14, 10, 9, 12, [160, 170, 184]],
      [-36, 5, 11, 11, 9, [200, 184, 150]],
      [-36, -14, 11, 10, 7, [178, 150, 140]],
      [-6, 44, 14, 6, 16, [150, 156, 166]],
    ] as const;
    for (const [x, z, w, d, h, color] of houses)
      world
        .box(x, z, w, d, 0, h, facade(color, 2.2, 3.1))
        .box(x - 0.2, z - 0.2, w + 0.4, d + 0.4, h, 0.4, plain(92, 78, 72));
    for (const [x, z] of [
      [6.5, 12],
      [-6.5, 14],
      [7, -9],
      [-7.5, -8],
      [14, 5.8],
      [-14, 6],
      [15, -7],
      [-16, -6],
    ] as const)
      tree(world, x, z, 5.5);
    parkedCar(world, 12, 3.4, true, RED);
    parkedCar(world, 18, 3.4, true, WHITE, true);
    parkedCar(world, -13, -3.4, true, BLUE);
    parkedCar(world, -3.4, 22, false, GREEN);
    parkedCar(world, 3.4, 27, false, GREY);
    for (const [x, z] of [
      [5.5, 20],
      [-5.5, 20],
      [20, 5.5],
      [-20, -5.5],
    ] as const)
      lampPost(world, x, z, 6);
    world
      .box(6.2, 17.8, 6, 0.2, 2.7, 0.9, plain(60, 110, 140))
      .box(-1, 5.2, 2, 0.5, 0.4, 0.1, plain(140, 100, 66, 0.3));
    return world;
  },
  view: (w, h) => perspectiveView(vector(0, -6, 0), 0, 15, 60, w, h),
  movers: [
    {
      kind: "car",
      color: BLUE,
      way: [
        [1, -1.8, 40],
        [3.5, -1.8, 17],
        [5, -6, 10.8],
        [7, -30, 2],
      ],
    },
    {
      kind: "person",
      color: RED,
      way: [
        [8, 4.2, 13],
        [12, -4.2, 13.2],
      ],
    },
    {
      kind: "car",
      color: YELLOW,
      way: [
        [13, 34, -2],
        [17, -30, -2.6],
      ],
    },
  ],
  light: day,
  gain: 1,
};
