import type { Size } from "#base/geometry.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { dewarpScene } from "#domain/dewarp/scene.ts";
import { tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import type { StageView } from "#protocol/stage-worker.ts";
import { bareTile } from "../bare-tile.ts";
import { tileCostMs } from "../gl/dewarp-probe.ts";
import type { FrameTexture } from "../gl/frame-texture.ts";
import type { GlHost } from "../gl/host.ts";
import { type DewarpMapping, DewarpPass, mappingFor } from "./dewarp-pass.ts";
import { FlatPass } from "./flat-pass.ts";
import type { TileDraw, TilePass } from "./tile-pass.ts";
import { VideoPass } from "./video-pass.ts";

interface Target {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A single still frame: it is drawn once. */
export const ALONE = { overlay: null, overlayRows: [], opacity: 1, still: true } as const;

/** The passes that draw tiles; each tile is drawn by the first pass that accepts it. */
export class TilePasses {
  readonly #host: GlHost;
  readonly #video: VideoPass;
  readonly #dewarp: DewarpPass;
  readonly #flat: FlatPass;
  readonly #passes: readonly TilePass[];
  readonly #mappingFixed: boolean;

  /** `mapping`: of fisheyes; absent: the one that suits the GPU, see `chooseMapping`. */
  constructor(host: GlHost, mapping: DewarpMapping | undefined) {
    const { regl, handover, software } = host;
    this.#host = host;
    this.#flat = handover.withRegl(() => new FlatPass(regl));
    this.#video = new VideoPass(regl, !software);
    this.#dewarp = new DewarpPass(regl, software);
    this.#passes = [this.#video, this.#dewarp, this.#flat];
    this.#mappingFixed = mapping !== undefined;
    if (mapping) this.#dewarp.mapping = mapping;
  }

  /** The colour of a tile without a frame. */
  set cellColour(colour: number) {
    this.#flat.colour = colour;
  }

  /** A first frame does not wait for what the GPU makes for the first drawing of video. */
  warmUp(view: StageView): void {
    this.#host.handover.withRegl(() => this.#video.warmUp(view));
  }

  /** Frees what is kept for other tiles. */
  keepOnly(tileIds: ReadonlySet<string>): void {
    this.#dewarp.keepOnly(tileIds);
  }

  /** The context came back empty. */
  restored(): void {
    this.#dewarp.restored();
  }

  draw(draws: readonly TileDraw[], target: Target): void {
    const shares = new Map<TilePass, TileDraw[]>();
    for (const draw of draws) {
      if (draw.rect.width <= 0 || draw.rect.height <= 0) continue;
      const pass = this.#passes.find((each) => each.accepts(draw)) ?? this.#flat;
      const share = shares.get(pass) ?? [];
      shares.set(pass, share);
      share.push(draw);
    }
    for (const [pass, share] of shares) pass.draw(share, target);
  }

  /** Tiles without a frame. */
  drawFlat(draws: readonly TileDraw[], target: Target): void {
    this.#flat.draw(draws, target);
  }

  /** Draws one frame over the whole bound framebuffer (the upload probe). */
  drawAlone(picture: FrameTexture, { width, height }: Size): void {
    const rect = { x: 0, y: 0, width, height };
    this.draw([{ ...ALONE, tile: bareTile(""), rect, picture, still: false }], { widthPx: width, heightPx: height });
  }

  /**
   * Takes the dewarp mapping that suits this GPU, by the cost of a tile; a software rasteriser is known by its name.
   */
  async chooseMapping(turn: () => Promise<void>): Promise<void> {
    if (this.#mappingFixed || this.#host.software) return;
    const tile = { ...bareTile(""), dewarp: PROBED };
    const ms = await tileCostMs(
      this.#host,
      (picture, { width, height }) => {
        const draw = { ...ALONE, tile, rect: { x: 0, y: 0, width, height }, picture, still: false };
        this.#dewarp.draw([draw], { widthPx: width, heightPx: height });
      },
      turn,
    );
    this.#dewarp.mapping = mappingFor(false, ms);
  }
}

/** The probe measures the mapping with this: a fisheye's own view. */
const PROBED = dewarpScene(tileDewarpOf(1, DEFAULT_DEWARP_CONFIG, null, null));
