/**
 * The effect of a drag, a wheel or a pinch inside one tile: it steers the camera while PTZ is on, otherwise it turns
 * the fisheye's view, otherwise it zooms and pans the picture. Points are CSS px of the tile.
 */
import { axesOf, mayMove } from "#actions/cameras/ptz-actions.ts";
import type { Product, Workspace } from "#chrome/product.ts";
import type { Point, Rect, Size } from "#base/geometry.ts";
import {
  centreDewarp,
  centreOnRound,
  dragDewarp,
  grabDewarp,
  pinchDewarp,
  steerDewarp,
  stepDewarpZoom,
  wheelDewarp,
} from "#domain/dewarp/gestures.ts";
import { type DewarpState, dewarpState, type TileDewarp } from "#domain/dewarp/tile-dewarp.ts";
import { noZoom } from "#domain/first-facts.ts";
import { panZoom, zoomByPinch, zoomByWheel, zoomedPicture, zoomTo } from "#domain/player/digital-zoom.ts";
import { shareOf } from "#domain/dewarp/panorama-zoom.ts";
import { WHEEL_STEP, WHEEL_STOP_MS } from "#domain/limits/ptz.ts";
import { centreOffset, moveFromDrag, ptzStill } from "#domain/cameras/ptz.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { type DewarpSources, perspectiveOf, tileDewarp } from "#state/stage/dewarp-tile.ts";
import { glideTo } from "./view-glide.ts";

type Deps = Pick<Workspace, "patrols" | "players" | "ptz" | "stage"> & Pick<Product, "stores">;

/** A double tap magnifies by this. */
const TAP_SCALE = 2.5;

/** A drag that has started inside a tile. */
export interface TileDrag {
  readonly to: (point: Point, size: Size) => void;
  readonly end: () => void;
}

export class TileGestures {
  readonly #deps: Deps;
  /** cameras that zoom by the wheel, and the time at which each stops */
  readonly #wheelStops = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The camera that pointer and keys steer: PTZ is on, and the user may move it. */
  steered(tileId: string): CameraFacts | null {
    const { stores } = this.#deps;
    const cell = cellById(stores.stage.get().grid, tileId);
    if (!cell || stores.players.get().byTile[tileId]?.ptz !== true) return null;
    const camera = stores.cameras.get().byKey[cameraKey(cell.camera)];
    return camera && mayMove(camera) ? camera : null;
  }

  dewarp(tileId: string): TileDewarp | null {
    return tileDewarp(this.#sources, tileId);
  }

  get #sources(): DewarpSources {
    const { stage, cameras, players, views, preferences } = this.#deps.stores;
    const { dewarpMax } = preferences.get();
    return { grid: stage.get().grid, cameras: cameras.get(), players: players.get(), views: views.get(), dewarpMax };
  }

  /**
   * Starts a drag at a point of the tile; null when there is nothing inside to drag. `always`: also for an unzoomed
   * picture.
   */
  drag(tileId: string, from: Point, size: Size, always: boolean): TileDrag | null {
    const { players, ptz, stores } = this.#deps;
    const camera = this.steered(tileId);
    if (camera) {
      const drive = (now: Point, tile: Size): void => ptz.drive(camera, moveFromDrag(from, now, tile));
      return { to: drive, end: () => ptz.stop(camera) };
    }
    this.#deps.patrols.hold(tileId);
    const dewarped = this.dewarp(tileId);
    if (dewarped) {
      const grab = grabDewarp(dewarped, size, from);
      const to = (point: Point): void => {
        const now = this.dewarp(tileId);
        if (now) players.setDewarp(tileId, dragDewarp(now, grab, point));
      };
      return { to, end: () => undefined };
    }
    const scale = stores.players.get().byTile[tileId]?.zoom.scale ?? 1;
    if (scale === 1 && !always) return null;
    let last = from;
    const to = (point: Point, tile: Size): void => {
      const zoom = stores.players.get().byTile[tileId]?.zoom;
      const { width, height } = this.#pictureRect(tileId, tile);
      if (zoom) players.setZoom(tileId, panZoom(zoom, (point.x - last.x) / width, (point.y - last.y) / height));
      last = point;
    };
    return { to, end: () => undefined };
  }

  /** Starts a press that rests on a steered tile: the camera turns towards the point until the pointer is released. */
  hold(tileId: string, point: Point, size: Size): TileDrag | null {
    const camera = this.steered(tileId);
    if (!camera) return null;
    const { ptz } = this.#deps;
    const centre = { x: size.width / 2, y: size.height / 2 };
    const to = (now: Point, tile: Size): void => ptz.drive(camera, moveFromDrag(centre, now, tile));
    to(point, size);
    return { to, end: () => ptz.stop(camera) };
  }

  /** Handles a click; true when the click was for the camera. */
  click(tileId: string, point: Point, size: Size): boolean {
    const camera = this.steered(tileId);
    if (camera) this.#deps.ptz.centre(camera, centreOffset(point, size));
    return camera !== null;
  }

