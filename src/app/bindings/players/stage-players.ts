/**
 * One player per claimed cell: made when its camera is known, updated with its tile's place; its facts go into the
 * store.
 */
import type { PlayerRequest } from "#media/player/player-state.ts";
import { PlayerWall } from "#media/player/player-wall.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import type { ReliefStep } from "#domain/stage/relief.ts";
import { cellById, type ClaimedCell } from "#domain/stage-grid/grid.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import type { OverlayState } from "#domain/player/overlay.ts";
import { recordedMs } from "#domain/timeline/timeline-state.ts";
import { DECODE_BUDGET_PX_PER_S } from "#domain/player/stream-choice.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import type { PlayerStore } from "#state/stage/player-store.ts";
import { timelineTime } from "#state/timeline-store.ts";
import type { StageClient } from "#stage/stage-client.ts";
import type { StageBindingDeps } from "../stage-binding-deps.ts";
import { ClosedPaths } from "./closed-paths.ts";
import { RelayWays } from "./relay-ways.ts";
import { PlayerFactsWriter } from "./player-facts-writer.ts";
import { playerPorts } from "./player-ports.ts";
import { streamOptions } from "./stream-options.ts";
import { wallTiles } from "./wall-tiles.ts";

/** The clock that all linked players share. */
const MASTER_CLOCK = "master";
/** A paused tile with one of these states shows nothing of the timeline's instant. */
const WITHOUT_PICTURE: readonly OverlayState[] = ["delay", "no_video", "error"];

export class StagePlayers {
  readonly #deps: StageBindingDeps;
  readonly #wall: PlayerWall;
  readonly #store: PlayerStore;
  readonly #notice: (notice: Failure) => void;
  readonly #facts: PlayerFactsWriter;
  #rests = false;

