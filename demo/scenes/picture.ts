import type { CameraView } from "./camera-view.ts";
import type { World } from "./world.ts";
import { GLYPH_ADVANCE, GLYPH_HEIGHT, glyphColumns, glyphRows } from "#recorder/codec/bitmap-font.ts";
import { CAPTION_PAD, type CaptionPlace } from "./caption.ts";

/** A colour in the form of the codecs (BT.601, limited range). */
export interface Yuv {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

export function yuv(r: number, g: number, b: number): Yuv {
  return {
    y: 16 + 0.257 * r + 0.504 * g + 0.098 * b,
    u: 128 - 0.148 * r - 0.291 * g + 0.439 * b,
    v: 128 + 0.439 * r - 0.368 * g - 0.071 * b,
  };
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

const SUB_ROWS = 4;
/** Neighbouring pixels that differ by more than this (luma) are an edge and get more rays. */
const EDGE_LUMA = 9;

/** A YUV 4:2:0 picture to draw into: the planes follow one another, as encoders expect them. */
export class Picture {
  readonly pixels: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly #coverage: Float64Array;

  /** both sides are even; `pixels` may be another owner's memory of width * height * 1.5 bytes */
  constructor(widthPx: number, heightPx: number, pixels: Uint8Array = new Uint8Array(widthPx * heightPx * 1.5)) {
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    this.pixels = pixels;
    this.#coverage = new Float64Array(widthPx + 2);
  }

  get luma(): Uint8Array {
    return this.pixels.subarray(0, this.widthPx * this.heightPx);
  }

  /** Fills a convex polygon with antialiased edges. `alpha` 0..1. */
  polygon(points: readonly Spot[], color: Yuv, alpha = 1): void {
    if (points.length < 3) return;
    const { widthPx: w, heightPx: h, pixels } = this;
    const size = w * h;
    this.#fillPlane(pixels, 0, w, h, points, 1, color.y, alpha);
    this.#fillPlane(pixels, size, w / 2, h / 2, points, 0.5, color.u, alpha);
    this.#fillPlane(pixels, size * 1.25, w / 2, h / 2, points, 0.5, color.v, alpha);
  }

  #fillPlane(
    plane: Uint8Array,
    offset: number,
    w: number,
    h: number,
    points: readonly Spot[],
    scale: number,
    value: number,
    alpha: number,
  ): void {
    let top = Number.POSITIVE_INFINITY;
    let bottom = Number.NEGATIVE_INFINITY;
    for (const point of points) {
      top = Math.min(top, point.y * scale);
      bottom = Math.max(bottom, point.y * scale);
    }
    const coverage = this.#coverage;
    for (let row = Math.max(0, Math.floor(top)); row <= Math.min(h - 1, Math.floor(bottom)); row++) {
      let from = w;
      let to = -1;
      for (let sub = 0; sub < SUB_ROWS; sub++) {
        const y = row + (sub + 0.5) / SUB_ROWS;
        let left = Number.POSITIVE_INFINITY;
        let right = Number.NEGATIVE_INFINITY;
        for (let i = 0; i < points.length; i++) {
          const a = points[i];
          const b = points[(i + 1) % points.length];
          if (!a || !b) continue;
          const ay = a.y * scale;
          const by = b.y * scale;
          if (ay > y === by > y) continue;
          const x = (a.x + ((b.x - a.x) * (y - ay)) / (by - ay)) * scale;
          left = Math.min(left, x);
          right = Math.max(right, x);
        }
        left = Math.max(0, left);
        right = Math.min(w, right);
        if (right <= left) continue;
        const first = Math.floor(left);
        const last = Math.min(w - 1, Math.ceil(right) - 1);
        if (first < from) from = first;
        if (last > to) to = last;
        for (let x = first; x <= last; x++)
          coverage[x] = (coverage[x] ?? 0) + (Math.min(x + 1, right) - Math.max(x, left)) / SUB_ROWS;
      }
      for (let x = from; x <= to; x++) {
        const share = (coverage[x] ?? 0) * alpha;
        const at = offset + row * w + x;
        plane[at] = (plane[at] ?? 0) * (1 - share) + value * share + 0.5;
        coverage[x] = 0;
      }
    }
  }

  /** White letters on a dark strip. */
  caption(words: string, { x, y, widthPx: width, heightPx: height, scale }: CaptionPlace): void {
    const pad = scale * CAPTION_PAD;
    this.polygon(
      [
        { x, y },
        { x: x + width, y },
        { x: x + width, y: y + height },
        { x, y: y + height },
      ],
      { y: 28, u: 128, v: 128 },
      0.75,
    );
    const { luma, widthPx } = this;
    for (const [i, letter] of words.split("").entries()) {
      const rows = glyphRows(letter);
      for (let row = 0; row < GLYPH_HEIGHT; row++)
        for (let column = 0; column < glyphColumns; column++) {
          if (!(((rows[row] ?? 0) >> (glyphColumns - 1 - column)) & 1)) continue;
          const left = Math.round(x + pad + (i * GLYPH_ADVANCE + column) * scale);
          const top = Math.round(y + pad + row * scale);
          for (let line = top; line < top + scale; line++)
            luma.fill(226, line * widthPx + left, line * widthPx + left + scale);
        }
    }
  }

  /**
   * Traces a world as a camera sees it: one ray per pixel, five where neighbours differ. Pixels outside a round lens
   * are black.
   */
  trace(world: World, view: CameraView, gain = 1): void {
    const { widthPx: w, heightPx: h } = this;
    const out = new Float64Array(3);
    const colors = new Float32Array(w * h * 3);
    const look = (x: number, y: number): boolean => {
      const ray = view.ray(x, y);
      if (!ray) return false;
      world.look(view.position, ray, out);
      return true;
    };
    const lumas = new Float32Array(w * h);
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        if (!look(x + 0.5, y + 0.5)) out.fill(0);
        const at = y * w + x;
        colors.set(out, at * 3);
        lumas[at] = 0.257 * (out[0] ?? 0) + 0.504 * (out[1] ?? 0) + 0.098 * (out[2] ?? 0);
      }
    for (let y = 0; y < h - 1; y++)
      for (let x = 0; x < w - 1; x++) {
        const at = y * w + x;
        const luma = lumas[at] ?? 0;
        const gap = Math.max(Math.abs(luma - (lumas[at + 1] ?? 0)), Math.abs(luma - (lumas[at + w] ?? 0)));
        if (gap < EDGE_LUMA) continue;
        const sum = [colors[at * 3] ?? 0, colors[at * 3 + 1] ?? 0, colors[at * 3 + 2] ?? 0];
        let count = 1;
        for (const [dx, dy] of EXTRA_RAYS) {
          if (!look(x + dx, y + dy)) out.fill(0);
          for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + Math.min(255, out[c] ?? 0);
          count += 1;
        }
        for (let c = 0; c < 3; c++) colors[at * 3 + c] = (sum[c] ?? 0) / count;
      }
    this.#store(colors, gain);
  }

