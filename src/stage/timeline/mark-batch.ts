import type createREGL from "regl";
import markFrag from "#shaders/timeline/mark.frag";
import markVert from "#shaders/timeline/mark.vert";
import { rgb } from "../passes/program.ts";
import type { Target } from "../passes/tile-pass.ts";
import type { LabelSheet } from "./label-sheet.ts";
import type { LabelPlace, MarkInk } from "./timeline-ink.ts";
import { BLENDED, quadElements, targetViewport } from "./timeline-program.ts";

const FLOATS = 8;
/** Far more than the ticks, labels, plates and lines of one frame. */
const MOST_MARKS = 2000;

/** Plain rectangles and texts in pixels, drawn in the order they were added, in one call. */
export class MarkBatch implements MarkInk {
  readonly #labels: LabelSheet;
  readonly #command: createREGL.DrawCommand;
  readonly #buffer: createREGL.Buffer;
  readonly #elements: createREGL.Elements;
  readonly #data = new Float32Array(MOST_MARKS * 4 * FLOATS);
  #count = 0;

  constructor(regl: createREGL.Regl, labels: LabelSheet) {
    this.#labels = labels;
    this.#buffer = regl.buffer({ usage: "stream", type: "float", length: this.#data.byteLength });
    const stride = FLOATS * 4;
    const part = (offset: number, size: number) => ({ buffer: this.#buffer, offset: offset * 4, stride, size });
    this.#elements = regl.elements(quadElements(MOST_MARKS));
    this.#command = regl({
      vert: markVert,
      frag: markFrag,
      attributes: { a_place: part(0, 2), a_label: part(2, 2), a_colour: part(4, 4) },
      elements: this.#elements,
      count: regl.prop<{ count: number }, "count">("count"),
      uniforms: {
        u_targetSize: regl.prop<{ u_targetSize: readonly [number, number] }, "u_targetSize">("u_targetSize"),
        u_labels: regl.prop<{ u_labels: createREGL.Texture2D }, "u_labels">("u_labels"),
      },
      ...targetViewport(BLENDED),
    });
  }

  clear(): void {
    this.#count = 0;
  }

  rect(x: number, y: number, width: number, height: number, colour: number, alpha = 1): void {
    if (width > 0 && height > 0) this.#quad(x, y, width, height, -1, -1, 0, 0, colour, alpha);
  }

  label(place: LabelPlace, x: number, y: number, colour: number, alpha = 1): void {
    const { widthPx, heightPx } = place;
    this.#quad(Math.round(x), Math.round(y), widthPx, heightPx, place.x, place.y, widthPx, heightPx, colour, alpha);
  }

  draw(target: Target): void {
    if (this.#count === 0) return;
    this.#labels.upload();
    this.#buffer.subdata(this.#data.subarray(0, this.#count * 4 * FLOATS));
    this.#command({
      count: this.#count * 6,
      u_targetSize: [target.widthPx, target.heightPx],
      u_labels: this.#labels.texture,
    });
  }

  /** The context is back: the marks are filled at every draw, but regl has kept no copy of the indices. */
  restored(): void {
    this.#elements(quadElements(MOST_MARKS));
  }

  dispose(): void {
    this.#elements.destroy();
    this.#buffer.destroy();
  }

  #quad(
    x: number,
    y: number,
    width: number,
    height: number,
    u: number,
    v: number,
    uWide: number,
    vHigh: number,
    colour: number,
    alpha: number,
  ): void {
    if (this.#count >= MOST_MARKS) return;
    const [red, green, blue] = rgb(colour);
    let at = this.#count * 4 * FLOATS;
    for (let corner = 0; corner < 4; corner++) {
      const right = corner & 1;
      const below = corner >> 1;
      this.#data[at++] = x + right * width;
      this.#data[at++] = y + below * height;
      this.#data[at++] = u + right * uWide;
      this.#data[at++] = v + below * vHigh;
      this.#data[at++] = red;
      this.#data[at++] = green;
      this.#data[at++] = blue;
      this.#data[at++] = alpha;
    }
    this.#count += 1;
  }
}