  readonly #paths = new ClosedPaths();
  readonly #relays = new RelayWays();
  readonly #networkIsBack = (): void => {
    this.#paths.forget();
    this.#relays.forget();
  };

  constructor(deps: StageBindingDeps, client: StageClient, notice: (notice: Failure) => void) {
    this.#deps = deps;
    this.#notice = notice;
    this.#store = deps.stores.players;
    this.#facts = new PlayerFactsWriter(this.#store, deps.stores.stage, deps.webrtcAllowed);
    // Before the wall's own listener, which gives every player another chance.
    globalThis.addEventListener("online", this.#networkIsBack);
    this.#wall = new PlayerWall(playerPorts(deps, client, this.#paths, this.#relays, () => this.#rests));
  }

  /** Nobody sees the wall and it presents nothing: players go on, and none of them counts as stuck. */
  rest(rests: boolean): void {
    this.#rests = rests;
  }

  /** Makes the players equal to the cells. */
  reconcile(): void {
    const { stage, cameras } = this.#deps.stores;
    const { cells } = stage.get().grid;
    const wanted = new Set(cells.map((cell) => cell.id));
    for (const id of Object.keys(this.#store.get().byTile)) if (!wanted.has(id)) this.#remove(id);
    for (const cell of cells) {
      const camera = cameras.get().byKey[cameraKey(cell.camera)];
      const player = this.#wall.get(cell.id);
      const hasStream = camera !== undefined && camera.streams.length > 0;
      if (player && hasStream) {
        player.setPermissions(camera.actions.live, camera.actions.playback);
        this.#wall.setStreams(cell.id, streamOptions(camera));
        if (!camera.actions.unmask && this.#store.get().byTile[cell.id]?.unmasked) this.setUnmasked(cell.id, false);
      } else if (hasStream) this.#add(cell, camera);
      else if (cameras.get().status === "ready") this.#showMissing(cell, camera ?? null);
    }
  }

  /** Tells every player how large its tile is on the screen. */
  place(): void {
    const { stage, cameras, views, preferences } = this.#deps.stores;
    const { dewarpMax } = preferences.get();
    const facts = stage.get();
    const players = this.#store.get();
    const sources = { grid: facts.grid, cameras: cameras.get(), players, views: views.get(), dewarpMax };
    this.#wall.setTiles(wallTiles(facts, sources));
  }

  /** Streams may use a share of the page's decode budget: a slow display steps down to it. */
  relieve({ budgetShare, still }: ReliefStep): void {
    this.#wall.setBudget(DECODE_BUDGET_PX_PER_S * budgetShare, still);
  }

  /** The timeline gave a new order: all linked players follow it, on one clock. */
  follow(): void {
    for (const id of this.#linked()) this.#wall.get(id)?.play(this.#request(id));
  }
  /** A player that was unlinked, or linked again, or whose own timeline gave an order. */
  followAlone(tileId: string): void {
    const player = this.#wall.get(tileId);
    // What was made ready is a frame of the timeline that it may have left.
    player?.prefetch(0);
    player?.play(this.#request(tileId));
  }
  /** A player that waits in a gap stays there while others have a frame to go on from. */
  step(direction: 1 | -1): void {
    const linked = this.#linked();
    const { byTile } = this.#store.get();
    const standing = linked.filter((id) => !WITHOUT_PICTURE.includes(byTile[id]?.overlay ?? "none"));
    for (const id of standing.length > 0 ? standing : linked) this.stepAlone(id, direction);
  }
  /** A pointer rests on the timeline: linked players make the frames of that time ready (server ms; 0: no longer). */
  prefetch(timeMs: number): void {
    this.#wall.prefetch(this.#linked(), timeMs);
  }
  stepAlone(tileId: string, direction: 1 | -1): void {
    this.#wall.get(tileId)?.step(direction);
  }

  /** Something has improved, for one tile or for all: players that wait or have given up try now. */
  chance(tileId?: string): void {
    this.#wall.chance(tileId);
  }

  relayGone(relay: string): void {
    this.#wall.relayGone(relay);
  }

  #linked(): readonly string[] {
    const { stage, unlinked } = this.#deps.stores;
    const { byTile } = unlinked.get();
    return stage.get().grid.cells.flatMap(({ id }) => (byTile[id] ? [] : [id]));
  }

  #request(tileId: string): PlayerRequest {
    const { timeline, unlinked } = this.#deps.stores;
    const own = unlinked.get().byTile[tileId];
    const facts = own ?? timeline.get();
    const { timeMs, rate, paused, draft, epoch } = facts.target;
    if (timeMs === 0) return { timeMs: 0, rate: 1, paused: false };
    // A player that comes later joins the clock at its current time.
    const now = recordedMs(timelineTime(facts, performance.timeOrigin + performance.now()));
    // A player alone needs no shared clock.
    return { timeMs: now, rate, paused, draft, ...(own ? {} : { clock: { id: MASTER_CLOCK, epoch } }) };
  }

  setMode(tileId: string, mode: PlayerMode): void {
    this.#wall.get(tileId)?.setMode(mode);
  }
  /** Its player begins anew: what was shown so far leaves the screen first. */
  setUnmasked(tileId: string, on: boolean): void {
    const { stage, cameras } = this.#deps.stores;
    const cell = cellById(stage.get().grid, tileId);
    const camera = cell && cameras.get().byKey[cameraKey(cell.camera)];
    const player = this.#store.get().byTile[tileId];
    if (!cell || !camera || !player || !this.#wall.get(tileId)) return;
    this.#wall.remove(tileId);
    this.#store.change(({ byTile }) => {
      byTile[tileId] = { ...player, unmasked: on, sourceId: null, still: false };
    });
    this.#add(cell, camera);
    this.setVolume(tileId, player.volume);
    this.place();
  }
  setVolume(tileId: string, volume: number): void {
    this.#wall.get(tileId)?.setVolume(volume);
  }

  /** Live with key frames only, or with every frame. */
  setStill(tileId: string, still: boolean): void {
    this.#wall.get(tileId)?.setStill(still);
    this.#store.change(({ byTile }) => {
      const player = byTile[tileId];
      if (player) player.still = still;
    });
  }

  close(): void {
    this.#facts.close();
    globalThis.removeEventListener("online", this.#networkIsBack);
    this.#wall.close();
    this.#store.change((facts) => {
      facts.byTile = {};
    });
  }

  #add(cell: ClaimedCell, camera: CameraFacts): void {
    const order = this.#deps.modes(cell.forceLbm);
    const player = this.#wall.add({
      playerId: cell.id,
      streams: streamOptions(camera),
      config: {
        order,
        webrtcAllowed: this.#deps.webrtcAllowed(),
        canLive: camera.actions.live,
        canPlayback: camera.actions.playback,
        recordedByWebrtc: this.#deps.recordedByWebrtc === "always",
        lossyByWebrtc: this.#deps.recordedByWebrtc === "lossy",
        isUnmasked: this.#store.get().byTile[cell.id]?.unmasked ?? false,
      },
    });
    player.on("facts", (facts) => this.#facts.take(facts));
    player.on("notice", this.#notice);
    player.on("preference", (mode) => this.#deps.stage.forceLowBandwidth(cell.id, mode === "lowbandwidth"));
    player.play(this.#request(cell.id));
    this.#facts.put(player.facts());
  }

  /**
   * A camera that was removed, or that this user may not see, keeps its place and shows this: it is not requested again
   * and again.
   */
  #showMissing(cell: ClaimedCell, camera: CameraFacts | null): void {
    const missing = failure(camera ? "camera/without-stream" : "camera/unavailable");
    if (!this.#wall.get(cell.id) && this.#store.get().byTile[cell.id]?.failure?.code === missing.code) return;
    this.#end(cell.id);
    this.#store.change((facts) => {
      facts.byTile[cell.id] = { ...this.#facts.blank(cell.id), overlay: "error", failure: missing, errorIcon: "ban" };
    });
  }

  #remove(tileId: string): void {
    this.#end(tileId);
    this.#store.change((facts) => {
      delete facts.byTile[tileId];
    });
  }

  #end(tileId: string): void {
    this.#deps.links.forget(tileId);
    this.#wall.remove(tileId);
    this.#facts.forget(tileId);
  }
}
