import type createREGL from "regl";
import laneFrag from "#shaders/timeline/lane.frag";
import laneVert from "#shaders/timeline/lane.vert";
import type { Rect } from "#base/geometry.ts";
import {
  binFor,
  buildCoverage,
  type CoveragePyramid,
  levelFor,
  type Pooling,
  type Spans,
} from "#domain/timeline/coverage.ts";
import { durationOf, type TimeWindow } from "#domain/timeline/time-window.ts";
import { rgb } from "../passes/program.ts";
import type { Target } from "../passes/tile-pass.ts";
import { BLENDED, targetViewport } from "./timeline-program.ts";

/** Texels of a texture row: every WebGL 2 device has textures this wide. */
export const ROW_BINS = 2048;
const MOST_BINS = ROW_BINS * 512;
/** Bins per span: where more spans are visible than are drawn exactly, a bin is then still below a pixel. */
const BINS_PER_SPAN = 4;
const FINEST_BIN_MS = 100;

/** The bottom level's bins for so many spans, whole rows. */
export const binsFor = (spans: number): number =>
  Math.min(MOST_BINS, Math.max(ROW_BINS, Math.ceil((spans * BINS_PER_SPAN) / ROW_BINS) * ROW_BINS));

/** First texture row of each level, and rows in all. */
export function levelRows(pyramid: CoveragePyramid): { readonly first: readonly number[]; readonly rows: number } {
  const first: number[] = [];
  let rows = 0;
  for (const level of pyramid.levels) {
    first.push(rows);
    rows += Math.ceil(level.length / ROW_BINS);
  }
  return { first, rows };
}

/** The levels below one another in a single picture. */
export function packLevels(pyramid: CoveragePyramid): Uint8Array {
  const { first, rows } = levelRows(pyramid);
  const texels = new Uint8Array(rows * ROW_BINS);
  for (const [index, level] of pyramid.levels.entries()) texels.set(level, (first[index] ?? 0) * ROW_BINS);
  return texels;
}

/** The draw command that all coverage lanes share. */
export function coverageCommand(regl: createREGL.Regl): createREGL.DrawCommand {
  const prop = (name: string) => regl.prop<Record<string, never>, string>(name);
  const names = [
    "u_rect",
    "u_targetSize",
    "u_bins",
    "u_rowBins",
    "u_firstRow",
    "u_binCount",
    "u_binLeft",
    "u_binsPerPx",
    "u_keepsMost",
    "u_colour",
    "u_opacity",
  ];
  return regl({
    vert: laneVert,
    frag: laneFrag,
    attributes: {
      a_corner: [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ],
    },
    count: 4,
    primitive: "triangle strip",
    uniforms: Object.fromEntries(names.map((name) => [name, prop(name)])),
    ...targetViewport(BLENDED),
  });
}

/** One kind of a lane with more spans than quads can draw: its coverage pyramid as a texture, one quad on the screen. */
export class CoverageLane {
  readonly #command: createREGL.DrawCommand;
  readonly #texture: createREGL.Texture2D;
  readonly #pyramid: CoveragePyramid;
  readonly #firstRow: readonly number[];

  constructor(regl: createREGL.Regl, command: createREGL.DrawCommand, spans: Spans, pooling: Pooling) {
    this.#command = command;
    const baseMs = spans.starts[0] ?? 0;
    const lengthMs = Math.max(1, (spans.stops.at(-1) ?? baseMs) - baseMs);
    const most = binsFor(spans.starts.length);
    const binMs = binFor(lengthMs, most, FINEST_BIN_MS);
    const bins = Math.max(1, Math.min(most, Math.ceil(lengthMs / binMs)));
    this.#pyramid = buildCoverage(spans, baseMs, binMs, bins, pooling);
    this.#firstRow = levelRows(this.#pyramid).first;
    this.#texture = regl.texture({ width: 1, height: 1, format: "luminance", data: [0] });
    this.upload();
  }

  /** Brings the pyramid to the GPU (again, after the context was lost). */
  upload(): void {
    const data = packLevels(this.#pyramid);
    this.#texture({
      width: ROW_BINS,
      height: data.length / ROW_BINS,
      format: "luminance",
      type: "uint8",
      data,
      mag: "nearest",
      min: "nearest",
    });
  }

  draw(window: TimeWindow, rect: Rect, colour: number, opacity: number, target: Target): void {
    const pyramid = this.#pyramid;
    const msPerPx = durationOf(window) / rect.width;
    const level = levelFor(pyramid, msPerPx);
    const binMs = pyramid.binMs * 2 ** level;
    this.#command({
      u_rect: [rect.x, rect.y, rect.width, rect.height],
      u_targetSize: [target.widthPx, target.heightPx],
      u_bins: this.#texture,
      u_rowBins: ROW_BINS,
      u_firstRow: this.#firstRow[level] ?? 0,
      u_binCount: pyramid.levels[level]?.length ?? 0,
      u_binLeft: (window.startMs - pyramid.baseMs) / binMs,
      u_binsPerPx: msPerPx / binMs,
      u_keepsMost: pyramid.pooling === "max" ? 1 : 0,
      u_colour: rgb(colour),
      u_opacity: opacity,
    });
  }

  dispose(): void {
    this.#texture.destroy();
  }
}
