import type { X264Encoder } from "#recorder/codec/av-encoders.ts";
import { Canvas } from "#recorder/codec/av-video.ts";
import { type CameraView, panoramaView, perspectiveView } from "../scenes/camera-view.ts";
import {
  cameraEncoder,
  type EncoderSetting,
  isSlice,
  parameterSetsOf,
  phaseOf,
  settingEncoder,
  type StreamShape,
} from "../clip-encoder.ts";
import { KeptLoop } from "./kept-loop.ts";
import { Listeners } from "./loop-source.ts";
import type { MediaSource } from "./media-source.ts";
import { Picture } from "../scenes/picture.ts";
import {
  PTZ_BOTTOM_DEPRESSION_DEG,
  PTZ_PAN_DEG,
  PTZ_TOP_DEPRESSION_DEG,
  ptzFovDeg,
  type PtzMount,
  type PtzPosition,
} from "./ptz-mount.ts";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import { paintBackground, paintFrame } from "../scenes/scene-painter.ts";
import { LOOP_MS, type Scene } from "../scenes/scenes.ts";
import { tickByWallClock } from "./wall-ticker.ts";

const DEGREES_PER_PX = 0.12;
const PANORAMA_FROM_PAN_DEG = -135;
const PANORAMA_FROM_DEPRESSION_DEG = -30;
const PANORAMA_WIDTH_PX = 2250;
const PANORAMA_HEIGHT_PX = 900;
/**
 * Directions are computed at the corners of squares of this size and interpolated in between; the difference is not
 * visible.
 */
const GRID_PX = 8;
const CRF = 25;

const surroundings = (scene: Scene): CameraView =>
  panoramaView(
    scene.place.view(2, 2).position,
    PANORAMA_FROM_PAN_DEG,
    PANORAMA_FROM_DEPRESSION_DEG,
    DEGREES_PER_PX,
    PANORAMA_WIDTH_PX,
    PANORAMA_HEIGHT_PX,
  );

/** Draws everything that the PTZ camera can ever see. This takes some seconds; the bytes are kept in the cache. */
export const paintPanorama = (scene: Scene): Buffer => Buffer.from(paintBackground(scene, surroundings(scene)).pixels);

/** The picture that the camera sees at a position. */
function ptzView(scene: Scene, { pan, tilt, zoom }: PtzPosition, widthPx: number, heightPx: number): CameraView {
  const middle = (PTZ_TOP_DEPRESSION_DEG + PTZ_BOTTOM_DEPRESSION_DEG) / 2;
  const depression = middle - (tilt * (PTZ_BOTTOM_DEPRESSION_DEG - PTZ_TOP_DEPRESSION_DEG)) / 2;
  return perspectiveView(
    scene.place.view(2, 2).position,
    pan * PTZ_PAN_DEG,
    depression,
    ptzFovDeg(zoom),
    widthPx,
    heightPx,
  );
}

/** A part of the panorama seen through a lens: bilinear in luma, nearest in colour. */
function lookAround(panorama: Picture, scene: Scene, view: CameraView, into: Picture): void {
  const { widthPx: w, heightPx: h } = into;
  const all = surroundings(scene);
  const columns = Math.ceil(w / GRID_PX) + 1;
  const rows = Math.ceil(h / GRID_PX) + 1;
  const gridX = new Float64Array(columns * rows);
  const gridY = new Float64Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const ray = view.ray(column * GRID_PX, row * GRID_PX);
      const spot = ray ? all.project(ray) : null;
      gridX[row * columns + column] = spot?.x ?? 0;
      gridY[row * columns + column] = spot?.y ?? 0;
    }
  const at = (grid: Float64Array, x: number, y: number): number => {
    const i = Math.floor(y / GRID_PX) * columns + Math.floor(x / GRID_PX);
    const fx = (x % GRID_PX) / GRID_PX;
    const fy = (y % GRID_PX) / GRID_PX;
    const top = (grid[i] ?? 0) * (1 - fx) + (grid[i + 1] ?? 0) * fx;
    const bottom = (grid[i + columns] ?? 0) * (1 - fx) + (grid[i + columns + 1] ?? 0) * fx;
    return top * (1 - fy) + bottom * fy;
  };
  const source = panorama.pixels;
  const { widthPx: pw, heightPx: ph } = panorama;
  const target = into.pixels;
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const px = Math.min(pw - 2, Math.max(0, at(gridX, x, y) - 0.5));
      const py = Math.min(ph - 2, Math.max(0, at(gridY, x, y) - 0.5));
      const i = (py | 0) * pw + (px | 0);
      const fx = px - (px | 0);
      const fy = py - (py | 0);
      const top = (source[i] ?? 0) * (1 - fx) + (source[i + 1] ?? 0) * fx;
      const bottom = (source[i + pw] ?? 0) * (1 - fx) + (source[i + pw + 1] ?? 0) * fx;
      target[y * w + x] = top * (1 - fy) + bottom * fy + 0.5;
      if ((x | y) & 1) continue;
      const c = ((y >> 1) * w) / 2 + (x >> 1);
      const s = (py >> 1) * (pw / 2) + (px >> 1);
      target[w * h + c] = source[pw * ph + s] ?? 128;
      target[w * h * 1.25 + c] = source[pw * ph * 1.25 + s] ?? 128;
    }
}

