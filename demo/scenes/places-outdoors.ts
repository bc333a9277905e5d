/** Outdoor scenes. */
import { perspectiveView } from "./camera-view.ts";
import { asphalt, bricks, crates, facade, grass, lampPost, parkedCar, tiles, tree } from "./furniture.ts";
import { unit, vector } from "./vector.ts";
import { glowing, plain, World } from "./world.ts";
import { BLUE, day, GREEN, GREY, night, ORANGE, type Place, RED, WHITE, YELLOW } from "./place.ts";

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

/** The surroundings of a crossing: the world of the PTZ camera; its view is drawn at run time. */
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
