/**
 * All players of a page: one connection gate, one clock for statistics, streams chosen by tile sizes within the decode
 * budget, page visibility and network changes. The app adds and removes players and reports where their tiles are.
 */
import { type Disposer, Disposers } from "#base/disposer.ts";
import { need } from "#base/assert.ts";
import { STATS_INTERVAL_MS } from "#domain/limits/player.ts";
import { ConnectionGate } from "./attempt/connection-gate.ts";
import { frameEveryMs } from "./player-rules.ts";
import { Player } from "./player.ts";
import type { PlayerPorts, StreamOption } from "./player-ports.ts";
import type { PlayerConfig } from "./player-state.ts";
import { type DecodeCost, decodeMsPerSecond, msPerFrame, noteDecoding } from "#domain/player/decode-cost.ts";
import { type ChoiceStream, chooseStreams, DECODE_BUDGET_PX_PER_S, savingTiles } from "#domain/player/stream-choice.ts";

export interface WallTile {
  readonly playerId: string;
  /** device px, digital zoom included */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly focused: boolean;
  /** inside the window and not covered */
  readonly onScreen: boolean;
}

interface WallPlayer {
  readonly playerId: string;
  readonly config: PlayerConfig;
  /** the camera's streams; at least one */
  readonly streams: readonly StreamOption[];
}

const PREFETCHING = 4;

export class PlayerWall {
  readonly #ports: PlayerPorts;
  readonly #gate = new ConnectionGate();
  readonly #players = new Map<string, { readonly player: Player; streams: readonly StreamOption[] }>();
  readonly #disposers = new Disposers();
  #tiles: readonly WallTile[] = [];
  /** players that make a frame ready */
  #prefetching: readonly string[] = [];
  #budgetPxPerS = DECODE_BUDGET_PX_PER_S;
  #maySave = false;
  /** by stream */
  readonly #costs = new Map<string, DecodeCost>();

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
      const samples = [...this.#players.values()].map(({ player }) => player.sample().catch(() => undefined));
      void Promise.all(samples).then(() => this.#measure());
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
    player.frameEveryMs = frameEveryMs(streams);
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
    entry.player.frameEveryMs = frameEveryMs(streams);
    this.#place();
  }

  /** Where the tiles are now; players without a tile are out of sight. */
  setTiles(tiles: readonly WallTile[]): void {
    this.#tiles = tiles;
    this.#place();
  }

  /**
   * The user may go to this recorded time next (server ms; 0: no longer). The largest tiles in sight make it ready: more
   * would take the machine's time from what plays.
   */
  prefetch(playerIds: readonly string[], timeMs: number): void {
    const seen = this.#tiles.filter(({ playerId, onScreen }) => onScreen && playerIds.includes(playerId));
    const largest = [...seen].sort((a, b) => b.widthPx * b.heightPx - a.widthPx * a.heightPx).slice(0, PREFETCHING);
    const now = timeMs === 0 ? [] : largest.map(({ playerId }) => playerId);
    for (const playerId of this.#prefetching) if (!now.includes(playerId)) this.get(playerId)?.prefetch(0);
    this.#prefetching = now;
    for (const playerId of now) this.get(playerId)?.prefetch(timeMs);
  }

  /** Changes the decoded pixels per second that the page may use: a low-power display steps down to fewer. `maySave`: tiles may show key frames alone. */
  setBudget(pxPerS: number, maySave = false): void {
    this.#budgetPxPerS = pxPerS;
    this.#maySave = maySave;
    this.#place();
  }

  /** The network, the credentials or the camera of one player are back: what waits tries now. */
  chance(playerId?: string): void {
    if (playerId !== undefined) return this.get(playerId)?.chance();
    for (const { player } of this.#players.values()) player.chance();
  }

  /** See Player. */
  relayGone(relay: string): void {
    for (const { player } of this.#players.values()) player.relayGone(relay);
  }

  close(): void {
    for (const id of [...this.#players.keys()]) this.remove(id);
    this.#disposers.dispose();
  }

  #place(): void {
    const shown = document.visibilityState !== "hidden";
    const tiles = new Map(this.#tiles.map((tile) => [tile.playerId, tile]));
    // The stream first: low bandwidth asks for the new height with the new stream at once, and not of the old one before.
    if (this.#tiles.length > 0) this.#chooseAll(tiles, shown);
    for (const [id, { player }] of this.#players) {
      const tile = tiles.get(id);
      player.setTile({
        heightPx: tile?.heightPx ?? 0,
        focused: tile?.focused ?? false,
        visible: shown && (tile?.onScreen ?? this.#tiles.length === 0),
      });
    }
  }

  #chooseAll(tiles: ReadonlyMap<string, WallTile>, shown: boolean): void {
    const choices = [...this.#players].flatMap(([id, { player, streams }]) => {
      const tile = tiles.get(id);
      if (!tile) return [];
      const { variant: current, saving } = player.facts();
      const visible = shown && tile.onScreen;
      const most = { mostPx: player.largestPx, isWhole: !player.canSave };
      return [{ ...tile, ...most, id, streams: this.#priced(streams), visible, current, saving }];
    });
    const chosen = chooseStreams(choices, this.#budgetPxPerS);
    const saving = this.#maySave ? savingTiles(choices, chosen, this.#budgetPxPerS) : null;
    for (const [id, streamId] of chosen) {
      this.#players.get(id)?.player.setStream(streamId);
      this.#players.get(id)?.player.setSaving(saving?.has(id) ?? false);
    }
  }

  /** The streams with what their frames cost here, as far as it was measured. */
  #priced(streams: readonly StreamOption[]): readonly ChoiceStream[] {
    const pxPerMs = DECODE_BUDGET_PX_PER_S / decodeMsPerSecond(navigator.hardwareConcurrency);
    return streams.map((stream) => {
      const ms = msPerFrame(this.#costs.get(stream.id));
      return ms === undefined ? stream : { ...stream, frameCostPx: ms * pxPerMs };
    });
  }

  /** Takes what the players measured in the last second, and chooses again. */
  #measure(): void {
    if (document.visibilityState === "hidden") return;
    for (const { player } of this.#players.values()) {
      const decoding = player.decoding;
      if (!decoding) continue;
      const cost = noteDecoding(this.#costs.get(decoding.streamId) ?? [], decoding.measure);
      this.#costs.set(decoding.streamId, cost);
    }
    this.#place();
  }

  #choose(playerId: string, streams: readonly StreamOption[]): string | undefined {
    const tile = this.#tiles.find((item) => item.playerId === playerId);
    if (!tile) return undefined;
    const visible = tile.onScreen;
    return chooseStreams([{ ...tile, id: playerId, streams: this.#priced(streams), visible, current: null }]).get(
      playerId,
    );
  }

  #playerOf(sourceId: string): Player | undefined {
    return this.get(sourceId.slice(0, Math.max(0, sourceId.lastIndexOf("/"))));
  }

  #listen(target: EventTarget, name: string, listener: Disposer): void {
    target.addEventListener(name, listener);
    this.#disposers.add(() => target.removeEventListener(name, listener));
  }
}