/** The PTZ camera: while somebody watches, it draws and encodes the picture of its current direction. */
export class PtzSource implements MediaSource {
  readonly audio = null;
  readonly subscribe: MediaSource["subscribe"];
  readonly #listeners: Listeners;
  readonly #firstShape: StreamShape;
  /** null = the default settings */
  #setting: EncoderSetting | null = null;
  #parameterSets: readonly Buffer[];

  constructor(scene: Scene, panoramaBytes: Buffer, mount: PtzMount, firstShape: StreamShape, small: boolean) {
    const panorama = new Picture(PANORAMA_WIDTH_PX, PANORAMA_HEIGHT_PX, panoramaBytes);
    this.#firstShape = firstShape;
    this.#parameterSets = parameterSetsOf(this.#encoder(), firstShape);
    const listeners = new Listeners(() => {
      const shape = this.#setting ?? firstShape;
      const canvas = new Canvas(shape.widthPx, shape.heightPx, "yuv420p");
      const picture = new Picture(shape.widthPx, shape.heightPx, canvas.pixels);
      const still = new Picture(shape.widthPx, shape.heightPx);
      const encoder = this.#encoder();
      let seen = "";
      let view = ptzView(scene, mount.at(performance.now()), shape.widthPx, shape.heightPx);
      const perLoop = (LOOP_MS / 1000) * shape.framesPerSecond;
      const kept = new KeptLoop(perLoop);
      let before = 0;
      let isRepeating = false;
      let encoded = 0;
      const stop = tickByWallClock(shape.framesPerSecond, (count) => {
        const position = mount.at(performance.now());
        const now = `${position.pan}:${position.tilt}:${position.zoom}`;
        if (now !== seen || count !== before + 1) kept.forget();
        before = count;
        const pts = (count * 90_000) / shape.framesPerSecond;
        const again = kept.at(count);
        if (again) {
          isRepeating = true;
          listeners.tell({ kind: "video", ...again, pts });
          return;
        }
        if (now !== seen) {
          seen = now;
          view = ptzView(scene, position, shape.widthPx, shape.heightPx);
          lookAround(panorama, scene, view, still);
        }
        paintFrame(picture, still, scene, view, phaseOf(count % perLoop, shape.framesPerSecond), small);
        // The encoder does not know of pictures that were sent again: it goes on with a key frame, as if there were none.
        const atEncoder = (encoded++ * 90_000) / shape.framesPerSecond;
        encoder.encode(canvas.frame(atEncoder), isRepeating, ({ data, key }) => {
          const picture = { key, nals: splitAnnexB(data).filter(isSlice) };
          kept.keep(count, picture);
          listeners.tell({ kind: "video", ...picture, pts });
        });
        isRepeating = false;
      });
      return () => {
        stop();
        encoder.close();
        canvas.close();
      };
    });
    this.#listeners = listeners;
    this.subscribe = listeners.add;
  }

  get parameterSets(): readonly Buffer[] {
    return this.#parameterSets;
  }

  get framesPerSecond(): number {
    return (this.#setting ?? this.#firstShape).framesPerSecond;
  }

  /**
   * Uses other settings from the next picture on, which is a key frame; null = the default settings. Viewers stay
   * connected.
   */
  set(setting: EncoderSetting | null): void {
    this.#setting = setting;
    this.#parameterSets = parameterSetsOf(this.#encoder(), setting ?? this.#firstShape);
    this.#listeners.restart();
  }

  #encoder(): X264Encoder {
    return this.#setting ? settingEncoder(this.#setting) : cameraEncoder(this.#firstShape, CRF);
  }
}
