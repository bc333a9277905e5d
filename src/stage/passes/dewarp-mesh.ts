import type { DewarpScene } from "#domain/dewarp/scene.ts";
import type createREGL from "regl";
import type { Rect } from "#base/geometry.ts";
import { sameData } from "#base/same-data.ts";
import { withDefines } from "#base/glsl.ts";
import { meshGrid, meshLensPoints } from "#domain/dewarp/mesh.ts";
import { circleRadiusPx, type DewarpView } from "#domain/dewarp/views.ts";
import flatFrag from "#shaders/video/flat.frag";
import flatVert from "#shaders/video/flat.vert";
import meshFrag from "#shaders/dewarp/mesh.frag";
import meshVert from "#shaders/dewarp/mesh.vert";
import type { FrameTexture, SampleForm } from "../gl/frame-texture.ts";
import { fisheyeUniforms } from "./dewarp-uniforms.ts";
import { meshCommand, quadCommand } from "./program.ts";
import type { Target, TileDraw } from "./tile-pass.ts";
import { frameUniformNames } from "./video-pass.ts";

interface MeshDraw {
  readonly draw: TileDraw;
  readonly dewarp: DewarpScene;
  readonly view: DewarpView;
  readonly picture: FrameTexture;
  /** defines of `chunks/fisheye.glsl` */
  readonly samples: readonly string[];
  readonly target: Target;
}

interface Grid {
  readonly places: createREGL.Buffer;
  readonly elements: createREGL.Elements;
}
interface Kept {
  readonly tileId: string;
  /** what the lens points were computed from */
  readonly of: { readonly view: DewarpView; readonly lens: DewarpScene["lens"]; readonly radiusPx: number };
  readonly grid: Grid;
  readonly lens: createREGL.Buffer;
}

/** The mesh path: lens points of a grid are computed when a view changes, and kept in a buffer per view. */
export class DewarpMesh {
  readonly #regl: createREGL.Regl;
  readonly #grids = new Map<string, Grid>();
  readonly #kept = new Map<string, Kept>();
  readonly #commands = new Map<string, createREGL.DrawCommand>();
  #bars: createREGL.DrawCommand | null = null;

  constructor(regl: createREGL.Regl) {
    this.#regl = regl;
  }

  draw(viewId: string, { draw, dewarp, view, picture, samples, target }: MeshDraw): void {
    const overlay = draw.overlay !== null && draw.overlayRows.length > 0;
    const covered = view.kind === "panorama" ? view.strip : view.rect;
    if (view.kind === "panorama") this.#drawBars(draw, view.rect, overlay, target);
    if (covered.width === 0 || covered.height === 0) return;
    const { grid, lens } = this.#mesh(viewId, draw.tile.id, dewarp, view, picture);
    this.#command(
      picture.form,
      overlay,
      samples,
    )({
      ...fisheyeUniforms(dewarp, picture),
      u_rect: [covered.x, covered.y, covered.width, covered.height],
      u_targetSize: [target.widthPx, target.heightPx],
      u_opacity: draw.opacity,
      u_overlay: draw.overlay,
      places: grid.places,
      lensPoints: lens,
      elements: grid.elements,
    });
  }

  keepOnly(tileIds: ReadonlySet<string>): void {
    for (const [viewId, kept] of this.#kept) {
      if (tileIds.has(kept.tileId)) continue;
      kept.lens.destroy();
      this.#kept.delete(viewId);
    }
  }

  /** After a context loss the buffers are made again, whatever regl kept of them. */
  restored(): void {
    for (const grid of this.#grids.values()) {
      grid.places.destroy();
      grid.elements.destroy();
    }
    for (const kept of this.#kept.values()) kept.lens.destroy();
    this.#grids.clear();
    this.#kept.clear();
  }

  #mesh(viewId: string, tileId: string, dewarp: DewarpScene, view: DewarpView, picture: FrameTexture): Kept {
    const radiusPx = circleRadiusPx(dewarp.lens, { width: picture.displayWidth, height: picture.displayHeight });
    const of = { view, lens: dewarp.lens, radiusPx };
    const kept = this.#kept.get(viewId);
    if (kept && sameData(kept.of, of)) return kept;
    const [columns, rows] = meshGrid(view, dewarp.lens, radiusPx);
    const points = meshLensPoints(view, dewarp.lens, columns, rows);
    const lens = kept
      ? kept.lens({ data: points, usage: "dynamic" })
      : this.#regl.buffer({ data: points, usage: "dynamic" });
    const made = { tileId, of, grid: this.#grid(columns, rows), lens };
    this.#kept.set(viewId, made);
    return made;
  }

  #grid(columns: number, rows: number): Grid {
    const name = `${columns}x${rows}`;
    const known = this.#grids.get(name);
    if (known) return known;
    const places: number[][] = [];
    for (let row = 0; row <= rows; row += 1) {
      for (let column = 0; column <= columns; column += 1) places.push([column / columns, row / rows]);
    }
    const triangles: number[][] = [];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const at = row * (columns + 1) + column;
        triangles.push([at, at + 1, at + columns + 1], [at + 1, at + columns + 2, at + columns + 1]);
      }
    }
    const grid = {
      places: this.#regl.buffer(places),
      elements: this.#regl.elements({ data: triangles, type: "uint16", primitive: "triangles" }),
    };
    this.#grids.set(name, grid);
    return grid;
  }

  #command(form: SampleForm, overlay: boolean, samples: readonly string[]): createREGL.DrawCommand {
    const name = `${form} ${overlay} ${samples.join(" ")}`;
    const known = this.#commands.get(name);
    if (known) return known;
    const defines = [`PICTURE_${form.toUpperCase()}`, ...samples, ...(overlay ? ["OVERLAY"] : [])];
    const made = meshCommand(this.#regl, withDefines(meshVert, defines), withDefines(meshFrag, defines), [
      "u_rect",
      "u_targetSize",
      "u_opacity",
      "u_circleCentre",
      "u_circleRadius",
      ...frameUniformNames(form),
      ...(overlay ? ["u_overlay"] : []),
    ]);
    this.#commands.set(name, made);
    return made;
  }

  /** The mesh covers only the strip: the rest of the tile is black. */
  #drawBars(draw: TileDraw, rect: Rect, overlay: boolean, target: Target): void {
    const defines = overlay ? ["OVERLAY"] : [];
    this.#bars ??= quadCommand(this.#regl, withDefines(flatVert, []), withDefines(flatFrag, []), [
      "u_rect",
      "u_targetSize",
      "u_colour",
      "u_opacity",
    ]);
    const command = overlay ? this.#overlayBars(defines) : this.#bars;
    command({
      u_rect: [rect.x, rect.y, rect.width, rect.height],
      u_targetSize: [target.widthPx, target.heightPx],
      u_colour: [0, 0, 0],
      u_opacity: draw.opacity,
      u_overlay: draw.overlay,
    });
  }

  #overlayBars(defines: readonly string[]): createREGL.DrawCommand {
    const known = this.#commands.get("bars");
    if (known) return known;
    const made = quadCommand(this.#regl, withDefines(flatVert, defines), withDefines(flatFrag, defines), [
      "u_rect",
      "u_targetSize",
      "u_colour",
      "u_opacity",
      "u_overlay",
    ]);
    this.#commands.set("bars", made);
    return made;
  }
}
