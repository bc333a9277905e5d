/** Writes what the players report into the store: a new state at once, figures at most four times a second. */
import type { PlayerFacts as MediaFacts } from "#media/player/player-facts.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { blankPlayer, type PlayerFacts, type PlayerStore } from "#state/stage/player-store.ts";
import type { StageStore } from "#state/stage/stage-store.ts";

/** Facts reach the store at most this often per player. */
const FACTS_INTERVAL_MS = 250;

export class PlayerFactsWriter {
  readonly #players: PlayerStore;
  readonly #stage: StageStore;
  readonly #webrtcAllowed: () => boolean;
  readonly #pending = new Map<string, MediaFacts>();
  readonly #lastAtMs = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(players: PlayerStore, stage: StageStore, webrtcAllowed: () => boolean) {
    this.#players = players;
    this.#stage = stage;
    this.#webrtcAllowed = webrtcAllowed;
  }

  /** A new state shows at once; figures wait their quarter of a second. */
  take(facts: MediaFacts): void {
    const known = this.#players.get().byTile[facts.playerId];
    const isNews =
      known?.sourceId !== facts.sourceId ||
      known.overlay !== facts.overlay.state ||
      known.mode !== facts.mode ||
      known.carrier !== facts.carrier ||
      known.saving !== facts.saving;
    const nowMs = performance.now();
    if (isNews || nowMs - (this.#lastAtMs.get(facts.playerId) ?? 0) >= FACTS_INTERVAL_MS) return this.put(facts);
    this.#pending.set(facts.playerId, facts);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const waiting of this.#pending.values()) this.put(waiting);
    }, FACTS_INTERVAL_MS);
  }

  /** Writes facts at once. */
  put(facts: MediaFacts): void {
    const id = facts.playerId;
    this.#pending.delete(id);
    this.#lastAtMs.set(id, performance.now());
    if (!cellById(this.#stage.get().grid, id)) return;
    const { network, decode, present, widthPx, heightPx } = facts.stats;
    this.#players.change((store) => {
      const player = (store.byTile[id] ??= this.blank(id));
      player.sourceId = facts.sourceId;
      player.mode = facts.mode;
      player.carrier = facts.carrier;
      player.overlay = facts.overlay.state;
      player.message = facts.overlay.text;
      player.failure = facts.overlay.failure;
      player.errorIcon = facts.overlay.icon === "ban" ? "ban" : "warning";
      player.retries = facts.retries;
      player.hasAudio = facts.hasAudio;
      player.volume = facts.volume;
      player.slowNetwork = facts.slowNetwork;
      player.saving = facts.saving;
      player.stats = {
        widthPx,
        heightPx,
        kilobitsPerSecond: network.bitsPerSecond / 1000,
        packetLoss: network.packetLoss,
        roundTripMs: network.roundTripMs,
        decodeMs: decode.ms,
        decodeQueue: decode.queue,
        decodedBy: decode.by,
        shownPerSecond: present.shownPerSecond,
        latencyMs: present.latencyMs,
        framesReplaced: present.replaced,
        wallMs: facts.wallMs,
      };
    });
  }

  /** A tile about whose player nothing is known yet. */
  blank(tileId: string): PlayerFacts {
    const modes: PlayerMode[] = this.#webrtcAllowed() ? ["webrtc", "lowbandwidth"] : ["lowbandwidth"];
    return { ...blankPlayer(tileId), modes, mode: modes[0] ?? "lowbandwidth" };
  }

  /** Its player is gone: what it has reported and not yet written is dropped. */
  forget(tileId: string): void {
    this.#pending.delete(tileId);
    this.#lastAtMs.delete(tileId);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
