/** A view of a fisheye as video: each frame becomes a frame that shows only the view. */
import type { Size } from "#base/geometry.ts";
import { drawTables, sceneTables } from "#domain/dewarp/pixels/still.ts";
import type { DewarpTable } from "#domain/dewarp/pixels/table.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import { ViewMapper } from "#domain/dewarp/pixels/view-mapper.ts";
import { dewarpViews } from "#domain/dewarp/views.ts";
import type { Frame } from "./av-shared.ts";
import { Canvas, firstPlane, Scaler } from "./av-video.ts";

const BYTES = 4;
/** Pictures at least this high are worth a large view. */
const LARGE_FROM_PX = 1600;
const LARGE: Size = { width: 1920, height: 1080 };
const SMALL: Size = { width: 1280, height: 720 };

/** How large the video of a view is: 16:9, and a panorama as high as its strip. Both sides are even. */
export function viewSize(scene: DewarpScene, picture: Size): Size {
  const whole = Math.min(picture.width, picture.height) >= LARGE_FROM_PX ? LARGE : SMALL;
  if (scene.mode === 1) return whole;
  const strips = dewarpViews(scene, { x: 0, y: 0, ...whole }).map((view) =>
    view.kind === "panorama" ? view.strip : view.rect,
  );
  const top = Math.min(...strips.map(({ y }) => y));
  const bottom = Math.max(...strips.map(({ y, height }) => y + height));
  return { width: whole.width, height: Math.min(whole.height, Math.max(2, Math.round(bottom - top) & ~1)) };
}

export class DewarpPainter {
  readonly size: Size;
  readonly #picture: Size;
  readonly #tables: readonly DewarpTable[];
  readonly #colours: Scaler;
  readonly #rgba: Uint8ClampedArray<ArrayBuffer>;
  readonly #canvas: Canvas;
  readonly #target: Uint8ClampedArray;
  readonly #out: Scaler;
  readonly #mapper = ViewMapper.make();

  /** `picture`: the size of the frames. */
  constructor(scene: DewarpScene, picture: Size) {
    this.size = viewSize(scene, picture);
    const { width, height } = this.size;
    this.#picture = picture;
    this.#tables = sceneTables(scene, picture, this.size);
    this.#colours = new Scaler(picture.width, picture.height, "rgba");
    this.#rgba = new Uint8ClampedArray(picture.width * picture.height * BYTES);
    this.#canvas = new Canvas(width, height, "rgba");
    const { buffer, byteOffset, byteLength } = this.#canvas.pixels;
    this.#target = new Uint8ClampedArray(buffer, byteOffset, byteLength);
    this.#out = new Scaler(width, height, "yuv420p");
  }

  /** The view of a frame, with its pts. It belongs to the painter and is valid until the next call. */
  paint(frame: Frame): Frame {
    const { width, height } = this.#picture;
    const { data, strideBytes } = firstPlane(this.#colours.scale(frame));
    const row = width * BYTES;
    for (let y = 0; y < height; y += 1) this.#rgba.set(data.subarray(y * strideBytes, y * strideBytes + row), y * row);
    drawTables(this.#tables, { width, height, rgba: this.#rgba }, this.size, this.#target, this.#mapper);
    return this.#out.scale(this.#canvas.frame(Number(frame.pts)));
  }

  close(): void {
    this.#colours.close();
    this.#canvas.close();
    this.#out.close();
  }
}
