import type { DewarpScene } from "#domain/dewarp/scene.ts";
import type createREGL from "regl";
import type { Rect } from "#base/geometry.ts";
import { withDefines } from "#base/glsl.ts";
import type { DewarpView } from "#domain/dewarp/views.ts";
import flatFrag from "#shaders/video/flat.frag";
import flatVert from "#shaders/video/flat.vert";
import meshFrag from "#shaders/dewarp/mesh.frag";
import meshVert from "#shaders/dewarp/mesh.vert";
import patchFrag from "#shaders/dewarp/patch.frag";
import patchVert from "#shaders/dewarp/patch.vert";
import type { FrameTexture, SampleForm } from "../gl/frame-texture.ts";
import { type ViewShape, ViewShapes } from "./dewarp-shapes.ts";
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

/**
 * The mesh path, which a software rasteriser takes: where the cells of a grid lie in the circle is computed when a view
 * changes, and no pixel computes the lens.
 */
export class DewarpMesh {
  readonly #regl: createREGL.Regl;
  readonly #shapes: ViewShapes;
  readonly #commands = new Map<string, createREGL.DrawCommand>();
  #bars: createREGL.DrawCommand | null = null;

  constructor(regl: createREGL.Regl) {
    this.#regl = regl;
    this.#shapes = new ViewShapes(regl);
  }

  draw(viewId: string, { draw, dewarp, view, picture, samples, target }: MeshDraw): void {
    const overlay = draw.overlay !== null && draw.overlayRows.length > 0;
    const covered = view.kind === "panorama" ? view.strip : view.rect;
    if (view.kind === "panorama") this.#drawBars(draw, view.rect, overlay, target);
    if (covered.width === 0 || covered.height === 0) return;
    const size = { width: picture.displayWidth, height: picture.displayHeight };
    const shape = this.#shapes.of(viewId, draw.tile.id, dewarp, view, size);
    this.#command(
      shape,
      picture.form,
      overlay,
      samples,
    )({
      ...fisheyeUniforms(dewarp, picture),
      u_rect: [covered.x, covered.y, covered.width, covered.height],
      u_targetSize: [target.widthPx, target.heightPx],
      u_opacity: draw.opacity,
      u_overlay: draw.overlay,
      elements: shape.elements,
      ...shape.attributes,
    });
  }

  keepOnly(tileIds: ReadonlySet<string>): void {
    this.#shapes.keepOnly(tileIds);
  }

  restored(): void {
    this.#shapes.restored();
  }

  #command(
    { kind, isInside, attributes }: ViewShape,
    form: SampleForm,
    overlay: boolean,
    samples: readonly string[],
  ): createREGL.DrawCommand {
    const name = `${kind} ${form} ${overlay} ${isInside} ${samples.join(" ")}`;
    const known = this.#commands.get(name);
    if (known) return known;
    const sampling = isInside ? [...samples.filter((each) => each !== "HATCH"), "INSIDE"] : samples;
    const defines = [`PICTURE_${form.toUpperCase()}`, ...sampling, ...(overlay ? ["OVERLAY"] : [])];
    const [vert, frag] = kind === "mesh" ? [meshVert, meshFrag] : [patchVert, patchFrag];
    const shaders = [withDefines(vert, defines), withDefines(frag, defines)] as const;
    const made = meshCommand(this.#regl, shaders, Object.keys(attributes), [
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