  #store(colors: Float32Array, gain: number): void {
    const { widthPx: w, heightPx: h, pixels } = this;
    const size = w * h;
    // The shoulder of the tone curve: bright places approach white instead of being clipped.
    const tone = (value: number): number => {
      const v = value * gain;
      return v < 190 ? v : 190 + 62 * (1 - Math.exp(-(v - 190) / 62));
    };
    const half = w / 2;
    const u = new Float32Array(size / 4);
    const v = new Float32Array(size / 4);
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const at = y * w + x;
        const c = yuv(tone(colors[at * 3] ?? 0), tone(colors[at * 3 + 1] ?? 0), tone(colors[at * 3 + 2] ?? 0));
        // Small static sensor noise prevents banding in gradients.
        pixels[at] = Math.min(232, Math.max(19, c.y + ((at * 2_654_435_761) % 97) / 97));
        const small = (y >> 1) * half + (x >> 1);
        u[small] = (u[small] ?? 0) + c.u / 4;
        v[small] = (v[small] ?? 0) + c.v / 4;
      }
    for (let i = 0; i < size / 4; i++) {
      pixels[size + i] = u[i] ?? 128;
      pixels[size * 1.25 + i] = v[i] ?? 128;
    }
  }
}

const EXTRA_RAYS = [
  [0.15, 0.35],
  [0.65, 0.15],
  [0.85, 0.65],
  [0.35, 0.85],
] as const;
