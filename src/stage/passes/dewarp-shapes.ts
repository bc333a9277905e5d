import type createREGL from "regl";
import type { Size } from "#base/geometry.ts";
import { sameData } from "#base/same-data.ts";
import { meshGrid, meshLensPoints } from "#domain/dewarp/mesh/mesh.ts";
import { areInside, CURVE_FLOATS, viewPatches } from "#domain/dewarp/mesh/patches.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import { circleRadiusPx, circleUniforms, type DewarpView } from "#domain/dewarp/views.ts";

/** A view as the GPU gets it. */
export interface ViewShape {
  /** curved cells, or straight ones where the view comes near to what is behind the lens */
  readonly kind: "patches" | "mesh";
  /** nothing of it lies beyond the circle or the picture */
  readonly isInside: boolean;
  /** by the shader's name */
  readonly attributes: Readonly<Record<string, createREGL.Buffer | createREGL.AttributeConfig>>;
  readonly elements: createREGL.Elements;
}

interface Grid {
  readonly places: createREGL.Buffer;
  readonly elements: createREGL.Elements;
}
interface Kept extends ViewShape {
  readonly tileId: string;
  /** what its buffer was computed from */
  readonly of: { readonly view: DewarpView; readonly lens: DewarpScene["lens"]; readonly picture: Size };
  readonly buffer: createREGL.Buffer;
}

const FLOAT_BYTES = 4;
/** place in the view, and in the cell */
const CORNER_FLOATS = 4;

/** Shapes of views are computed when a view changes, and kept in a buffer per view; views of one grid share the rest. */
export class ViewShapes {
  readonly #regl: createREGL.Regl;
  readonly #grids = new Map<string, Grid>();
  readonly #kept = new Map<string, Kept>();

  constructor(regl: createREGL.Regl) {
    this.#regl = regl;
  }

  /** `picture`: px as shown. */
  of(viewId: string, tileId: string, { lens }: DewarpScene, view: DewarpView, picture: Size): ViewShape {
    const of = { view, lens, picture };
    const kept = this.#kept.get(viewId);
    if (kept && sameData(kept.of, of)) return kept;
    const radiusPx = circleRadiusPx(lens, picture);
    const patches = viewPatches(view, lens, radiusPx);
    const fill = (data: Float32Array): createREGL.Buffer =>
      kept ? kept.buffer({ data, usage: "dynamic" }) : this.#regl.buffer({ data, usage: "dynamic" });
    if (patches) {
      const { columns, rows, curves } = patches;
      const grid = this.#patchGrid(columns, rows);
      const buffer = fill(forCorners(curves));
      const { u_circleCentre: middle, u_circleRadius: radii } = circleUniforms(lens, picture);
      return this.#keep(viewId, {
        kind: "patches",
        isInside: areInside(patches, { middle, radii }),
        attributes: {
          a_place: part(grid.places, CORNER_FLOATS, 0, 2),
          a_cell: part(grid.places, CORNER_FLOATS, 2, 2),
          ...Object.fromEntries(
            [4, 4, 4, 4, 2].map((size, at) => [`a_curve${at}`, part(buffer, CURVE_FLOATS, at * 4, size)]),
          ),
        },
        elements: grid.elements,
        tileId,
        of,
        buffer,
      });
    }
    const [columns, rows] = meshGrid(view, lens, radiusPx);
    const grid = this.#meshGrid(columns, rows);
    const buffer = fill(meshLensPoints(view, lens, columns, rows));
    const attributes = { a_place: grid.places, a_lens: buffer };
    const { elements } = grid;
    return this.#keep(viewId, { kind: "mesh", isInside: false, attributes, elements, tileId, of, buffer });
  }

  keepOnly(tileIds: ReadonlySet<string>): void {
    for (const [viewId, kept] of this.#kept) {
      if (tileIds.has(kept.tileId)) continue;
      kept.buffer.destroy();
      this.#kept.delete(viewId);
    }
  }

  /** After a context loss the buffers are made again, whatever regl kept of them. */
  restored(): void {
    for (const grid of this.#grids.values()) {
      grid.places.destroy();
      grid.elements.destroy();
    }
    for (const kept of this.#kept.values()) kept.buffer.destroy();
    this.#grids.clear();
    this.#kept.clear();
  }

  #keep(viewId: string, made: Kept): Kept {
    this.#kept.set(viewId, made);
    return made;
  }

  #meshGrid(columns: number, rows: number): Grid {
    return this.#grid(`mesh ${columns}x${rows}`, () => {
      const places: number[][] = [];
      for (let row = 0; row <= rows; row += 1)
        for (let column = 0; column <= columns; column += 1) places.push([column / columns, row / rows]);
      const triangles: number[][] = [];
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1) {
          const at = row * (columns + 1) + column;
          triangles.push([at, at + 1, at + columns + 1], [at + 1, at + columns + 2, at + columns + 1]);
        }
      return { places, triangles };
    });
  }

  /** Neighbours share no corners: each cell has a curve of its own. */
  #patchGrid(columns: number, rows: number): Grid {
    return this.#grid(`patches ${columns}x${rows}`, () => {
      const places: number[][] = [];
      const triangles: number[][] = [];
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1) {
          const at = places.length;
          for (const [s, t] of CORNERS) places.push([(column + s) / columns, (row + t) / rows, s, t]);
          triangles.push([at, at + 1, at + 2], [at + 1, at + 3, at + 2]);
        }
      return { places, triangles };
    });
  }

  #grid(name: string, make: () => { readonly places: number[][]; readonly triangles: number[][] }): Grid {
    const known = this.#grids.get(name);
    if (known) return known;
    const { places, triangles } = make();
    const made = {
      places: this.#regl.buffer(places),
      elements: this.#regl.elements({ data: triangles, type: "uint16", primitive: "triangles" }),
    };
    this.#grids.set(name, made);
    return made;
  }
}

const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** `size` floats from `at` of each corner's `of`. */
const part = (buffer: createREGL.Buffer, of: number, at: number, size: number): createREGL.AttributeConfig => ({
  buffer,
  offset: at * FLOAT_BYTES,
  stride: of * FLOAT_BYTES,
  size,
});

/** The curves of cells once for each of their corners. */
function forCorners(curves: Float32Array): Float32Array {
  const data = new Float32Array(curves.length * CORNERS.length);
  for (let cell = 0; cell < curves.length / CURVE_FLOATS; cell += 1) {
    const curve = curves.subarray(cell * CURVE_FLOATS, (cell + 1) * CURVE_FLOATS);
    for (let corner = 0; corner < CORNERS.length; corner += 1)
      data.set(curve, (cell * CORNERS.length + corner) * CURVE_FLOATS);
  }
  return data;
}
