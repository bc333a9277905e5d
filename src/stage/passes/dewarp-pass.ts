import type { DewarpScene } from "#domain/dewarp/scene.ts";
import type createREGL from "regl";
import type { Rect } from "#base/geometry.ts";
import { type DewarpView, dewarpViews, lensUniforms, sourcePerTargetPx, viewUniforms } from "#domain/dewarp/views.ts";
import { withDefines } from "#base/glsl.ts";
import panoramaFrag from "#shaders/dewarp/panorama.frag";
import panoramaVert from "#shaders/dewarp/panorama.vert";
import perspectiveFrag from "#shaders/dewarp/perspective.frag";
import perspectiveVert from "#shaders/dewarp/perspective.vert";
import type { FrameTexture, SampleForm } from "../gl/frame-texture.ts";
import { splitRows } from "../tile-geometry.ts";
import { DewarpMesh } from "./dewarp-mesh.ts";
import { fisheyeUniforms } from "./dewarp-uniforms.ts";
import { quadCommand } from "./program.ts";
import type { Target, TileDraw, TilePass } from "./tile-pass.ts";
import { frameUniformNames } from "./video-pass.ts";

/** fragment: the lens is computed per pixel (GPU). mesh: at the corners of a grid, at half the cost in software. */
export type DewarpMapping = "fragment" | "mesh";

/** A GPU that needs longer than this for a tile of 640x360 draws faster with the mesh (design, dewarp 4.2). */
const FRAGMENT_MAX_MS = 12;

/** The mapping that suits a GPU whose fragment mapping takes this many ms per tile; null = not measured. */
export const mappingFor = (software: boolean, fragmentMs: number | null): DewarpMapping =>
  software || (fragmentMs !== null && fragmentMs > FRAGMENT_MAX_MS) ? "mesh" : "fragment";

/** How a pixel takes its colour from the frame. */
export type Sampling = "bilinear" | "four" | "sixteen" | "catmull-rom";

/**
 * By source px per target px (design, dewarp 3.4). Software GL pays for each tap, and can afford it only for a frame
 * that stands still; only there is a magnified one worth nine taps.
 */
export function samplingFor(sourcePerTarget: number, { software, still }: Cost): Sampling {
  if (still && sourcePerTarget < 1) return "catmull-rom";
  if (software && !still) return sourcePerTarget > 1.5 ? "four" : "bilinear";
  if (sourcePerTarget <= 1) return "bilinear";
  return sourcePerTarget <= 2.5 ? "four" : "sixteen";
}
interface Cost {
  readonly software: boolean;
  readonly still: boolean;
}

const DEFINES: Readonly<Record<Sampling, readonly string[]>> = {
  bilinear: ["SAMPLES 1"],
  four: ["SAMPLES 4"],
  sixteen: ["SAMPLES 16"],
  "catmull-rom": ["SAMPLES 1", "CATMULL_ROM"],
};

/** Tiles whose fisheye is shown as perspective view or panorama (modes 1 and 2). */
export class DewarpPass implements TilePass {
  mapping: DewarpMapping;
  readonly #regl: createREGL.Regl;
  readonly #software: boolean;
  readonly #mesh: DewarpMesh;
  readonly #commands = new Map<string, createREGL.DrawCommand>();

  constructor(regl: createREGL.Regl, software: boolean) {
    this.#regl = regl;
    this.#software = software;
    this.mapping = mappingFor(software, null);
    this.#mesh = new DewarpMesh(regl);
  }

  accepts(draw: TileDraw): boolean {
    return draw.picture !== null && draw.tile.dewarp !== null && draw.tile.dewarp.mode !== 0;
  }

  draw(tiles: readonly TileDraw[], target: Target): void {
    for (const draw of tiles) {
      const { picture, rect } = draw;
      const dewarp = draw.tile.dewarp;
      if (!picture || !dewarp) continue;
      const size = { width: picture.displayWidth, height: picture.displayHeight };
      for (const [index, view] of dewarpViews(dewarp, rect).entries()) {
        const cost = { software: this.#software, still: draw.still };
        const sampling = DEFINES[samplingFor(sourcePerTargetPx(dewarp, view, size), cost)];
        const samples = dewarp.hatched ? [...sampling, "HATCH"] : sampling;
        if (this.mapping === "mesh")
          this.#mesh.draw(`${draw.tile.id}/${index}`, { draw, dewarp, view, picture, samples, target });
        else this.#drawFragments(draw, dewarp, view, picture, samples, target);
      }
    }
  }

  /** Drops what is kept for tiles that no longer exist. */
  keepOnly(tileIds: ReadonlySet<string>): void {
    this.#mesh.keepOnly(tileIds);
  }

  restored(): void {
    this.#mesh.restored();
  }

  #drawFragments(
    draw: TileDraw,
    dewarp: DewarpScene,
    view: DewarpView,
    picture: FrameTexture,
    samples: readonly string[],
    target: Target,
  ): void {
    for (const part of overlayParts(draw, view.rect)) {
      this.#command(
        view.kind,
        picture.form,
        part.overlay,
        samples,
        dewarp.lens.projection,
      )({
        ...fisheyeUniforms(dewarp, picture),
        ...viewUniforms(view),
        ...lensUniforms(dewarp.lens),
        u_rect: [part.rect.x, part.rect.y, part.rect.width, part.rect.height],
        u_targetSize: [target.widthPx, target.heightPx],
        u_opacity: draw.opacity,
        u_overlay: draw.overlay,
      });
    }
  }

  #command(
    kind: DewarpView["kind"],
    form: SampleForm,
    overlay: boolean,
    samples: readonly string[],
    projection: string,
  ): createREGL.DrawCommand {
    const name = `${kind} ${form} ${overlay} ${samples.join(" ")} ${projection}`;
    const known = this.#commands.get(name);
    if (known) return known;
    const defines = [
      `PICTURE_${form.toUpperCase()}`,
      `LENS_${projection.toUpperCase()}`,
      ...samples,
      ...(overlay ? ["OVERLAY"] : []),
    ];
    const [vert, frag] = kind === "perspective" ? [perspectiveVert, perspectiveFrag] : [panoramaVert, panoramaFrag];
    const made = quadCommand(this.#regl, withDefines(vert, defines), withDefines(frag, defines), [
      "u_rect",
      "u_targetSize",
      "u_opacity",
      "u_edge",
      "u_circleCentre",
      "u_circleRadius",
      ...frameUniformNames(form),
      ...(kind === "perspective" ? ["u_tileOrigin", "u_screenToLens"] : ["u_strip", "u_angles", "u_worldToLens"]),
      ...(projection === "polynomial" ? ["u_lensK", "u_lensHalf"] : []),
      ...(overlay ? ["u_overlay"] : []),
    ]);
    this.#commands.set(name, made);
    return made;
  }
}

/** A view cut into the bands of its tile that have overlay content and those that have none. */
function overlayParts(draw: TileDraw, view: Rect): { rect: Rect; overlay: boolean }[] {
  return splitRows(draw.rect.height, draw.overlay ? draw.overlayRows : []).flatMap((rows) => {
    const top = Math.max(view.y, draw.rect.y + rows.topPx);
    const bottom = Math.min(view.y + view.height, draw.rect.y + rows.bottomPx);
    return bottom > top ? [{ rect: { ...view, y: top, height: bottom - top }, overlay: rows.overlay }] : [];
  });
}
