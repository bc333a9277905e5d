import type createREGL from "regl";
import type { YuvToRgb } from "./colour.ts";
import { resetUnpack } from "./handover.ts";
import { glHandle } from "./regl-internals.ts";
import type { FramePicture } from "../frame-picture.ts";
import type { PreparedFrame } from "./upload-path.ts";

/** How a shader reads a frame: one RGBA texture, or planes that it converts. */
export type SampleForm = "rgba" | "i420" | "nv12";

type PlaneFormat = "rgba" | "luminance" | "luminance alpha";

/** A texture that may be handed from source to source: same size and format. */
export class TexturePool {
  readonly #regl: createREGL.Regl;
  readonly #free = new Map<string, createREGL.Texture2D[]>();

  constructor(regl: createREGL.Regl) {
    this.#regl = regl;
  }

  take(widthPx: number, heightPx: number, format: PlaneFormat): createREGL.Texture2D {
    const waiting = this.#free.get(key(widthPx, heightPx, format))?.pop();
    return (
      waiting ??
      this.#regl.texture({ width: widthPx, height: heightPx, format, min: "linear", mag: "linear", wrap: "clamp" })
    );
  }

  give(texture: createREGL.Texture2D, format: PlaneFormat): void {
    const name = key(texture.width, texture.height, format);
    const list = this.#free.get(name) ?? [];
    if (list.length >= KEPT_PER_SIZE) return texture.destroy();
    list.push(texture);
    this.#free.set(name, list);
  }

  dispose(): void {
    for (const list of this.#free.values()) for (const texture of list) texture.destroy();
    this.#free.clear();
  }
}

interface TexturePlane {
  readonly texture: createREGL.Texture2D;
  readonly format: PlaneFormat;
}

/** Asking the GPU for errors makes it wait, so only the first frame of each format is checked. */
export interface UploadCheck {
  isDue(prepared: PreparedFrame): boolean;
  worked(prepared: PreparedFrame): void;
  refused(prepared: PreparedFrame): void;
}

const KEPT_PER_SIZE = 8;
const key = (widthPx: number, heightPx: number, format: PlaneFormat): string => `${widthPx}x${heightPx} ${format}`;

/**
 * The GPU's copy of one source's newest frame, shared by all tiles that show it. Raw GL fills textures that regl made,
 * because regl itself would turn a VideoFrame into one black texel without an error.
 */
export class FrameTexture implements FramePicture {
  readonly #gl: WebGL2RenderingContext;
  readonly #pool: TexturePool;
  readonly #check: UploadCheck | null;
  #planes: readonly TexturePlane[] = [];
  form: SampleForm = "rgba";
  yuv: YuvToRgb | null = null;
  widthPx = 0;
  heightPx = 0;
  displayWidth = 1;
  displayHeight = 1;

  constructor(gl: WebGL2RenderingContext, pool: TexturePool, check: UploadCheck | null = null) {
    this.#gl = gl;
    this.#pool = pool;
    this.#check = check;
  }

  get textures(): readonly createREGL.Texture2D[] {
    return this.#planes.map((plane) => plane.texture);
  }

  /**
   * Call inside `handover.withUploads`. Returns false when the GPU takes no such frame: the picture before stays.
   */
  upload(prepared: PreparedFrame): boolean {
    const gl = this.#gl;
    const before = this.#planes;
    const check = prepared.form === "picture" && this.#check?.isDue(prepared) ? this.#check : null;
    if (check) while (gl.getError() !== gl.NO_ERROR && !gl.isContextLost());
    if (prepared.form === "rgba" || prepared.form === "picture") {
      const [plane] = this.#allocate([{ widthPx: prepared.widthPx, heightPx: prepared.heightPx, format: "rgba" }]);
      if (plane) {
        resetUnpack(gl);
        gl.bindTexture(gl.TEXTURE_2D, glHandle(plane));
        if (prepared.form === "picture") {
          try {
            gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, prepared.frame.image);
          } catch {
            return this.#keep(before, prepared);
          }
          if (check && gl.getError() !== gl.NO_ERROR && !gl.isContextLost()) return this.#keep(before, prepared);
        } else {
          const { widthPx, heightPx, bytes } = prepared;
          gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, widthPx, heightPx, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
        }
      }
      this.form = "rgba";
      this.yuv = null;
    } else this.#uploadPlanes(prepared);
    if (check) check.worked(prepared);
    this.#give(before);
    this.widthPx = prepared.widthPx;
    this.heightPx = prepared.heightPx;
    this.displayWidth = prepared.displayWidth;
    this.displayHeight = prepared.displayHeight;
    return true;
  }

  /** Gives the textures back to the pool. */
  release(): void {
    const planes = this.#planes;
    this.#planes = [];
    this.#give(planes);
  }

  /** Gives back those that the picture does not use any more. */
  #give(planes: readonly TexturePlane[]): void {
    if (planes !== this.#planes) for (const { texture, format } of planes) this.#pool.give(texture, format);
  }

  /** The frame could not be uploaded: the picture of the frame before stays. */
  #keep(before: readonly TexturePlane[], prepared: PreparedFrame): false {
    const made = this.#planes;
    this.#planes = before;
    this.#give(made);
    this.#check?.refused(prepared);
    return false;
  }

  #uploadPlanes(prepared: Extract<PreparedFrame, { form: "i420" | "nv12" }>): void {
    const gl = this.#gl;
    const two = prepared.form === "nv12";
    const textures = this.#allocate(
      prepared.planes.map((plane, index) => ({
        widthPx: plane.widthPx,
        heightPx: plane.heightPx,
        format: two && index === 1 ? "luminance alpha" : "luminance",
      })),
    );
    resetUnpack(gl);
    prepared.planes.forEach((plane, index) => {
      const texture = textures[index];
      if (!texture) return;
      const format = two && index === 1 ? gl.LUMINANCE_ALPHA : gl.LUMINANCE;
      gl.bindTexture(gl.TEXTURE_2D, glHandle(texture));
      const { widthPx, heightPx, offset } = plane;
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, widthPx, heightPx, format, gl.UNSIGNED_BYTE, prepared.bytes, offset);
    });
    this.form = prepared.form;
    this.yuv = prepared.yuv;
  }

  #allocate(
    wanted: readonly { widthPx: number; heightPx: number; format: PlaneFormat }[],
  ): readonly createREGL.Texture2D[] {
    const fits =
      wanted.length === this.#planes.length &&
      wanted.every((want, index) => {
        const have = this.#planes[index];
        return (
          have !== undefined &&
          have.format === want.format &&
          have.texture.width === want.widthPx &&
          have.texture.height === want.heightPx
        );
      });
    if (!fits) {
      this.#planes = wanted.map(({ widthPx, heightPx, format }) => ({
        texture: this.#pool.take(widthPx, heightPx, format),
        format,
      }));
    }
    return this.textures;
  }
}
