/**
 * The keys of a focused tile: arrows steer the camera while PTZ is on, and otherwise (with Ctrl, or alone where the
 * tile fills the stage) a dewarped view; + - and 0 zoom the picture; d cycles through the dewarp modes, t holds a patrol or lets it go
 * on, p switches PTZ.
 */
import { mayMove } from "#actions/cameras/ptz-actions.ts";
import type { Product, Workspace } from "#chrome/product.ts";
import type { Point, Size } from "#base/geometry.ts";
import { zoomByLevels } from "#domain/player/digital-zoom.ts";
import { type PtzMove, ptzStill } from "#domain/cameras/ptz.ts";
import { cellById, type ClaimedCell, patrolIdOf } from "#domain/stage-grid/grid.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { fillingTileId } from "#state/stage/stage-geometry.ts";
import { TileGestures } from "./tile-gestures.ts";

type Deps = Pick<Workspace, "patrols" | "players" | "ptz" | "savedStages" | "stage"> & Pick<Product, "stores">;

interface Key {
  readonly key: string;
  /** the physical key: when Shift is released first, `+` is released under another `key` than it was pressed */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

const axes: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const zooms: Readonly<Record<string, 1 | -1>> = { "+": 1, "=": 1, "-": -1, _: -1 };
/** The speed of a held key; only pointer and stick reach full speed. */
const KEY_SPEED = 0.6;
/** One event of a held key moves the view as far as a push of the stick for this time. */
const KEY_STEP_S = 0.07;
const CENTRE = { x: 0.5, y: 0.5 };
const NEXT_MODE = [1, 2, 0] as const;

export class TileKeys {
  readonly #deps: Deps;
  readonly #gestures: TileGestures;
  /** the keys that steer a camera now, by their codes */
  readonly #held = new Map<string, string>();
  /** the camera that the keys move: it must be stopped, whatever the tile shows by then */
  #driven: { readonly camera: CameraFacts; readonly tileId: string; readonly unwatch: () => void } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#gestures = new TileGestures(deps);
  }

  /** true when the key was for the picture */
  down(event: Key, tileId: string, size: Size): boolean {
    const camera = this.#gestures.steered(tileId);
    if (camera && this.#steersCamera(event)) {
      this.#take(camera, tileId);
      this.#held.set(codeOf(event), event.key);
      this.#drive(camera);
      return true;
    }
    // Whether + needs Shift depends on the keyboard layout.
    if (event.metaKey || event.altKey || (event.shiftKey && zooms[event.key] === undefined)) return false;
    const direction = axes[event.key];
    const { stage, players } = this.#deps.stores;
    if (direction) {
      const alone = fillingTileId(stage.get()) === tileId || stage.get().enlargedTileId === tileId;
      if (!event.ctrlKey && !alone) return false;
      return this.#gestures.steerView(tileId, direction, size, KEY_STEP_S);
    }
    if (event.ctrlKey) return false;
    const zoom = zooms[event.key];
    if (zoom !== undefined) {
      if (this.#gestures.zoomView(tileId, zoom, size)) return true;
      const now = players.get().byTile[tileId]?.zoom;
      if (now) this.#deps.players.setZoom(tileId, zoomByLevels(now, zoom, CENTRE));
      return true;
    }
    return this.#letter(event.key, tileId);
  }

  up(event: Pick<Key, "key" | "code">): void {
    if (!this.#held.delete(codeOf(event))) return;
    if (this.#driven && this.#held.size > 0) this.#drive(this.#driven.camera);
    else this.stop();
  }

  /** The keyboard focus is elsewhere, so nothing may continue to move. */
  stop(): void {
    this.#held.clear();
    const driven = this.#driven;
    this.#driven = null;
    driven?.unwatch();
    if (driven) this.#deps.ptz.stop(driven.camera);
  }

  /**
   * From here on the keys drive this camera until the tile does not steer it any more: PTZ is off, the tile is closed,
   * or the right is gone.
   */
  #take(camera: CameraFacts, tileId: string): void {
    if (this.#driven && this.#driven.tileId === tileId && isSame(this.#driven.camera, camera)) return;
    this.stop();
    const { cameras, players, stage } = this.#deps.stores;
    const check = (): void => {
      const now = this.#gestures.steered(tileId);
      if (!now || !isSame(now, camera)) this.stop();
    };
    const ends = [cameras.subscribe(check), players.subscribe(check), stage.subscribe(check)];
    // Without this the cycle would replace the camera while the key is held.
    ends.push(this.#deps.savedStages.hold());
    this.#driven = { camera, tileId, unwatch: () => ends.forEach((end) => end()) };
  }

  #letter(key: string, tileId: string): boolean {
    const { cell, camera } = this.#cell(tileId);
    if ((key === "0" || key === "Home") && this.#gestures.dewarp(tileId)) this.#deps.players.setDewarp(tileId, null);
    else if (key === "0") this.#deps.players.resetZoom(tileId);
    else if (key === "d" && camera?.dewarp && cell) {
      this.#deps.patrols.hold(tileId);
      this.#deps.stage.setDewarpMode(tileId, NEXT_MODE[this.#cell(tileId).cell?.dewarpMode ?? cell.dewarpMode]);
    } else if (key === "t" && cell && patrolIdOf(cell) !== null) this.#deps.patrols.toggle(tileId);
    else if (key === "p" && camera && mayMove(camera)) this.#deps.players.togglePtz(tileId);
    else return false;
    return true;
  }

  #steersCamera(event: Key): boolean {
    if (event.metaKey || event.altKey || event.ctrlKey) return false;
    return zooms[event.key] !== undefined || (axes[event.key] !== undefined && !event.shiftKey);
  }

  #drive(camera: CameraFacts): void {
    let move: PtzMove = ptzStill;
    for (const key of this.#held.values()) {
      const { x, y } = axes[key] ?? { x: 0, y: 0 };
      const zoom = zooms[key] ?? 0;
      move = { pan: move.pan + x * KEY_SPEED, tilt: move.tilt - y * KEY_SPEED, zoom: move.zoom + zoom * KEY_SPEED };
    }
    this.#deps.ptz.drive(camera, move);
  }

  #cell(tileId: string): { readonly cell: ClaimedCell | null; readonly camera: CameraFacts | undefined } {
    const { stage, cameras } = this.#deps.stores;
    const cell = cellById(stage.get().grid, tileId);
    return { cell, camera: cell ? cameras.get().byKey[cameraKey(cell.camera)] : undefined };
  }
}

const codeOf = ({ key, code }: Pick<Key, "key" | "code">): string => code || key;
const isSame = (a: CameraFacts, b: CameraFacts): boolean => a.id === b.id && a.orchidId === b.orchidId;
