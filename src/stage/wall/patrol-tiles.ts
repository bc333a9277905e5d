import { sameData } from "#base/same-data.ts";
import { patrolLook } from "#domain/stage/patrol.ts";
import { sceneWithLook } from "#domain/dewarp/scene.ts";
import type { TileView } from "#protocol/stage-worker.ts";
import { epochMs } from "../timeline/epoch.ts";
import type { LoopHost } from "./frame-loop.ts";

/** Where a CPU draws, each look of a glide is computed pixel by pixel: so often. */
const SOFTWARE_GLIDE_MS = 66;

interface PatrolTilesHost {
  readonly clock: Pick<LoopHost, "setTimer" | "clearTimer">;
  readonly software: boolean;
  /** A look may be another one now: a frame is wanted. */
  due(): void;
}

/** Tiles whose fisheye patrols: what each shows is computed here, frame by frame, from the clock. */
export class PatrolTiles {
  readonly #host: PatrolTilesHost;
  /** by tile: as the view has it, and as it is shown */
  readonly #tiles = new Map<string, { readonly tile: TileView; shown: TileView }>();
  #timer: number | null = null;
  /** epoch ms at which some look is another one; 0 = at the next frame */
  #dueAtMs = Number.POSITIVE_INFINITY;

  constructor(host: PatrolTilesHost) {
    this.#host = host;
  }

  /** Takes the tiles of a new view; each goes on from what it has shown. */
  see(tiles: readonly TileView[]): void {
    const patrolling = new Map(tiles.flatMap((tile) => (tile.patrol && tile.dewarp ? [[tile.id, tile] as const] : [])));
    for (const id of this.#tiles.keys()) if (!patrolling.has(id)) this.#tiles.delete(id);
    for (const [id, tile] of patrolling) {
      const before = this.#tiles.get(id)?.shown.dewarp;
      this.#tiles.set(id, { tile, shown: before ? { ...tile, dewarp: before } : tile });
    }
    this.#dueAtMs = this.#tiles.size > 0 ? 0 : Number.POSITIVE_INFINITY;
    if (this.#tiles.size > 0) this.#host.due();
    else this.stop();
  }

  /** Brings all to this instant; returns the tiles that show something else than before. */
  advance(): readonly TileView[] {
    const nowMs = epochMs();
    if (nowMs < this.#dueAtMs) return [];
    this.#dueAtMs = Number.POSITIVE_INFINITY;
    const changed: TileView[] = [];
    for (const each of this.#tiles.values()) {
      const { patrol, dewarp } = each.tile;
      const now = patrol && dewarp && patrolLook(dewarp.orientation, patrol.route, patrol.start, nowMs);
      if (!now) continue;
      this.#dueAtMs = Math.min(this.#dueAtMs, now.moves ? nowMs + this.#glideMs : nowMs + now.staysMs);
      const scene = sceneWithLook(dewarp, now.look);
      // The painters compare scenes by identity first.
      if (sameData(each.shown.dewarp, scene)) continue;
      each.shown = { ...each.tile, dewarp: scene };
      changed.push(each.shown);
    }
    return changed;
  }

  /** After a present: the next frame is asked for when it is due. */
  plan(): void {
    this.stop();
    const inMs = this.#dueAtMs - epochMs();
    if (inMs <= 0) this.#host.due();
    else if (Number.isFinite(inMs)) this.#timer = this.#host.clock.setTimer(() => this.#host.due(), Math.ceil(inMs));
  }

  /** Tiles as they are shown now. */
  shown(tiles: readonly TileView[]): readonly TileView[] {
    return this.#tiles.size === 0 ? tiles : tiles.map((tile) => this.shownOf(tile));
  }
  shownOf(tile: TileView): TileView {
    return this.#tiles.get(tile.id)?.shown ?? tile;
  }

  /** Nothing is asked for until the next plan. */
  stop(): void {
    if (this.#timer !== null) this.#host.clock.clearTimer(this.#timer);
    this.#timer = null;
  }

  get #glideMs(): number {
    return this.#host.software ? SOFTWARE_GLIDE_MS : 0;
  }
}
