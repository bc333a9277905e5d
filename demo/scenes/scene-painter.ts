import { drawFrameCode } from "#domain/frame-code.ts";
import type { CameraView } from "./camera-view.ts";
import { captionPlace } from "./caption.ts";
import { drawMovers } from "./movers.ts";
import { Picture, type Spot, type Yuv, yuv } from "./picture.ts";
import { LOOP_MS, type Marker, type Scene, SMALL_SOURCE_OFFSET } from "./scenes.ts";
import { addNoise } from "./sensor-noise.ts";
import { direction } from "./vector.ts";

const MARKER_COLORS: Record<Marker["color"], Yuv> = {
  red: yuv(230, 30, 30),
  green: yuv(30, 190, 50),
  blue: yuv(40, 60, 230),
  yellow: yuv(240, 220, 30),
  magenta: yuv(220, 40, 220),
  cyan: yuv(40, 210, 220),
};
/** The angular radius of a marker's colour and of the white ring around it. */
const MARKER_DEG = 2.2;
const MARKER_RING_DEG = 3;

/** Draws the still part of a scene once. Takes up to some seconds. */
export function paintBackground(scene: Scene, view: CameraView): Picture {
  const picture = new Picture(view.widthPx, view.heightPx);
  picture.trace(scene.place.build(), view, scene.place.gain);
  for (const marker of scene.markers) {
    drawDisk(picture, view, marker, MARKER_RING_DEG, yuv(240, 240, 240));
    drawDisk(picture, view, marker, MARKER_DEG, MARKER_COLORS[marker.color]);
  }
  return picture;
}

function drawDisk(picture: Picture, view: CameraView, marker: Marker, radiusDeg: number, color: Yuv): void {
  const spots: Spot[] = [];
  for (let i = 0; i < 24; i++) {
    const angle = (i / 24) * 2 * Math.PI;
    const tilt = marker.tiltDeg + Math.sin(angle) * radiusDeg;
    const pan =
      marker.panDeg + (Math.cos(angle) * radiusDeg) / Math.max(0.1, Math.cos((marker.tiltDeg * Math.PI) / 180));
    const spot = view.project(direction(pan, tilt));
    if (spot) spots.push(spot);
  }
  picture.polygon(spots, color);
}

/** Draws one frame: background, noise, slow drift of light, movers, the readable time, the frame code. */
export function paintFrame(
  picture: Picture,
  background: Picture,
  scene: Scene,
  view: CameraView,
  phaseMs: number,
  small: boolean,
): void {
  const luma = picture.luma;
  const drift = Math.round(1.6 * Math.sin((phaseMs / LOOP_MS) * 2 * Math.PI));
  const from = (Math.imul(phaseMs + scene.source * 7919, 2_654_435_761) >>> 8) + 1;
  const round = scene.lens === "ceiling" || scene.lens === "wall";
  addNoise(luma, background.luma, drift, from);
  picture.pixels.set(background.pixels.subarray(luma.length), luma.length);
  drawMovers(picture, view, scene.place.movers, phaseMs / 1000, scene.place.light);
  const seconds = (phaseMs / 1000).toFixed(1).padStart(4, "0");
  const words = round || small ? seconds : `${scene.name.replace(/ \(.*/, "")}  ${seconds}`;
  picture.caption(words, captionPlace(picture.widthPx, picture.heightPx, words.length, round));
  const source = scene.source + (small ? SMALL_SOURCE_OFFSET : 0);
  drawFrameCode(luma, picture.widthPx, picture.heightPx, { phaseMs, source });
}
