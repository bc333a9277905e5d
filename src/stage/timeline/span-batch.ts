import type createREGL from "regl";
import spanFrag from "#shaders/timeline/span.frag";
import spanVert from "#shaders/timeline/span.vert";
import type { Rect } from "#base/geometry.ts";
import { durationOf, type TimeWindow } from "#domain/timeline/time-window.ts";
import { rgb } from "../passes/program.ts";
import type { Target } from "../passes/tile-pass.ts";
import type { SpanInk, SpanLook } from "./timeline-ink.ts";
import { BLENDED, quadElements, targetViewport } from "./timeline-program.ts";

const FLOATS = 11;
/** Quads of one buffer; indices have 16 bits. */
const MOST_SPANS = 8000;

/**
 * Spans with exact edges, in seconds from a base that the buffer carries: panning and zooming change uniforms, the
 * buffer stays. float32 seconds are exact to a millisecond over some hours, to 0.25 s over 30 days: the caller rebuilds
 * when it zooms in far.
 */
export class SpanBatch implements SpanInk {
  /** buffer fills so far: a pan adds none */
  fills = 0;
  readonly #command: createREGL.DrawCommand;
  readonly #buffer: createREGL.Buffer;
  readonly #elements: createREGL.Elements;
  readonly #data = new Float32Array(MOST_SPANS * 4 * FLOATS);
  #count = 0;
  #baseMs = 0;
  #look: SpanLook | null = null;
  #colour: ReturnType<typeof rgb> = [0, 0, 0];

  constructor(regl: createREGL.Regl) {
    this.#buffer = regl.buffer({ usage: "dynamic", type: "float", length: this.#data.byteLength });
    const stride = FLOATS * 4;
    const part = (offset: number, size: number) => ({ buffer: this.#buffer, offset: offset * 4, stride, size });
    const prop = (name: string) => regl.prop<Record<string, never>, string>(name);
    this.#elements = regl.elements(quadElements(MOST_SPANS));
    this.#command = regl({
      vert: spanVert,
      frag: spanFrag,
      attributes: {
        a_corner: part(0, 2),
        a_span: part(2, 2),
        a_rows: part(4, 2),
        a_colour: part(6, 4),
        a_leastPx: part(10, 1),
      },
      elements: this.#elements,
      offset: regl.prop<{ offset: number }, "offset">("offset"),
      count: regl.prop<{ count: number }, "count">("count"),
      uniforms: {
        u_pxPerS: prop("u_pxPerS"),
        u_shiftPx: prop("u_shiftPx"),
        u_clip: prop("u_clip"),
        u_targetSize: prop("u_targetSize"),
      },
      ...targetViewport(BLENDED),
    });
  }

  begin(baseMs: number): void {
    this.#baseMs = baseMs;
    this.#count = 0;
  }

  add(startMs: number, stopMs: number, look: SpanLook): void {
    if (this.#count >= MOST_SPANS) return;
    if (look !== this.#look) {
      this.#look = look;
      this.#colour = rgb(look.colour);
    }
    const data = this.#data;
    const [red, green, blue] = this.#colour;
    const start = (startMs - this.#baseMs) / 1000;
    const stop = (stopMs - this.#baseMs) / 1000;
    let at = this.#count * 4 * FLOATS;
    for (let corner = 0; corner < 4; corner++) {
      data[at++] = corner & 1;
      data[at++] = corner >> 1;
      data[at++] = start;
      data[at++] = stop;
      data[at++] = look.topPx;
      data[at++] = look.bottomPx;
      data[at++] = red;
      data[at++] = green;
      data[at++] = blue;
      data[at++] = look.alpha;
      data[at++] = look.leastPx;
    }
    this.#count += 1;
  }

  end(): void {
    this.fills += 1;
    if (this.#count > 0) this.#buffer.subdata(this.#data.subarray(0, this.#count * 4 * FLOATS));
  }

  /** Spans added so far: the next ones begin at this index. */
  get count(): number {
    return this.#count;
  }

  /** The context is back: regl makes the buffers again, but has kept no copy of the indices. */
  restored(): void {
    this.#elements(quadElements(MOST_SPANS));
  }

  /** Draws the spans [first, end) in the order they were added. */
  draw(window: TimeWindow, clip: Rect, target: Target, first: number, end: number): void {
    if (end <= first) return;
    const pxPerS = (clip.width / durationOf(window)) * 1000;
    this.#command({
      offset: first * 6,
      count: (end - first) * 6,
      u_pxPerS: pxPerS,
      u_shiftPx: clip.x + ((this.#baseMs - window.startMs) / 1000) * pxPerS,
      u_clip: [clip.x, clip.y, clip.x + clip.width, clip.y + clip.height],
      u_targetSize: [target.widthPx, target.heightPx],
    });
  }

  dispose(): void {
    this.#elements.destroy();
    this.#buffer.destroy();
  }
}
