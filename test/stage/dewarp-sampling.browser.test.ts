import { afterEach, describe, expect, test } from "vitest";
import type { Point } from "#base/geometry.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { magnifier, unmagnify } from "#domain/dewarp/panorama-zoom.ts";
import { panoramaToSource } from "#domain/dewarp/panorama.ts";
import { perspectiveToSource } from "#domain/dewarp/perspective.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import { noZoom } from "#domain/first-facts.ts";
import { tileCostMs } from "#stage/gl/dewarp-probe.ts";
import { GlHost } from "#stage/gl/host.ts";
import { DewarpPass, mappingFor, type Sampling, samplingFor } from "#stage/passes/dewarp-pass.ts";
import { catmullRomAt } from "#test/support/catmull-rom.ts";
import { i420Frame, rgbFrame } from "./support/frames.ts";
import { stageView, tileView } from "./support/views.ts";
import { type HandFed, makeWall, type TestWall } from "./support/wall.ts";

// A magnified picture that does not move is drawn with Catmull-Rom: it matches its twin and is nearer to the truth than
// bilinear. The truth is a scene that is known at every point; the source has one sample of it per texel.
const PICTURE = { width: 480, height: 480 };
const TILE = { width: 320, height: 180 };
const truth = (x: number, y: number): number =>
  126 + 52 * Math.sin((2 * Math.PI * x) / 5.1) + 52 * Math.cos((2 * Math.PI * (y + 0.4 * x)) / 6.3);
const texel = (x: number, y: number): number => Math.round(truth(x + 0.5, y + 0.5));
const scenePicture = (): VideoFrame =>
  rgbFrame(PICTURE.width, PICTURE.height, (x, y) => [texel(x, y), texel(x, y), texel(x, y)]);
/** Limited-range luma that becomes the same levels. */
const i420Picture = (): VideoFrame =>
  i420Frame(
    PICTURE.width,
    PICTURE.height,
    (x, y) => ({ y: Math.round(16 + (219 * truth(x + 0.5, y + 0.5)) / 255), u: 128, v: 128 }),
    { colorSpace: { matrix: "bt709", fullRange: false } },
  );

const perspective: DewarpScene = {
  mode: 1,
  layout: "single",
  orientation: "ceiling",
  pan: 40,
  tilt: 50,
  zoom: 1.4,
  perspectiveDepth: 1,
  panoramaAspectRatio: 4,
  panoramaShift: 20,
  panoramaZoom: noZoom,
  lens: DEFAULT_LENS,
};
// magnified by the digital zoom, in a corner of a strip that fills the tile
const panorama: DewarpScene = {
  ...perspective,
  mode: 2,
  panoramaAspectRatio: 0,
  panoramaZoom: { scale: 8, centerX: 0.3, centerY: 0.4 },
};

function sourceOf(scene: DewarpScene, at: Point): Point {
  const { orientation, lens, perspectiveDepth, panoramaAspectRatio, panoramaShift, pan, tilt, zoom } = scene;
  if (scene.mode === 1)
    return perspectiveToSource(
      { orientation, lens, view: { pan, tilt, zoom }, perspectiveDepth, tile: TILE },
      PICTURE,
      at,
    );
  const by = magnifier({ x: 0, y: 0, ...TILE }, scene.panoramaZoom);
  return panoramaToSource(
    { orientation, lens, panoramaAspectRatio, panoramaShift, tile: TILE },
    PICTURE,
    unmagnify(by, at),
  );
}

let wall: TestWall | null = null;
afterEach(() => {
  wall?.dispose();
  wall = null;
});

const view = (dewarp: DewarpScene) =>
  stageView(TILE.width, TILE.height, [tileView("a", { x: 0, y: 0, ...TILE }, { dewarp })]);
async function shown(
  dewarp: DewarpScene,
  mapping: "fragment" | "mesh",
  frame = scenePicture(),
): Promise<{ stage: TestWall; source: HandFed }> {
  wall = await makeWall(view(dewarp), frame.format === "I420" ? "i420-planes" : "rgba-bytes", mapping);
  const source = wall.source("a");
  source.put(frame);
  await wall.stage.whenIdle();
  return { stage: wall, source };
}
async function paused({ stage, source }: Awaited<ReturnType<typeof shown>>): Promise<Uint8Array> {
  source.event({ kind: "state", state: "paused" });
  await stage.stage.whenIdle();
  return stage.read();
}

/**
 * The largest and the mean square difference between the red channel and the expected value at each pixel's source,
 * inside the circle.
 */
