import type createREGL from "regl";
import tileFrag from "#shaders/video/tile.frag";
import tileVert from "#shaders/video/tile.vert";
import type { FrameTexture, SampleForm } from "../gl/frame-texture.ts";
import { bandOf, pictureWindow, splitRows } from "../tile-geometry.ts";
import { withDefines } from "#base/glsl.ts";
import { quadCommand } from "./program.ts";
import type { Target, TileDraw, TilePass } from "./tile-pass.ts";

type Quad = Record<string, unknown>;

/** From this many frame texels per pixel of the tile on, one bilinear sample leaves texels out and edges shimmer. */
const MINIFIED_FROM = 1.5;

interface Kind {
  readonly form: SampleForm;
  readonly overlay: boolean;
  readonly minified: boolean;
}

/** Flat video: contained in the cell with black bars, or magnified by the digital zoom. */
export class VideoPass implements TilePass {
  readonly #regl: createREGL.Regl;
  readonly #smooth: boolean;
  /** made at its first use: a wall uses two of them, and each costs its compilation */
  readonly #commands = new Map<string, createREGL.DrawCommand>();

  /** `smooth`: four samples where the frame is much larger than its tile; a software rasteriser cannot afford them. */
  constructor(regl: createREGL.Regl, smooth: boolean) {
    this.#regl = regl;
    this.#smooth = smooth;
  }

  /**
   * Draws a pixel with the programs of nearly every wall, sampled as frames are, so that making them (100 ms and more)
   * does not delay a first frame.
   */
  warmUp(target: Target): void {
    const one = this.#regl.texture({ width: 1, height: 1, min: "linear", mag: "linear", wrap: "clamp" });
    for (const overlay of [false, true])
      this.#command({ form: "rgba", overlay, minified: false })([
        {
          u_plane0: one,
          u_rect: [0, 0, 1, 1],
          u_targetSize: [target.widthPx, target.heightPx],
          u_window: [0, 0, 1, 1],
          u_opacity: 1,
          u_overlay: one,
        },
      ]);
    one.destroy();
  }

  accepts(draw: TileDraw): boolean {
    return draw.picture !== null && (draw.tile.dewarp === null || draw.tile.dewarp.mode === 0);
  }

  draw(tiles: readonly TileDraw[], target: Target): void {
    const batches = new Map<string, { readonly kind: Kind; readonly quads: Quad[] }>();
    const add = (kind: Kind, quad: Quad): void => {
      const name = nameOf(kind);
      const batch = batches.get(name) ?? { kind, quads: [] };
      batches.set(name, batch);
      batch.quads.push(quad);
    };
    for (const tile of tiles) if (tile.picture) this.#addTile(add, tile, tile.picture, target);
    for (const { kind, quads } of batches.values()) this.#command(kind)(quads);
  }

  // Only rows with overlay content pay for sampling it.
  #addTile(add: (kind: Kind, quad: Quad) => void, draw: TileDraw, picture: FrameTexture, target: Target): void {
    const { rect } = draw;
    const shape = { width: picture.displayWidth, height: picture.displayHeight };
    const window = pictureWindow(rect, shape, draw.tile.zoom);
    const footprint = [window.spanX / rect.width, window.spanY / rect.height] as const;
    const minified = this.#smooth && footprint[0] * picture.widthPx >= MINIFIED_FROM;
    for (const rows of splitRows(rect.height, draw.overlay ? draw.overlayRows : [])) {
      const band = bandOf(window, rect.height, rows.topPx, rows.bottomPx - rows.topPx);
      add(
        { form: picture.form, overlay: rows.overlay, minified },
        {
          ...frameUniforms(picture),
          u_rect: [rect.x, rect.y + rows.topPx, rect.width, rows.bottomPx - rows.topPx],
          u_targetSize: [target.widthPx, target.heightPx],
          u_window: [band.originX, band.originY, band.spanX, band.spanY],
          u_footprint: footprint,
          u_opacity: draw.opacity,
          u_overlay: draw.overlay,
        },
      );
    }
  }

  #command(kind: Kind): createREGL.DrawCommand {
    const name = nameOf(kind);
    let made = this.#commands.get(name);
    if (!made) this.#commands.set(name, (made = command(this.#regl, kind)));
    return made;
  }
}

/** The uniforms of `chunks/picture.glsl` for a frame; every pass that samples frames uses them. */
export function frameUniforms(picture: FrameTexture): Quad {
  const [plane0, plane1, plane2] = picture.textures;
  return {
    u_plane0: plane0,
    u_plane1: plane1,
    u_plane2: plane2,
    u_yuvToRgb: picture.yuv?.matrix,
    u_yuvOffset: picture.yuv?.offset,
  };
}

/** Names of those uniforms that the program of a frame's form has. */
export function frameUniformNames(form: SampleForm): readonly string[] {
  if (form === "rgba") return ["u_plane0"];
  const planes = form === "nv12" ? ["u_plane0", "u_plane1"] : ["u_plane0", "u_plane1", "u_plane2"];
  return [...planes, "u_yuvToRgb", "u_yuvOffset"];
}

const nameOf = ({ form, overlay, minified }: Kind): string =>
  `${form}${overlay ? "+overlay" : ""}${minified ? "+minified" : ""}`;

function command(regl: createREGL.Regl, { form, overlay, minified }: Kind): createREGL.DrawCommand {
  const defines = [`PICTURE_${form.toUpperCase()}`, ...(overlay ? ["OVERLAY"] : []), ...(minified ? ["MINIFIED"] : [])];
  const uniforms = ["u_rect", "u_targetSize", "u_window", "u_opacity", ...frameUniformNames(form)];
  if (overlay) uniforms.push("u_overlay");
  if (minified) uniforms.push("u_footprint");
  return quadCommand(regl, withDefines(tileVert, defines), withDefines(tileFrag, defines), uniforms);
}
