/**
 * All players of a page: one connection gate, one clock for statistics, streams chosen by tile sizes within the decode
 * budget, page visibility and network changes. The app adds and removes players and reports where their tiles are.
 */
import { type Disposer, Disposers } from "#base/disposer.ts";
import { need } from "#base/assert.ts";
import { STATS_INTERVAL_MS } from "#domain/limits.ts";
import { ConnectionGate } from "./connection-gate.ts";
import { pictureEveryMs } from "./player-rules.ts";
import { Player } from "./player.ts";
import type { PlayerPorts, StreamOption } from "./player-ports.ts";
import type { PlayerConfig } from "./player-state.ts";
import { chooseStreams, DECODE_BUDGET_PX_PER_S } from "#domain/player/stream-choice.ts";

export interface WallTile {
  readonly playerId: string;
  /** device px, digital zoom included */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly focused: boolean;
  /** inside the window and not covered */
  readonly onScreen: boolean;
}

export interface WallPlayer {
  readonly playerId: string;
  readonly config: PlayerConfig;
  /** the camera's streams; at least one */
  readonly streams: readonly StreamOption[];
}

export class PlayerWall {
  readonly #ports: PlayerPorts;
  readonly #gate = new ConnectionGate();
  readonly #players = new Map<string, { readonly player: Player; streams: readonly StreamOption[] }>();
  readonly #disposers = new Disposers();
  #tiles: readonly WallTile[] = [];
  #budgetPxPerS = DECODE_BUDGET_PX_PER_S;

  constructor(ports: PlayerPorts) {
    this.#ports = ports;
    this.#disposers.add(
      ports.stage.onSourceEvent((sourceId, event) => this.#playerOf(sourceId)?.sourceEvent(sourceId, event)),
    );
    this.#disposers.add(
      ports.stage.onSourceFacts((facts) => {
        for (const { player } of this.#players.values()) player.sourceFacts(facts);
      }),
    );
    const timer = setInterval(() => {
      for (const { player } of this.#players.values()) player.sample().catch(() => undefined);
    }, STATS_INTERVAL_MS);
    this.#disposers.add(() => clearInterval(timer));
    this.#listen(document, "visibilitychange", () => this.#place());
    this.#listen(globalThis, "online", () => this.chance());
  }

  /** `playerId` must not contain "/". The player plays nothing until `play` is called on it. */
  add({ playerId, config, streams }: WallPlayer): Player {
    this.remove(playerId);
    const streamId = need(this.#choose(playerId, streams) ?? streams[0]?.id, "a camera's stream");
    const player = new Player({ playerId, ports: this.#ports, gate: this.#gate, config, streamId });
    player.pictureEveryMs = pictureEveryMs(streams);
    this.#players.set(playerId, { player, streams });
    this.#place();
    return player;
  }

  get(playerId: string): Player | undefined {
    return this.#players.get(playerId)?.player;
  }

  remove(playerId: string): void {
    this.#players.get(playerId)?.player.close();
    this.#players.delete(playerId);
  }

  /** The camera's streams changed. */
  setStreams(playerId: string, streams: readonly StreamOption[]): void {
    const entry = this.#players.get(playerId);
    if (!entry) return;
    entry.streams = streams;
    entry.player.pictureEveryMs = pictureEveryMs(streams);
    this.#place();
  }

  /** Where the tiles are now; players without a tile are out of sight. */
  setTiles(tiles: readonly WallTile[]): void {
    this.#tiles = tiles;
    this.#place();
  }

  /** Changes the decoded pixels per second that the page may use: a low-power display steps down to fewer. */
  setBudget(pxPerS: number): void {
    this.#budgetPxPerS = pxPerS;
    this.#place();
  }

  /** The network, the credentials or the camera of one player are back: what waits tries now. */
  chance(playerId?: string): void {
    if (playerId !== undefined) return this.get(playerId)?.chance();
    for (const { player } of this.#players.values()) player.chance();
  }

  close(): void {
    for (const id of [...this.#players.keys()]) this.remove(id);
    this.#disposers.dispose();
  }

  #place(): void {
    const shown = document.visibilityState !== "hidden";
    const tiles = new Map(this.#tiles.map((tile) => [tile.playerId, tile]));
    for (const [id, { player }] of this.#players) {
      const tile = tiles.get(id);
      player.setTile({
        heightPx: tile?.heightPx ?? 0,
        focused: tile?.focused ?? false,
        visible: shown && (tile?.onScreen ?? this.#tiles.length === 0),
      });
    }
    if (this.#tiles.length === 0) return;
    const chosen = chooseStreams(
      [...this.#players].flatMap(([id, { player, streams }]) => {
        const tile = tiles.get(id);
        const visible = shown && (tile?.onScreen ?? false);
        return tile ? [{ ...tile, id, streams, visible, current: player.facts().variant }] : [];
      }),
      this.#budgetPxPerS,
    );
    for (const [id, streamId] of chosen) this.#players.get(id)?.player.setStream(streamId);
  }

  #choose(playerId: string, streams: readonly StreamOption[]): string | undefined {
    const tile = this.#tiles.find((item) => item.playerId === playerId);
    if (!tile) return undefined;
    const visible = tile.onScreen;
    return chooseStreams([{ ...tile, id: playerId, streams, visible, current: null }]).get(playerId);
  }

  #playerOf(sourceId: string): Player | undefined {
    return this.get(sourceId.slice(0, Math.max(0, sourceId.lastIndexOf("/"))));
  }

  #listen(target: EventTarget, name: string, listener: Disposer): void {
    target.addEventListener(name, listener);
    this.#disposers.add(() => target.removeEventListener(name, listener));
  }
}
