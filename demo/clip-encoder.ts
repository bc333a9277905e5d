import { X264Encoder } from "#recorder/codec/av-encoders.ts";
import { Canvas } from "#recorder/codec/av-video.ts";
import type { CameraView } from "./scenes/camera-view.ts";
import type { Clip } from "./clip.ts";
import { Picture } from "./scenes/picture.ts";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import { paintBackground, paintFrame } from "./scenes/scene-painter.ts";
import { LOOP_MS, type Scene } from "./scenes/scenes.ts";

export interface StreamShape {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerSecond: number;
}

/** The formats of a scene's two streams; those of the PTZ camera are encoded only while somebody watches. */
export function shapesOf(lens: Scene["lens"]): { main: StreamShape; small: StreamShape } {
  if (lens === "ceiling" || lens === "wall")
    return {
      main: { widthPx: 1024, heightPx: 1024, framesPerSecond: 15 },
      small: { widthPx: 320, heightPx: 320, framesPerSecond: 10 },
    };
  const main = lens === "ptz" ? { widthPx: 640, heightPx: 360 } : { widthPx: 1280, heightPx: 720 };
  return { main: { ...main, framesPerSecond: 15 }, small: { widthPx: 320, heightPx: 180, framesPerSecond: 10 } };
}

export const GOP_S = 2;
const CRF_MAIN = 27;
const CRF_SMALL = 26;
/** The number of frames to draw before the event loop gets a turn. */
const FRAMES_PER_TURN = 5;

/** An encoder with the settings of a real camera: baseline, no B frames, a key frame every 2 s. */
export function cameraEncoder(shape: StreamShape, crf: number): X264Encoder {
  return new X264Encoder({
    widthPx: shape.widthPx,
    heightPx: shape.heightPx,
    framesPerSecond: shape.framesPerSecond,
    gopFrames: shape.framesPerSecond * GOP_S,
    crf,
    preset: "ultrafast",
    profile: "baseline",
    x264: { scenecut: 0 },
  });
}

/** The settings that a client may change on a camera's encoder. */
export interface EncoderSetting extends StreamShape {
  readonly gopLength: number;
  readonly bitrateKbps: number;
}

/** An encoder with the settings that a client has chosen. */
export function settingEncoder(setting: EncoderSetting): X264Encoder {
  return new X264Encoder({
    widthPx: setting.widthPx,
    heightPx: setting.heightPx,
    framesPerSecond: setting.framesPerSecond,
    gopFrames: setting.gopLength,
    bitsPerSecond: setting.bitrateKbps * 1000,
    preset: "ultrafast",
    profile: "baseline",
    x264: { scenecut: 0 },
  });
}

/**
 * x264 produces the same parameter sets for the same settings, so one grey picture is encoded to get them. The encoder
 * is closed afterwards.
 */
export function parameterSetsOf(encoder: X264Encoder, { widthPx, heightPx }: StreamShape): Buffer[] {
  const canvas = new Canvas(widthPx, heightPx, "yuv420p");
  const sets: Buffer[] = [];
  canvas.pixels.fill(128);
  encoder.encode(canvas.frame(0), true, ({ data }) => {
    const nals = splitAnnexB(data);
    sets.push(...nals.filter(isSps), ...nals.filter(isPps));
  });
  encoder.close();
  canvas.close();
  return sets;
}

const nalType = (nal: Buffer): number => (nal[0] ?? 0) & 31;
const isSps = (nal: Buffer): boolean => nalType(nal) === 7;
const isPps = (nal: Buffer): boolean => nalType(nal) === 8;
/** The slices only: x264's SEI (its version and options) and the parameter sets are left out. */
export const isSlice = (nal: Buffer): boolean => nalType(nal) === 1 || nalType(nal) === 5;

/** Draws and encodes one stream of a scene over the whole loop. */
export async function encodeClip(
  scene: Scene,
  shape: StreamShape,
  small: boolean,
  background: Picture,
  onFrame: () => void,
): Promise<Clip> {
  const view = scene.place.view(shape.widthPx, shape.heightPx);
  const canvas = new Canvas(shape.widthPx, shape.heightPx, "yuv420p");
  const picture = new Picture(shape.widthPx, shape.heightPx, canvas.pixels);
  const encoder = cameraEncoder(shape, small ? CRF_SMALL : CRF_MAIN);
  const pictures: { key: boolean; nals: Buffer[] }[] = [];
  let parameterSets: Buffer[] = [];
  const count = (LOOP_MS / 1000) * shape.framesPerSecond;
  try {
    for (let i = 0; i < count; i++) {
      paintFrame(picture, background, scene, view, phaseOf(i, shape.framesPerSecond), small);
      encoder.encode(canvas.frame((i * 90_000) / shape.framesPerSecond), i === 0, ({ data, key }) => {
        const nals = splitAnnexB(data);
        if (key && parameterSets.length === 0) parameterSets = [...nals.filter(isSps), ...nals.filter(isPps)];
        pictures.push({ key, nals: nals.filter(isSlice) });
      });
      onFrame();
      if (i % FRAMES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    encoder.close();
    canvas.close();
  }
  return { ...shape, parameterSets, pictures };
}

/** The time in the loop, ms, of a stream's i-th picture, as the frame code shows it. */
export const phaseOf = (index: number, framesPerSecond: number): number =>
  Math.round((index * 1000) / framesPerSecond) % LOOP_MS;

/** The still part of a scene for the main stream, and the same picture scaled down for the small stream. */
export function backgroundsOf(scene: Scene, main: StreamShape, small: StreamShape): { main: Picture; small: Picture } {
  const view: CameraView = scene.place.view(main.widthPx, main.heightPx);
  const large = paintBackground(scene, view);
  return { main: large, small: shrink(large, small) };
}

/** Scales a picture down by averaging areas, plane by plane. */
function shrink(from: Picture, to: { readonly widthPx: number; readonly heightPx: number }): Picture {
  const picture = new Picture(to.widthPx, to.heightPx);
  const plane = (source: Uint8Array, w: number, h: number, target: Uint8Array, tw: number, th: number): void => {
    for (let y = 0; y < th; y++)
      for (let x = 0; x < tw; x++) {
        const [x0, x1] = [
          Math.floor((x * w) / tw),
          Math.max(Math.floor((x * w) / tw) + 1, Math.floor(((x + 1) * w) / tw)),
        ];
        const [y0, y1] = [
          Math.floor((y * h) / th),
          Math.max(Math.floor((y * h) / th) + 1, Math.floor(((y + 1) * h) / th)),
        ];
        let sum = 0;
        for (let yy = y0; yy < y1; yy++) for (let xx = x0; xx < x1; xx++) sum += source[yy * w + xx] ?? 0;
        target[y * tw + x] = sum / ((x1 - x0) * (y1 - y0)) + 0.5;
      }
  };
  const { widthPx: w, heightPx: h } = from;
  const { widthPx: tw, heightPx: th } = picture;
  const part = (pixels: Uint8Array, start: number, length: number): Uint8Array =>
    pixels.subarray(start, start + length);
  plane(from.luma, w, h, picture.luma, tw, th);
  for (const chroma of [0, 1])
    plane(
      part(from.pixels, w * h * (1 + chroma / 4), (w * h) / 4),
      w / 2,
      h / 2,
      part(picture.pixels, tw * th * (1 + chroma / 4), (tw * th) / 4),
      tw / 2,
      th / 2,
    );
  return picture;
}
