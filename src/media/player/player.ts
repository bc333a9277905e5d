/** The player of one tile on the main thread: runs the machine, carries out its effects and reports facts. */
import type { Disposer } from "#base/disposer.ts";
import { Emitter } from "#base/emitter.ts";
import { failure, hasCode } from "#domain/failures/failure.ts";
import type { DecodeMeasure } from "#domain/player/decode-cost.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import type { SourceEvent, SourceFacts } from "#protocol/stage-worker.ts";
import { AttemptRuns } from "./attempt/attempt-runs.ts";
import { type GatePriority, gatePriority } from "./attempt/connection-gate.ts";
import { KeyFrames } from "./key-frames.ts";
import { factsOf, type PlayerFacts } from "./player-facts.ts";
import { PlayerFigures } from "./player-figures.ts";
import { initialPlayer } from "./initial-player.ts";
import { fromHere, takesNewHeight } from "./player-rules.ts";
import { stepPlayer } from "./player-machine.ts";
import type { PlayerEvents, PlayerOptions } from "./player-ports.ts";
import type {
  ArchiveAnswer,
  PlayerEffect,
  PlayerEvent,
  PlayerRequest,
  PlayerState,
  TimerName,
} from "./player-state.ts";
import { PlayerTimers } from "./player-timers.ts";
import { eventOf } from "./source-events.ts";
import { lowBandwidthHeight } from "#domain/player/stream-choice.ts";

/** The properties of a tile that decide how it is played. */
interface PlayerTile {
  /** device px */
  readonly heightPx: number;
  readonly focused: boolean;
  /** on the screen, in a page that is shown */
  readonly visible: boolean;
}

export class Player {
  readonly id: string;
  readonly #options: PlayerOptions;
  readonly #events = new Emitter<PlayerEvents>();
  readonly #timers = new PlayerTimers((name) => this.#dispatch({ type: "timer", name }));
  readonly #runs: AttemptRuns;
  readonly #keys = new KeyFrames();
  readonly #figures = new PlayerFigures();
  #state: PlayerState;
  #tile: PlayerTile = { heightPx: 0, focused: false, visible: true };
  #format: "fmp4" | "jpeg" = typeof VideoDecoder === "undefined" ? "jpeg" : "fmp4";
  #volume = 0;
  #queue: PlayerEvent[] = [];
  #running = false;
  /** whose frame the tile showed before the event that is being handled */
  #shownBefore: number | null = null;

  constructor(options: PlayerOptions) {
    this.id = options.playerId;
    this.#options = options;
    this.#state = initialPlayer(options.config, options.streamId);
    this.#runs = new AttemptRuns(this.id, {
      ports: options.ports,
      gate: options.gate,
      isUnmasked: options.config.isUnmasked ?? false,
      heightPx: (attempt) => (attempt.mode === "lowbandwidth" ? lowBandwidthHeight(this.#tile.heightPx) : 0),
      keysEveryMs: () => this.#keys.everyMs,
      format: () => this.#format,
      volume: () => this.#volume,
      notice: (notice) => this.#events.emit("notice", notice),
      dispatch: (event) => this.#dispatch(event),
    });
  }

  on<K extends keyof PlayerEvents>(name: K, listener: (event: PlayerEvents[K]) => void): Disposer {
    return this.#events.on(name, listener);
  }

