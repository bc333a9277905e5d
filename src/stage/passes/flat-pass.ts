import type createREGL from "regl";
import flatFrag from "#shaders/video/flat.frag";
import flatVert from "#shaders/video/flat.vert";
import { splitRows } from "../tile-geometry.ts";
import { withDefines } from "#base/glsl.ts";
import { quadCommand, rgb } from "./program.ts";
import type { Target, TileDraw, TilePass } from "./tile-pass.ts";

/** Tiles without a frame yet, and empty cells: the cell's colour under the overlay. */
export class FlatPass implements TilePass {
  /** 0xRRGGBB */
  colour = 0;
  readonly #plain: createREGL.DrawCommand;
  readonly #overlay: createREGL.DrawCommand;

  constructor(regl: createREGL.Regl) {
    const uniforms = ["u_rect", "u_targetSize", "u_colour", "u_opacity"];
    this.#plain = quadCommand(regl, withDefines(flatVert, []), withDefines(flatFrag, []), uniforms);
    this.#overlay = quadCommand(regl, withDefines(flatVert, ["OVERLAY"]), withDefines(flatFrag, ["OVERLAY"]), [
      ...uniforms,
      "u_overlay",
    ]);
  }

  accepts(): boolean {
    return true;
  }

  draw(tiles: readonly TileDraw[], target: Target): void {
    for (const { rect, overlay, overlayRows, opacity } of tiles) {
      for (const rows of splitRows(rect.height, overlay ? overlayRows : [])) {
        const draw = rows.overlay ? this.#overlay : this.#plain;
        draw({
          u_rect: [rect.x, rect.y + rows.topPx, rect.width, rows.bottomPx - rows.topPx],
          u_targetSize: [target.widthPx, target.heightPx],
          u_colour: rgb(this.colour),
          u_opacity: opacity,
          u_overlay: overlay,
        });
      }
    }
  }
}
