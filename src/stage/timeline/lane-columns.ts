import type createREGL from "regl";
import laneFrag from "#shaders/timeline/lane.frag";
import laneVert from "#shaders/timeline/lane.vert";
import { columnShares, type SummedSpans } from "#domain/timeline/coverage.ts";
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import { rgb } from "../passes/program.ts";
import type { Target } from "../passes/tile-pass.ts";
import type { ColumnInk, ColumnLane } from "./timeline-ink.ts";
import { BLENDED, targetViewport } from "./timeline-program.ts";

/** place, px from the left edge, row */
const FLOATS = 4;
/** corner of two triangles: right and bottom, 0 or 1 */
const QUAD = [
  [0, 0],
  [1, 0],
  [0, 1],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;
const VERTICES = QUAD.length;

/**
 * Lanes with more spans than quads can draw: the spans of each pixel column are summed up here and go to the GPU as a
 * row of bytes, one row per lane and kind (docs/decisions/0009). Some kilobytes per drawing, none while the window
 * stands still.
 */
export class LaneColumns implements ColumnInk {
  readonly #command: createREGL.DrawCommand;
  readonly #texture: createREGL.Texture2D;
  readonly #buffer: createREGL.Buffer;
  #vertices = new Float32Array(4 * VERTICES * FLOATS);
  #shares = new Uint8Array(0);
  #widthPx = 0;
  #rows = 0;
  #shown = "";
  /** of the texture on the GPU: a zoom fills the same one again and again */
  #size = { width: 0, height: 0 };

  constructor(regl: createREGL.Regl) {
    this.#texture = regl.texture({ width: 1, height: 1, format: "luminance", data: [0] });
    const prop = (name: string) => regl.prop<Record<string, never>, string>(name);
    const names = ["u_targetSize", "u_columns", "u_least", "u_colour", "u_opacity"];
    this.#buffer = regl.buffer({ usage: "dynamic", type: "float", length: this.#vertices.byteLength });
    this.#command = regl({
      vert: laneVert,
      frag: laneFrag,
      attributes: {
        a_place: { buffer: this.#buffer, offset: 0, stride: FLOATS * 4, size: 2 },
        a_column: { buffer: this.#buffer, offset: 8, stride: FLOATS * 4, size: 2 },
      },
      count: regl.prop<{ count: number }, "count">("count"),
      primitive: "triangles",
      uniforms: Object.fromEntries(names.map((name) => [name, prop(name)])),
      ...targetViewport(BLENDED),
    });
  }

  /**
   * Sums up the lanes for a window; each becomes the row of its place in the list. `version` changes when their spans
   * change.
   */
  fill(version: number, lanes: readonly SummedSpans[], window: TimeWindow, widthPx: number): void {
    const shown = `${version}/${lanes.length}/${window.startMs}/${window.stopMs}/${widthPx}`;
    if (shown === this.#shown || lanes.length === 0) return;
    this.#shown = shown;
    this.#widthPx = widthPx;
    this.#rows = lanes.length;
    if (this.#shares.length < widthPx * lanes.length) this.#shares = new Uint8Array(widthPx * lanes.length);
    for (const [row, spans] of lanes.entries())
      columnShares(spans, window, this.#shares.subarray(row * widthPx, (row + 1) * widthPx));
    this.#upload();
  }

  /** The context came back empty. */
  restored(): void {
    this.#size = { width: 0, height: 0 };
    if (this.#rows > 0) this.#upload();
  }

  /** All lanes of a kind in one draw. `least`: opacity of a column that is hardly covered, 0..1. */
  draw(lanes: readonly ColumnLane[], colour: number, opacity: number, least: number, target: Target): void {
    if (lanes.length === 0) return;
    const floats = lanes.length * VERTICES * FLOATS;
    if (this.#vertices.length < floats) {
      this.#vertices = new Float32Array(floats);
      this.#buffer(this.#vertices);
    }
    let at = 0;
    for (const { row, rect } of lanes)
      for (const [right, bottom] of QUAD) {
        this.#vertices[at++] = rect.x + right * rect.width;
        this.#vertices[at++] = rect.y + bottom * rect.height;
        this.#vertices[at++] = right * rect.width;
        this.#vertices[at++] = row;
      }
    this.#buffer.subdata(this.#vertices.subarray(0, floats));
    this.#command({
      count: lanes.length * VERTICES,
      u_targetSize: [target.widthPx, target.heightPx],
      u_columns: this.#texture,
      u_least: least,
      u_colour: rgb(colour),
      u_opacity: opacity,
    });
  }

  dispose(): void {
    this.#buffer.destroy();
    this.#texture.destroy();
  }

  #upload(): void {
    const { width, height } = this.#size;
    const data = this.#shares.subarray(0, this.#widthPx * this.#rows);
    if (width === this.#widthPx && height === this.#rows) {
      this.#texture.subimage({ width, height, data });
      return;
    }
    this.#size = { width: this.#widthPx, height: this.#rows };
    this.#texture({
      ...this.#size,
      format: "luminance",
      type: "uint8",
      data,
      mag: "nearest",
      min: "nearest",
    });
  }
}