  play(request: PlayerRequest): void {
    this.#dispatch({ type: "play", request });
  }
  /** One frame forward or back, while paused. */
  step(direction: 1 | -1): void {
    this.#dispatch({ type: "step", direction });
  }
  /** The user may go to this recorded time next: its frame is made ready (server ms; 0: no longer). */
  prefetch(timeMs: number): void {
    const { current } = this.#state;
    if (current?.first) this.#runs.get(current.id)?.prefetch(timeMs);
  }
  setMode(mode: PlayerMode): void {
    this.#dispatch({ type: "set-mode", mode });
  }
  /** Another of the camera's streams; the swap happens at its first frame. */
  setStream(streamId: string): void {
    if (streamId !== this.#state.variant) this.#dispatch({ type: "variant", variant: streamId });
  }
  setPermissions(canLive: boolean, canPlayback: boolean): void {
    this.#dispatch({ type: "permissions", canLive, canPlayback });
  }
  /** of a slow camera, which is not frozen between its frames */
  frameEveryMs = 0;
  /** Live: key frames only, or every frame. */
  setStill(still: boolean): void {
    if (!this.#keys.setStill(still, performance.now())) return;
    for (const run of this.#runs) run.keysChanged();
  }
  /** Live: key frames only, because the page's decoding is at its bound. */
  setSaving(saving: boolean): void {
    if (!this.#keys.setSaving(saving, performance.now())) return;
    for (const run of this.#runs) run.keysChanged();
    this.#tell();
  }
  /** 0, 0.5 or 1 */
  setVolume(volume: number): void {
    this.#volume = volume;
    for (const run of this.#runs) run.setVolume(volume);
    this.#tell();
  }
  setTile(tile: PlayerTile): void {
    const before = this.#tile;
    this.#tile = tile;
    for (const run of this.#runs) run.setPriority(this.#priority(run.attempt.id));
    if (tile.visible !== before.visible) this.#dispatch({ type: "visible", visible: tile.visible });
    const resized = lowBandwidthHeight(tile.heightPx) !== lowBandwidthHeight(before.heightPx);
    const { request, probe } = this.#state;
    const isProbeOnWay = probe !== null && this.#runs.get(probe.id)?.hasSource === false;
    if (resized && request && takesNewHeight(this.#state, isProbeOnWay)) this.play(this.#fromHere(request));
  }
  /** The network or the camera is back: what waits tries now. */
  chance(): void {
    this.#dispatch({ type: "chance" });
  }

  /** A relay has ended: what it showed is opened elsewhere, before its silence is noticed. */
  relayGone(relay: string): void {
    for (const run of this.#runs) run.leavesRelay(relay);
  }

  /** Ends everything and takes the frame off the stage. */
  close(): void {
    this.#dispatch({ type: "close" });
    this.#timers.cancelAll();
    this.#runs.closeAll();
    this.#events.clear();
  }

  facts(): PlayerFacts {
    const { current } = this.#state;
    return factsOf(this.#state, {
      playerId: this.id,
      sourceId: (attemptId) => this.#runs.sourceId(attemptId),
      nowMs: performance.now(),
      saving: this.#keys.saving,
      hasAudio: current ? (this.#runs.get(current.id)?.hasAudio ?? false) : false,
      volume: this.#volume,
      figures: this.#figures,
    });
  }

  /** Events of this player's sources; others are ignored. */
  sourceEvent(sourceId: string, event: SourceEvent): void {
    const run = this.#runs.ofSource(sourceId);
    if (!run?.hasSource) return;
    if (event.kind === "error" && hasCode(event.failure, "media/codec-unsupported") && this.#format === "fmp4") {
      this.#format = "jpeg";
      return run.reopen();
    }
    if (event.kind === "first-frame") run.hasShown = true;
    if ((event.kind === "error" || event.kind === "closed") && run.leavesRelay()) return;
    this.#dispatch(eventOf(run.attempt.id, event));
  }

  /** The stage's figures, at most four times a second. */
  sourceFacts(facts: readonly SourceFacts[]): void {
    const blind = this.#figures.reported(performance.now());
    const { shownId } = this.#state;
    for (const item of facts) {
      if (shownId !== null && item.sourceId === this.#runs.sourceId(shownId) && item.framesShown > 0)
        this.#runs.kept.replaced();
      const run = this.#runs.ofSource(item.sourceId);
      if (!run || run.attempt.id !== this.#state.current?.id) continue;
      this.#figures.take(item);
      const { framesShown, wallMs } = item;
      this.#dispatch({ type: "progress", id: run.attempt.id, framesShown, blindMs: blind, wallMs });
    }
  }

  /** Live, without sound: key frames alone lose nothing but motion. */
  get canSave(): boolean {
    return this.#state.request?.timeMs === 0 && this.#volume === 0;
  }
  /** px of the largest frame that the recorder sends to this tile; Infinity: as the camera sends it. */
  get largestPx(): number {
    return this.#state.mode === "lowbandwidth" ? lowBandwidthHeight(this.#tile.heightPx) ** 2 * (16 / 9) : Infinity;
  }
  /** The last second's decoding of the stream as the camera sends it; null where the recorder makes another one. */
  get decoding(): { readonly streamId: string; readonly measure: DecodeMeasure } | null {
    const { current } = this.#state;
    // Key frames alone cost more than others.
    if (current?.carrier !== "whep" || this.#keys.alone) return null;
    return { streamId: current.variant, measure: this.#figures.decoding };
  }

  /** Once a second: network figures of the running attempt. */
  async sample(): Promise<void> {
    const { current } = this.#state;
    const packetLoss = await this.#figures.sample(current ? this.#runs.get(current.id) : undefined);
    if (packetLoss !== null) this.#dispatch({ type: "stats", packetLoss });
    this.#tell();
  }

  #fromHere(request: PlayerRequest): PlayerRequest {
    const shownMs = this.#state.current?.pending ? 0 : (this.#figures.source?.wallMs ?? 0);
    return fromHere(this.#state, request, shownMs, performance.now());
  }

  #priority(attemptId: number): GatePriority {
    return gatePriority(this.#tile, this.#state.probe?.id === attemptId);
  }

  /** An effect may cause events. They are handled after the step that caused them. */
  #dispatch(event: PlayerEvent): void {
    this.#queue.push(event);
    if (this.#running) return;
    this.#running = true;
    this.#shownBefore = this.#state.shownId;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const nowMs = performance.now();
      const frameEveryMs = this.#keys.patienceMs(this.frameEveryMs, nowMs);
      const isRelayed = this.#runs.get(this.#state.current?.id ?? -1)?.isRelayedByWebrtc === true;
      const env = { nowMs, random: Math.random(), frameEveryMs, isRelayed };
      const step = stepPlayer(this.#state, next, env);
      this.#state = step.state;
      for (const effect of step.effects) this.#carryOut(effect);
    }
    this.#running = false;
    if (event.type !== "progress" && event.type !== "stats") this.#tell();
    if (this.#state.shownId !== this.#shownBefore) this.#runs.kept.forgetSoon();
  }

  #carryOut(effect: PlayerEffect): void {
    switch (effect.type) {
      case "open":
        this.#figures.beginLink();
        return this.#runs.open(effect.attempt, this.#priority(effect.attempt.id));
      case "play":
        return this.#runs.get(effect.id)?.play(effect.request);
      case "step":
        return this.#runs.get(effect.id)?.step(effect.direction);
      case "close":
        return this.#close(effect.id, effect.keepFrame);
      case "timer":
        return this.#setTimer(effect.name, effect.afterMs);
      case "cancel":
        return this.#timers.cancel(effect.name);
      case "lookup":
        void this.#lookup(effect.lookupId, effect.timeMs, effect.rate);
        return;
      case "preference":
        this.#events.emit("preference", effect.mode);
        return;
      case "fell-back":
        this.#events.emit("notice", failure("player/fell-back", { cause: effect.failure }));
        return;
    }
  }

  #close(id: number, keepFrame: boolean): void {
    const wasShown = id === this.#state.shownId || id === this.#shownBefore;
    this.#runs.close(id, !this.#state.closed && (keepFrame || wasShown || !this.#runs.kept.isEmpty));
  }

  #setTimer(name: TimerName, afterMs: number): void {
    this.#timers.cancel(name);
    const start = (): void => this.#timers.set(name, afterMs);
    // time at the gate does not count as time of the play request
    const waits = name === "play" ? this.#state.current : name === "probe" ? this.#state.probe : null;
    const run = waits ? this.#runs.get(waits.id) : undefined;
    if (!run || !waits) return start();
    run.whenPassed(() => {
      const now = name === "play" ? this.#state.current : this.#state.probe;
      if (now?.id === waits.id && now.pending) start();
    });
  }

  async #lookup(lookupId: number, timeMs: number, rate: number): Promise<void> {
    // no server answers: the shown error stays, and the player retries as after any other
    const playable: ArchiveAnswer = { kind: "playable" };
    const { ports } = this.#options;
    const answer = await ports.archives(this.#state.variant, timeMs, rate).catch(() => playable);
    this.#dispatch({ type: "archives", lookupId, answer });
  }

  #tell(): void {
    if (!this.#state.closed) this.#events.emit("facts", this.facts());
  }
}