  /** Looks at a point of a fisheye: panorama and round picture change to the perspective view of that point. */
  centre(tileId: string, point: Point, size: Size): boolean {
    this.#deps.patrols.hold(tileId);
    const tile = this.dewarp(tileId);
    const state = tile ? centreDewarp(tile, size, point) : this.#centreOnRound(tileId, point, size);
    if (!state) return false;
    const { players, stage, stores } = this.#deps;
    const set = (next: DewarpState): void => players.setDewarp(tileId, next);
    if (tile?.mode === 1) {
      const get = (): DewarpState | null => stores.players.get().byTile[tileId]?.dewarp ?? null;
      glideTo({ get, set }, tile.config.orientation, dewarpState(tile), state);
      return true;
    }
    set(state);
    stage.setDewarpMode(tileId, 1);
    return true;
  }

  #centreOnRound(tileId: string, point: Point, size: Size): DewarpState | null {
    const player = this.#deps.stores.players.get().byTile[tileId];
    const view = perspectiveOf(this.#sources, tileId);
    if (!player?.stats || !view) return null;
    const picture = { width: player.stats.widthPx, height: player.stats.heightPx };
    return centreOnRound(view, picture, size, player.zoom, point);
  }

  /** Handles notches of the wheel, positive = in; false when there is nothing to zoom. */
  wheel(tileId: string, notches: number, point: Point, size: Size): boolean {
    const camera = this.steered(tileId);
    if (camera) {
      if (axesOf(camera).zoom) this.#wheelPtz(camera, Math.sign(notches));
      return true;
    }
    if (this.#changeDewarp(tileId, (tile) => wheelDewarp(tile, size, point, notches))) return true;
    const zoom = this.#deps.stores.players.get().byTile[tileId]?.zoom;
    if (!zoom) return false;
    this.#deps.players.setZoom(tileId, zoomByWheel(zoom, notches, shareOf(this.#pictureRect(tileId, size), point)));
    return true;
  }

  /** Handles a double tap: the picture is magnified about the point, or whole again. */
  magnify(tileId: string, point: Point, size: Size): void {
    const zoom = this.#deps.stores.players.get().byTile[tileId]?.zoom;
    if (!zoom || this.dewarp(tileId)) return;
    const anchor = shareOf(this.#pictureRect(tileId, size), point);
    this.#deps.players.setZoom(tileId, zoom.scale > 1 ? noZoom : zoomTo(zoom, TAP_SCALE, anchor));
  }

  /** Handles two fingers: the `ratio` of their distances, and the middle between them before and now. */
  pinch(tileId: string, ratio: number, from: Point, to: Point, size: Size): void {
    const camera = this.steered(tileId);
    if (camera) return ratio === 1 ? undefined : this.#wheelPtz(camera, Math.sign(ratio - 1));
    if (this.#changeDewarp(tileId, (tile) => pinchDewarp(tile, size, from, to, ratio))) return;
    const zoom = this.#deps.stores.players.get().byTile[tileId]?.zoom;
    const rect = this.#pictureRect(tileId, size);
    if (zoom) this.#deps.players.setZoom(tileId, zoomByPinch(zoom, ratio, shareOf(rect, from), shareOf(rect, to)));
  }

  /**
   * Handles keys and sticks: `axes` -1..1 to the right and down, for one moment of a held key; false when the tile is
   * not dewarped.
   */
  steerView(tileId: string, axes: Point, size: Size, seconds: number): boolean {
    return this.#changeDewarp(tileId, (tile) => steerDewarp(tile, size, axes, seconds));
  }

  /** Handles keys and buttons: whole steps about the middle; false when the tile is not dewarped. */
  zoomView(tileId: string, steps: number, size: Size): boolean {
    return this.#changeDewarp(tileId, (tile) => stepDewarpZoom(tile, size, steps));
  }

  /**
   * The rectangle of the unzoomed picture in its tile: digital zoom counts in shares of the picture, not of the bars
   * beside it.
   */
  #pictureRect(tileId: string, size: Size): Rect {
    const stats = this.#deps.stores.players.get().byTile[tileId]?.stats;
    if (!stats || stats.widthPx === 0) return { x: 0, y: 0, ...size };
    return zoomedPicture({ width: stats.widthPx, height: stats.heightPx }, size, noZoom);
  }

  #changeDewarp(tileId: string, next: (tile: TileDewarp) => DewarpState): boolean {
    this.#deps.patrols.hold(tileId);
    const tile = this.dewarp(tileId);
    if (tile) this.#deps.players.setDewarp(tileId, next(tile));
    return tile !== null;
  }

  /** The camera zooms while the wheel turns and stops 350 ms after the last notch. */
  #wheelPtz(camera: CameraFacts, direction: number): void {
    const { ptz } = this.#deps;
    ptz.drive(camera, { ...ptzStill, zoom: direction * WHEEL_STEP });
    const key = cameraKey(camera);
    clearTimeout(this.#wheelStops.get(key));
    const stop = (): void => {
      this.#wheelStops.delete(key);
      ptz.stop(camera);
    };
    this.#wheelStops.set(key, setTimeout(stop, WHEEL_STOP_MS));
  }
}