function against(pixels: Uint8Array, scene: DewarpScene, wanted: (at: Point) => number) {
  let [worst, squares, count] = [0, 0, 0];
  for (let row = 0; row < TILE.height; row += 1)
    for (let column = 0; column < TILE.width; column += 1) {
      const source = sourceOf(scene, { x: column + 0.5, y: row + 0.5 });
      if (Math.hypot(source.x - 240, source.y - 240) > 230) continue;
      const apart = Math.abs((pixels[(row * TILE.width + column) * 4] ?? 0) - wanted(source));
      worst = Math.max(worst, apart);
      squares += apart * apart;
      count += 1;
    }
  expect(count).toBeGreaterThan(5000);
  return { worst, psnr: 10 * Math.log10((255 * 255 * count) / squares) };
}
const twin = ({ x, y }: Point): number => catmullRomAt(texel, x, y);
const scene = ({ x, y }: Point): number => truth(x, y);

describe.each([
  ["perspective by fragment", perspective, "fragment"],
  ["perspective by mesh", perspective, "mesh"],
  ["panorama by fragment", panorama, "fragment"],
  ["panorama by mesh", panorama, "mesh"],
] as const)("%s", (_name, dewarp, mapping) => {
  test("a paused picture is what the twin says, and nearer to the truth than a playing one", async () => {
    const wallOf = await shown(dewarp, mapping);
    const playing = wallOf.stage.read();
    const still = await paused(wallOf);
    // one level for rounding, more where the mesh is slightly displaced
    expect(against(still, dewarp, twin).worst).toBeLessThan(mapping === "mesh" ? 12 : 3);
    const [bilinear, sharp] = [against(playing, dewarp, scene).psnr, against(still, dewarp, scene).psnr];
    expect(sharp, `${sharp.toFixed(2)} dB against ${bilinear.toFixed(2)} dB`).toBeGreaterThan(bilinear + 3);
  });
  test("planes: the luma alike", async () => {
    const wallOf = await shown(dewarp, mapping, i420Picture());
    const bilinear = against(wallOf.stage.read(), dewarp, scene).psnr;
    const sharp = against(await paused(wallOf), dewarp, scene).psnr;
    expect(sharp, `${sharp.toFixed(2)} dB against ${bilinear.toFixed(2)} dB`).toBeGreaterThan(bilinear + 3);
  });
});

test("while the view moves and when it plays on, it is bilinear; a lost context brings the still back", async () => {
  const { stage, source } = await shown(perspective, "fragment");
  const playing = stage.read();
  const still = await paused({ stage, source });
  expect(still).not.toEqual(playing);
  // dragged there and back: during the drag it is drawn bilinear, and exactly again when it rests
  stage.stage.apply(view({ ...perspective, pan: 41 }));
  stage.stage.apply(view(perspective));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(stage.read()).toEqual(playing);
  await stage.stage.whenIdle();
  expect(stage.read()).toEqual(still);

  stage.stage.loseContext(20);
  await stage.message((message) => message.type === "context" && message.state === "restored");
  await stage.stage.whenIdle();
  expect(stage.read()).toEqual(still);

  source.event({ kind: "state", state: "playing" });
  source.put(scenePicture());
  await stage.stage.whenIdle();
  expect(stage.read()).toEqual(playing);
});

test.each<[number, boolean, boolean, Sampling]>([
  [0.4, false, false, "bilinear"],
  [0.4, false, true, "catmull-rom"],
  [0.4, true, true, "catmull-rom"],
  [0.4, true, false, "bilinear"],
  [1.2, true, false, "bilinear"],
  [1.2, true, true, "four"],
  [1.2, false, false, "four"],
  [2, true, false, "four"],
  [4, true, false, "four"],
  [4, true, true, "sixteen"],
  [4, false, false, "sixteen"],
])("%d source px per px, software %s, still %s: %s", (scale, software, still, wanted) => {
  expect(samplingFor(scale, { software, still })).toBe(wanted);
});

describe("choosing the mapping", () => {
  test.each([
    [true, null, "mesh"],
    [false, null, "fragment"],
    [false, 0.4, "fragment"],
    [false, 12, "fragment"],
    [false, 12.5, "mesh"],
  ] as const)("software %s, %s ms per tile: %s", (software, fragmentMs, wanted) => {
    expect(mappingFor(software, fragmentMs)).toBe(wanted);
  });

  test("a tile's cost is measured, in turn with the wall's own pictures", async () => {
    const listener = { lost: () => {}, restored: () => {}, failed: () => {} };
    const host = await GlHost.create(document.createElement("canvas"), 16, 16, listener);
    const pass = host.handover.withRegl(() => new DewarpPass(host.regl, false));
    let [turns, draws] = [0, 0];
    const costMs = await tileCostMs(
      host,
      (picture, { width, height }) => {
        const rect = { x: 0, y: 0, width, height };
        const tile = tileView("a", rect, { dewarp: perspective });
        const draw = { tile, rect, picture, overlay: null, overlayRows: [], opacity: 1, still: false };
        pass.draw([draw], { widthPx: width, heightPx: height });
        draws += 1;
      },
      () => {
        turns += 1;
        return Promise.resolve();
      },
    );
    expect(host.gl.getError()).toBe(host.gl.NO_ERROR);
    expect(turns).toBe(draws);
    expect(costMs).toBeGreaterThan(0);
    host.dispose();
  });
});
