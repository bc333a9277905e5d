import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ClipStore } from "#demo/clip.ts";
import { type DrawingLane, drawMissing, filesOf } from "#demo/drawing.ts";
import { openLanes } from "#demo/drawing-lanes.ts";
import { Picture } from "#demo/scenes/picture.ts";
import { type Scene, scenes } from "#demo/scenes/scenes.ts";
import { addNoise, sensorNoise } from "#demo/scenes/sensor-noise.ts";
import { World } from "#demo/scenes/world.ts";

let dir: string;
let store: ClipStore;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "drawing-"));
  store = await ClipStore.open(dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function finish(scene: Scene): Promise<void> {
  const { main, small, audio, panorama } = filesOf(scene);
  const names = panorama ? [panorama] : [main, small, ...(audio ? [audio] : [])];
  for (const name of names) await store.make(name, () => Buffer.from(scene.key));
}

/** Lanes that record their work; each scene takes until the test releases it. */
function notedLanes(count: number) {
  const begun: string[] = [];
  const running = new Map<string, () => void>();
  let closed = 0;
  const lane: DrawingLane = {
    async draw(key, onFrames) {
      begun.push(key);
      await new Promise<void>((resolve) => running.set(key, resolve));
      running.delete(key);
      const scene = scenes.find((each) => each.key === key);
      if (scene) await finish(scene);
      onFrames(500);
      return true;
    },
    close: () => void (closed += 1),
  };
  return { begun, running, open: () => Array.from({ length: count }, () => lane), closed: () => closed };
}

describe("the first start draws the scenes beside each other", () => {
  test("one scene for each core at a time, each scene once, in their order", async () => {
    const lanes = notedLanes(2);
    const told: number[] = [];
    const drawing = drawMissing(scenes, store, (done) => told.push(done), lanes.open);
    for (let count = 0; count < scenes.length; count++) {
      await expect.poll(() => lanes.running.size).toBe(Math.min(2, scenes.length - count));
      [...lanes.running.values()][0]?.();
      await expect.poll(() => lanes.begun.length - lanes.running.size).toBe(count + 1);
    }
    await drawing;
    expect(lanes.begun).toEqual(scenes.map(({ key }) => key));
    expect(lanes.closed()).toBe(2);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });

  test("what is there already is not drawn, and with all of it there nobody is told or started", async () => {
    for (const scene of scenes.slice(2)) await finish(scene);
    const some = notedLanes(2);
    const drawing = drawMissing(scenes, store, () => undefined, some.open);
    await expect.poll(() => some.running.size).toBe(2);
    for (const go of some.running.values()) go();
    await drawing;
    expect(some.begun).toEqual(scenes.slice(0, 2).map(({ key }) => key));

    const told: number[] = [];
    const none = () => {
      throw new Error("nothing is to be drawn");
    };
    await drawMissing(scenes, store, (done) => told.push(done), none);
    expect(told).toEqual([]);
  });

  test("what a lane could not draw the process draws by itself", async () => {
    const withAudio = scenes.filter(({ audio }) => audio !== "none");
    expect(withAudio.length).toBeGreaterThan(1);
    for (const scene of scenes) {
      const { main, small } = filesOf(scene);
      // Only the sound of these is missing, and making it takes only a moment.
      if (!withAudio.includes(scene)) await finish(scene);
      else for (const name of [main, small]) await store.make(name, () => Buffer.from(scene.key));
    }
    const asked: string[] = [];
    const broken: DrawingLane = { draw: async (key) => (asked.push(key), false), close: () => undefined };
    await drawMissing(
      scenes,
      store,
      () => undefined,
      () => [broken, broken],
    );
    expect(asked).toEqual(withAudio.slice(0, 2).map(({ key }) => key));
    for (const scene of withAudio) expect(store.has(filesOf(scene).audio ?? ""), scene.key).toBe(true);
  }, 60_000);

  test("as many lanes as cores, four at the most, none where there is one core", async () => {
    const script = join(dir, "nothing.mjs");
    await writeFile(script, "process.exit(0)");
    for (const [cores, count] of [
      [1, 0],
      [2, 2],
      [3, 3],
      [64, 4],
    ] as const) {
      const lanes = openLanes(script, dir, cores);
      expect(lanes).toHaveLength(count);
      // A lane whose process has ended reports that.
      for (const lane of lanes) expect(await lane.draw("lobby", () => undefined)).toBe(false);
      for (const lane of lanes) lane.close();
    }
    expect((await readdir(dir)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});

describe("the work of a picture", () => {
  test("noise, four pixels at once, is what it is one by one", () => {
    const still = new Uint8Array(4 * 333);
    for (let i = 0; i < still.length; i++) still[i] = 16 + ((i * 37) % 220);
    const into = new Uint8Array(still.length);
    for (const from of [0, 1, 2, 3, 65_535, 65_530, 16_777_216])
      for (const drift of [-2, -1, 0, 1, 2]) {
        addNoise(into, still, drift, from);
        const plain = still.map((luma, i) => luma + (sensorNoise[(from + i) % sensorNoise.length] ?? 0) + drift);
        expect(into, `${from}, ${drift}`).toEqual(plain);
      }
    expect(() => addNoise(into.subarray(1, 9), still.subarray(0, 8), 0, 0)).toThrow("whole words");
  });

  test("a still takes fewer than two rays for each of its pixels", () => {
    for (const { key, lens, place } of scenes) {
      let rays = 0;
      const world = place.build();
      const look = world.look.bind(world);
      world.look = (...asked: Parameters<World["look"]>) => {
        rays += 1;
        look(...asked);
      };
      const [w, h] = lens === "ceiling" || lens === "wall" ? [256, 256] : [256, 144];
      new Picture(w, h).trace(world, place.view(w, h));
      expect(rays / (w * h), key).toBeLessThan(2);
    }
  }, 60_000);
});
