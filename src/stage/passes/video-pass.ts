import type createREGL from "regl";
import tileFrag from "#shaders/video/tile.frag";
import tileVert from "#shaders/video/tile.vert";
import type { PictureTexture, SampleForm } from "../gl/picture-texture.ts";
import { bandOf, pictureWindow, splitRows } from "../tile-geometry.ts";
import { quadCommand, withDefines } from "./program.ts";
import type { Target, TileDraw, TilePass } from "./tile-pass.ts";

const FORMS: readonly SampleForm[] = ["rgba", "i420", "nv12"];
type Quad = Record<string, unknown>;

/** Flat pictures: contained in the cell with black bars, or magnified by the digital zoom. */
export class VideoPass implements TilePass {
  readonly #commands = new Map<string, createREGL.DrawCommand>();

  constructor(regl: createREGL.Regl) {
    for (const form of FORMS) {
      for (const overlay of [false, true]) this.#commands.set(kind(form, overlay), command(regl, form, overlay));
    }
  }

  accepts(draw: TileDraw): boolean {
    return draw.picture !== null && (draw.tile.dewarp === null || draw.tile.dewarp.mode === 0);
  }

  draw(tiles: readonly TileDraw[], target: Target): void {
    const batches = new Map<string, Quad[]>();
    for (const tile of tiles) this.#addTo(batches, tile, target);
    for (const [name, quads] of batches) this.#commands.get(name)?.(quads);
  }

  // Only rows with overlay content pay for sampling it.
  #addTo(batches: Map<string, Quad[]>, draw: TileDraw, target: Target): void {
    const picture = draw.picture;
    if (!picture) return;
    const { rect } = draw;
    const shape = { width: picture.displayWidth, height: picture.displayHeight };
    const window = pictureWindow(rect, shape, draw.tile.zoom);
    for (const rows of splitRows(rect.height, draw.overlay ? draw.overlayRows : [])) {
      const band = bandOf(window, rect.height, rows.topPx, rows.bottomPx - rows.topPx);
      const name = kind(picture.form, rows.overlay);
      const quads = batches.get(name) ?? [];
      batches.set(name, quads);
      quads.push({
        ...pictureUniforms(picture),
        u_rect: [rect.x, rect.y + rows.topPx, rect.width, rows.bottomPx - rows.topPx],
        u_targetSize: [target.widthPx, target.heightPx],
        u_window: [band.originX, band.originY, band.spanX, band.spanY],
        u_opacity: draw.opacity,
        u_overlay: draw.overlay,
      });
    }
  }
}

/** The uniforms of `chunks/picture.glsl` for a picture; every pass that samples pictures uses them. */
export function pictureUniforms(picture: PictureTexture): Quad {
  const [plane0, plane1, plane2] = picture.textures;
  return {
    u_plane0: plane0,
    u_plane1: plane1,
    u_plane2: plane2,
    u_yuvToRgb: picture.yuv?.matrix,
    u_yuvOffset: picture.yuv?.offset,
  };
}

/** Names of those uniforms that a form's program has. */
export function pictureUniformNames(form: SampleForm): readonly string[] {
  if (form === "rgba") return ["u_plane0"];
  const planes = form === "nv12" ? ["u_plane0", "u_plane1"] : ["u_plane0", "u_plane1", "u_plane2"];
  return [...planes, "u_yuvToRgb", "u_yuvOffset"];
}

const kind = (form: SampleForm, overlay: boolean): string => (overlay ? `${form}+overlay` : form);

function command(regl: createREGL.Regl, form: SampleForm, overlay: boolean): createREGL.DrawCommand {
  const defines = [`PICTURE_${form.toUpperCase()}`, ...(overlay ? ["OVERLAY"] : [])];
  const uniforms = ["u_rect", "u_targetSize", "u_window", "u_opacity", ...pictureUniformNames(form)];
  if (overlay) uniforms.push("u_overlay");
  return quadCommand(regl, withDefines(tileVert, defines), withDefines(tileFrag, defines), uniforms);
}
