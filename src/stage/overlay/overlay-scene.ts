import { Container, RenderTexture, type Texture, type WebGLRenderer } from "pixi.js";
import type createREGL from "regl";
import type { Rect } from "#base/geometry.ts";
import { sameData } from "#base/same-data.ts";
import type { StageTheme, TileView } from "#protocol/stage-worker.ts";
import { adoptHandle } from "../gl/regl-internals.ts";
import type { Rows } from "../tile-geometry.ts";
import { destroyNode, overlayNode, textures } from "./overlay-node.ts";
import { RasterCache } from "./raster-cache.ts";
import { TileOverlay } from "./tile-overlay.ts";

const NOTHING: readonly Rows[] = [];

/** Tiles of the grid, and tiles that float over them: two textures, so that a floating tile hides what is under it. */
type LayerName = "grid" | "floating";

/** What the overlays of all tiles have in common: where it differs, all are made anew. */
interface Look {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly devicePixelRatio: number;
  readonly theme: StageTheme;
}

interface DrawnOverlay {
  readonly overlay: TileOverlay<Texture>;
  readonly node: Container;
}

interface Layer {
  readonly root: Container;
  target: RenderTexture | null;
  texture: createREGL.Texture2D | null;
  readonly tiles: Map<string, DrawnOverlay>;
  /** ids that must be drawn again; null: all, on a cleared texture */
  dirty: Set<string> | null;
}

/**
 * Everything that lies over the video, drawn by pixi into textures as large as the stage, and only when it changes. The
 * tile passes sample them: exact to a step of 255, at a fraction of the cost of drawing text at every tick.
 */
export class OverlayScene {
  readonly #pixi: WebGLRenderer;
  readonly #regl: createREGL.Regl;
  readonly #rasters = new RasterCache(textures);
  readonly #layers: Record<LayerName, Layer> = { grid: emptyLayer(), floating: emptyLayer() };
  #look: Look | null = null;

  constructor(pixi: WebGLRenderer, regl: createREGL.Regl) {
    this.#pixi = pixi;
    this.#regl = regl;
  }

  /** Updates the nodes to the view; returns the ids of the tiles whose overlay changed. */
  update(
    tiles: readonly { readonly tile: TileView; readonly rect: Rect }[],
    { widthPx, heightPx, devicePixelRatio }: Omit<Look, "theme">,
    theme: StageTheme,
  ): readonly string[] {
    const look = { widthPx, heightPx, devicePixelRatio, theme };
    if (!sameData(look, this.#look)) {
      this.#look = look;
      this.#reset();
    }
    const changed: string[] = [];
    for (const name of ["grid", "floating"] as const) {
      const here = tiles.filter(({ tile }) => tile.floating === (name === "floating"));
      changed.push(...this.#updateLayer(this.#layers[name], here, devicePixelRatio, theme));
    }
    return changed;
  }

  get dirty(): boolean {
    return Object.values(this.#layers).some((layer) => layer.dirty === null || layer.dirty.size > 0);
  }

  /** Draws what is dirty. Call inside `handover.withPixi`. */
  render(): void {
    for (const layer of Object.values(this.#layers)) this.#renderLayer(layer);
  }

  /** The texture to sample for a tile; null when its layer is empty. */
  textureFor(tile: TileView): createREGL.Texture2D | null {
    return this.#layers[tile.floating ? "floating" : "grid"].texture;
  }

  /** The rows of a tile, px from its top, where the overlay has content. */
  rowsOf(tile: TileView): readonly Rows[] {
    return this.#layers[tile.floating ? "floating" : "grid"].tiles.get(tile.id)?.overlay.rows ?? NOTHING;
  }

  /** The context came back empty: everything is drawn again at the next render. */
  invalidate(): void {
    for (const layer of Object.values(this.#layers)) layer.dirty = null;
  }

  dispose(): void {
    this.#reset();
    for (const layer of Object.values(this.#layers)) {
      layer.root.destroy();
      layer.target?.destroy(true);
    }
    this.#rasters.dispose();
  }

  #reset(): void {
    for (const layer of Object.values(this.#layers)) {
      for (const drawn of layer.tiles.values()) end(drawn);
      layer.tiles.clear();
      layer.dirty = null;
    }
  }

  #updateLayer(
    layer: Layer,
    tiles: readonly { readonly tile: TileView; readonly rect: Rect }[],
    devicePixelRatio: number,
    theme: StageTheme,
  ): string[] {
    const changed: string[] = [];
    const ids = new Set(tiles.map(({ tile }) => tile.id));
    for (const [id, drawn] of layer.tiles) {
      if (ids.has(id)) continue;
      end(drawn);
      layer.tiles.delete(id);
      layer.dirty = null;
    }
    for (const { tile, rect } of tiles) {
      const old = layer.tiles.get(tile.id);
      if (old?.overlay.shows(tile, rect)) continue;
      const overlay = new TileOverlay(tile, rect, devicePixelRatio, theme, this.#rasters);
      // Moved: its old place must become empty, so the whole layer is drawn again.
      if (!old || !sameData(old.overlay.rect, rect)) layer.dirty = null;
      if (old) end(old);
      const node = overlayNode(overlay);
      layer.tiles.set(tile.id, { overlay, node });
      layer.root.addChild(node);
      layer.dirty?.add(tile.id);
      changed.push(tile.id);
    }
    return changed;
  }

  #renderLayer(layer: Layer): void {
    if (layer.dirty !== null && layer.dirty.size === 0) return;
    if (layer.tiles.size === 0 && layer.target === null) {
      layer.dirty = new Set();
      return;
    }
    const target = this.#targetOf(layer);
    const all = layer.dirty === null;
    for (const [id, drawn] of layer.tiles) drawn.node.visible = all || layer.dirty?.has(id) === true;
    this.#pixi.render({ container: layer.root, target, clear: all, clearColor: [0, 0, 0, 0] });
    layer.dirty = new Set();
    const made: unknown = this.#pixi.texture.getGlSource(target.source).texture;
    if (!(made instanceof WebGLTexture)) throw new Error("pixi's render texture has no GL handle");
    if (!layer.texture) layer.texture = this.#regl.texture({ width: 1, height: 1 });
    adoptHandle(layer.texture, made);
  }

  #targetOf(layer: Layer): RenderTexture {
    const size = { width: this.#look?.widthPx ?? 0, height: this.#look?.heightPx ?? 0 };
    if (!layer.target) {
      layer.target = RenderTexture.create({ ...size, resolution: 1, antialias: false, scaleMode: "nearest" });
    } else if (layer.target.width !== size.width || layer.target.height !== size.height) {
      layer.target.resize(size.width, size.height, 1);
    }
    return layer.target;
  }
}

function end({ overlay, node }: DrawnOverlay): void {
  overlay.dispose();
  destroyNode(node);
}

const emptyLayer = (): Layer => ({ root: new Container(), target: null, texture: null, tiles: new Map(), dirty: null });
