/**
 * The player of one tile as a pure machine (document 1, section 4): events in, a new state and effects out. It sets no
 * timer and opens nothing; `player.ts` carries the effects out.
 */
import { unreachable } from "#base/assert.ts";
import { errors } from "#domain/errors.ts";
import { NO_VIDEO_POLL_MS, PACKET_LOSS_WARNING, SLOW_NETWORK_ALERT_MS } from "#domain/limits.ts";
import { afterPlayerError, type PlayerMode, playTimeoutMs, waitThresholdMs } from "#domain/player/mode.ts";
import {
  carrierOf,
  GOOD_MS,
  isFrozen,
  permissionError,
  positionMs,
  resumeInMs,
  retryDelayMs,
  SUSPEND_AFTER_MS,
  UPGRADE_FIRST_MS,
  UPGRADE_MAX_MS,
} from "./player-rules.ts";
import type {
  ArchiveAnswer,
  Attempt,
  MachineError,
  PlayerConfig,
  PlayerEffect,
  PlayerEnv,
  PlayerEvent,
  PlayerRequest,
  PlayerState,
  PlayerStep,
  TimerName,
} from "./player-state.ts";

export function initialPlayer(config: PlayerConfig, variant: string): PlayerState {
  const first = config.order[0] ?? "lowbandwidth";
  return {
    config,
    preferred: first,
    mode: first,
    variant,
    request: null,
    requestAtMs: 0,
    next: null,
    current: null,
    probe: null,
    shownId: null,
    error: null,
    retries: 0,
    delayUntilMs: null,
    noVideo: false,
    ended: false,
    lookupId: 0,
    visible: true,
    suspended: false,
    frozen: false,
    slowNetwork: false,
    upgradeAfterMs: UPGRADE_FIRST_MS,
    framesShown: 0,
    lastProgressAtMs: 0,
    intervalMs: 0,
    nextId: 1,
    closed: false,
  };
}

export function stepPlayer(state: PlayerState, event: PlayerEvent, env: PlayerEnv): PlayerStep {
  if (state.closed) return { state, effects: [] };
  const run = new PlayerRun(state, env);
  run.take(event);
  return { state: run.s, effects: run.effects };
}

type Draft = { -readonly [K in keyof PlayerState]: PlayerState[K] };

/** One step: a private copy of the state that the rules below change. */
class PlayerRun {
  readonly s: Draft;
  readonly effects: PlayerEffect[] = [];
  readonly #env: PlayerEnv;

  constructor(state: PlayerState, env: PlayerEnv) {
    this.s = { ...state };
    this.#env = env;
  }

  take(event: PlayerEvent): void {
    switch (event.type) {
      case "play":
        return this.#play(event.request);
      case "step":
        return this.#step(event.direction);
      case "set-mode":
        return this.#setMode(event.mode);
      case "variant":
        this.s.variant = event.variant;
        return this.#swapVariant();
      case "permissions":
        return this.#permissions(event.canLive, event.canPlayback);
      case "sent":
        return this.#update(event.id, { sent: true });
      case "connected":
        return this.#update(event.id, { connected: true });
      case "first-frame":
        return this.#firstFrame(event.id);
      case "source-state":
        return this.#sourceState(event.id, event.state);
      case "gap":
        return this.#gap(event.id, event.toMs);
      case "error":
        return this.#failed(event.id, event, event.retryAfterMs);
      case "progress":
        return this.#progress(event.id, event.framesShown);
      case "stats":
        if (event.packetLoss > PACKET_LOSS_WARNING) this.#slow();
        return;
      case "timer":
        return this.#timer(event.name);
      case "archives":
        if (event.lookupId === this.s.lookupId) this.#archives(event.answer);
        return;
      case "visible":
        return this.#visible(event.visible);
      case "chance":
        return this.#chance();
      case "close":
        this.#closeAll(false);
        this.s.closed = true;
        return;
      default:
        unreachable(event);
    }
  }

  // --- play requests ---------------------------------------------------------------------------------------------

  #play(request: PlayerRequest): void {
    const { current } = this.s;
    if (current?.pending && !this.s.error && sameCarrier(current, this.s.mode, request, this.s.config)) {
      // one in flight: an unsent one is changed, a sent one is followed by the newest
      if (current.sent) this.s.next = request;
      else this.#begin(request, { ...current, request });
      return;
    }
    this.s.retries = 0;
    this.#start(request);
  }

  /** Plays now: over the session at hand where it can, else with a new one. */
  #start(request: PlayerRequest): void {
    this.#begin(request, this.s.current);
    this.#settle();
    const denied = permissionError(this.s.config, request);
    if (denied) {
      this.#closeAll(true);
      this.s.error = denied;
      return;
    }
    if (this.s.suspended || !this.s.visible) {
      // out of sight: only what is shown already goes on; the rest waits until it is seen
      if (!this.s.current) {
        this.s.suspended = true;
        return;
      }
    }
    const { current } = this.s;
    if (current && sameCarrier(current, this.s.mode, request, this.s.config)) return this.#playOver(current, request);
    this.#open();
  }

  #begin(request: PlayerRequest, current: Attempt | null): void {
    this.s.request = request;
    this.s.requestAtMs = this.#env.nowMs;
    this.s.next = null;
    this.s.current = current;
  }

  #playOver(current: Attempt, request: PlayerRequest): void {
    this.#emit({ type: "play", id: current.id, request });
    // a WebRTC session answers a seek with pictures that look like all others: nothing to wait for
    const pending = current.carrier === "socket" || !current.first;
    this.s.current = { ...current, request, pending, sent: true };
    if (pending) this.#set("play", playTimeoutMs(current.mode));
  }

  #open(): void {
    const { s } = this;
    if (!s.request) return;
    if (s.current) this.#emit({ type: "close", id: s.current.id, keepPicture: true });
    this.#dropProbe();
    s.current = this.#attempt(s.mode, s.request);
    s.framesShown = 0;
    s.lastProgressAtMs = this.#env.nowMs;
    s.intervalMs = 0;
    this.#emit({ type: "open", attempt: s.current, background: false });
    this.#set("play", playTimeoutMs(s.mode));
  }

  #attempt(mode: PlayerMode, request: PlayerRequest): Attempt {
    return {
      id: this.s.nextId++,
      mode,
      carrier: carrierOf(mode, request, this.s.config),
      variant: this.s.variant,
      request,
      sent: false,
      connected: false,
      first: false,
      pending: true,
    };
  }

  /** The same request again, from where its time stands. */
  #again(): void {
    const { request } = this.s;
    if (request) this.#start(request.timeMs === 0 ? request : { ...request, timeMs: this.#positionMs() });
  }

  #step(direction: 1 | -1): void {
    const { current, request } = this.s;
    if (current?.carrier === "socket" && request?.paused) this.#emit({ type: "step", id: current.id, direction });
  }

  // --- what sources say ------------------------------------------------------------------------------------------

  #update(id: number, change: Partial<Attempt>): void {
    const { s } = this;
    if (s.current?.id === id) s.current = { ...s.current, ...change };
    if (s.probe?.id === id) s.probe = { ...s.probe, ...change };
  }

  #firstFrame(id: number): void {
    const { s } = this;
    if (s.probe?.id === id) {
      const old = s.current;
      s.current = s.probe;
      s.mode = s.probe.mode;
      s.probe = null;
      s.upgradeAfterMs = UPGRADE_FIRST_MS;
      this.#cancel("probe");
      if (old) this.#emit({ type: "close", id: old.id, keepPicture: false });
    }
    if (s.current?.id !== id) return;
    s.shownId = id;
    s.frozen = false;
    s.framesShown = 0;
    s.lastProgressAtMs = this.#env.nowMs;
    if (!s.current.first) this.#set("good", GOOD_MS);
    this.#finished({ first: true, connected: true, sent: true });
    this.#swapVariant();
    this.#scheduleUpgrade();
  }

  /** The pending play request is done: the next one, if any, follows. */
  #finished(change: Partial<Attempt>): void {
    const { s } = this;
    if (!s.current) return;
    s.current = { ...s.current, ...change, pending: false };
    this.#cancel("play");
    this.#settle();
    const { next } = s;
    s.next = null;
    if (next) this.#start(next);
  }

  #sourceState(id: number, state: "starting" | "playing" | "paused" | "waiting" | "ended"): void {
    const { s } = this;
    if (s.current?.id !== id) return;
    if (state === "waiting" && s.current.first && s.request?.timeMs === 0) this.#slow();
    if ((state === "playing" || state === "paused") && s.current.pending && s.current.first) this.#finished({});
    if (state !== "ended") return;
    if (s.next) return this.#finished({});
    this.#update(id, { pending: false });
    this.#cancel("play");
    s.ended = true;
    if (s.request && s.request.timeMs !== 0) this.#lookup();
  }

  #gap(id: number, toMs: number): void {
    const { s } = this;
    if (s.current?.id !== id || !s.request) return;
    if (s.next) return this.#finished({});
    this.#update(id, { pending: false });
    this.#cancel("play");
    if (toMs === 0) return this.#archives({ kind: "none" });
    const away = (toMs - this.#positionMs()) * Math.sign(s.request.rate);
    if (away > waitThresholdMs(s.request.rate)) this.#archives({ kind: "later", startMs: toMs });
  }

  #progress(id: number, framesShown: number): void {
    const { s } = this;
    const { nowMs } = this.#env;
    if (s.current?.id !== id || !s.current.first) return;
    if (framesShown > s.framesShown) {
      const each = (nowMs - s.lastProgressAtMs) / (framesShown - s.framesShown);
      s.intervalMs = s.framesShown === 0 || s.intervalMs === 0 ? each : s.intervalMs * 0.8 + each * 0.2;
      s.framesShown = framesShown;
      s.lastProgressAtMs = nowMs;
      // video goes on by itself after a gap
      if (s.delayUntilMs !== null || s.noVideo) this.#settle();
      return;
    }
    const due = s.visible && !s.request?.paused && !s.error && s.delayUntilMs === null && !s.noVideo && !s.ended;
    if (!due || s.current.pending || !isFrozen(nowMs - s.lastProgressAtMs, s.intervalMs)) return;
    s.frozen = true;
    // the first time at once; when that does not help, as any other recoverable error
    if (s.retries === 0) {
      s.retries = 1;
      const from = this.#positionMs();
      if (s.request && s.request.timeMs !== 0) this.#begin({ ...s.request, timeMs: from }, s.current);
      this.#open();
    } else {
      this.#failed(id, { code: "player/frozen", reason: errors.play_timeout.text, recoverable: true }, 0);
    }
  }

  // --- errors ----------------------------------------------------------------------------------------------------

  #failed(id: number, what: { code: string; reason: string; recoverable: boolean }, retryAfterMs: number): void {
    const { s } = this;
    if (s.probe?.id === id) return this.#probeFailed();
    if (s.current?.id !== id || !s.request) return;
    this.#emit({ type: "close", id, keepPicture: true });
    this.#dropProbe();
    s.current = null;
    this.#cancel("play");
    this.#cancel("good");
    if (s.next) this.#begin(s.next, null);
    s.error = { code: what.code, text: what.reason, recoverable: what.recoverable };
    if (s.request.timeMs === 0) this.#afterError(s.error, retryAfterMs);
    else this.#lookup();
  }

  #afterError(error: MachineError, retryAfterMs: number): void {
    const { s } = this;
    const then = afterPlayerError(s.config.order, s.mode, error.recoverable);
    switch (then.kind) {
      case "retry":
        s.retries += 1;
        return this.#set("retry", Math.max(retryAfterMs, retryDelayMs(s.retries, this.#env.random)));
      case "switch":
        s.mode = then.to;
        return this.#again();
      case "stay":
        return;
      default:
        unreachable(then);
    }
  }

  #lookup(): void {
    const { s } = this;
    s.lookupId += 1;
    this.#emit({
      type: "lookup",
      lookupId: s.lookupId,
      timeMs: this.#positionMs(),
      rate: s.request?.rate ?? 1,
    });
  }

  #archives(answer: ArchiveAnswer): void {
    const { s } = this;
    if (!s.request) return;
    if (answer.kind === "playable") {
      s.noVideo = false;
      s.delayUntilMs = null;
      if (s.error) this.#afterError(s.error, 0);
      else this.#again(); // it ended, or was not there, and now there is video
      return;
    }
    s.error = null;
    s.noVideo = answer.kind === "none";
    s.delayUntilMs = answer.kind === "later" ? answer.startMs : null;
    this.#cancel("retry");
    if (answer.kind === "none") return this.#set("archives", NO_VIDEO_POLL_MS);
    if (s.request.paused) return;
    this.#set("resume", resumeInMs(answer.startMs, this.#positionMs(), s.request.rate));
    this.#set("countdown", 1000);
  }

  // --- timers ----------------------------------------------------------------------------------------------------

  #timer(name: TimerName): void {
    const { s } = this;
    switch (name) {
      case "play":
        return this.#timedOut();
      case "probe":
        return this.#probeFailed();
      case "retry":
        return this.#again();
      case "resume":
        s.delayUntilMs = null;
        return this.#again();
      case "countdown":
        // the state is looked at anew: the text counts down
        if (s.delayUntilMs !== null) this.#set("countdown", 1000);
        return;
      case "archives":
        if (s.noVideo) this.#lookup();
        return;
      case "slow":
        s.slowNetwork = false;
        return;
      case "upgrade":
        return this.#tryBetter();
      case "suspend":
        if (!s.visible) this.#suspend();
        return;
      case "good":
        s.retries = 0;
        return;
      default:
        unreachable(name);
    }
  }

  /** An unfinished play raises a recoverable error; WebRTC that found no path at all is no use to try again. */
  #timedOut(): void {
    const { current } = this.s;
    if (!current?.pending) return;
    const noPath = current.carrier === "whep" && !current.connected;
    this.#failed(
      current.id,
      { code: noPath ? "webrtc/no-path" : "play_timeout", reason: errors.play_timeout.text, recoverable: !noPath },
      0,
    );
  }

  #slow(): void {
    this.s.slowNetwork = true;
    this.#set("slow", SLOW_NETWORK_ALERT_MS);
  }

  // --- modes and streams -----------------------------------------------------------------------------------------

  #setMode(mode: PlayerMode): void {
    const { s } = this;
    if (mode === "webrtc" && !s.config.webrtcAllowed) return;
    s.preferred = mode;
    s.mode = mode;
    const order: readonly PlayerMode[] = mode === "webrtc" ? ["webrtc", "lowbandwidth"] : ["lowbandwidth"];
    s.config = { ...s.config, order };
    s.retries = 0;
    this.#cancel("upgrade");
    this.#emit({ type: "preference", mode });
    this.#again();
  }

  #scheduleUpgrade(): void {
    const { s } = this;
    if (s.mode !== s.preferred && !s.probe) this.#set("upgrade", s.upgradeAfterMs);
  }

  #tryBetter(): void {
    const { s } = this;
    if (s.mode === s.preferred || s.probe || !s.current?.first || s.suspended || !s.request) return;
    // the same session would serve both modes now (recorded video): look again later
    if (carrierOf(s.preferred, s.request, s.config) === s.current.carrier) return this.#scheduleUpgrade();
    this.#openProbe(s.preferred);
  }

  #swapVariant(): void {
    const { s } = this;
    if (!s.current?.first || s.current.pending || s.suspended || s.error) return;
    if (s.probe && s.probe.variant !== s.variant) this.#dropProbe();
    if (!s.probe && s.current.variant !== s.variant) this.#openProbe(s.mode);
  }

  #openProbe(mode: PlayerMode): void {
    const { s } = this;
    if (!s.request) return;
    const request = s.request.timeMs === 0 ? s.request : { ...s.request, timeMs: this.#positionMs() };
    s.probe = this.#attempt(mode, request);
    this.#emit({ type: "open", attempt: s.probe, background: true });
    this.#set("probe", playTimeoutMs("webrtc"));
  }

  #probeFailed(): void {
    const { s } = this;
    const better = s.probe !== null && s.probe.mode !== s.mode;
    // a stream that does not come is not asked for again until another one is wanted
    if (s.probe && !better && s.current) s.current = { ...s.current, variant: s.probe.variant };
    this.#dropProbe();
    if (!better) return;
    s.upgradeAfterMs = Math.min(UPGRADE_MAX_MS, s.upgradeAfterMs * 2);
    this.#scheduleUpgrade();
  }

  #dropProbe(): void {
    if (this.s.probe) this.#emit({ type: "close", id: this.s.probe.id, keepPicture: false });
    this.s.probe = null;
    this.#cancel("probe");
  }

  // --- sight, permissions, chances -------------------------------------------------------------------------------

  #visible(visible: boolean): void {
    const { s } = this;
    if (visible === s.visible) return;
    s.visible = visible;
    if (!visible) return this.#set("suspend", SUSPEND_AFTER_MS);
    this.#cancel("suspend");
    s.lastProgressAtMs = this.#env.nowMs;
    if (!s.suspended) return;
    s.suspended = false;
    this.#again();
  }

  #suspend(): void {
    this.s.suspended = true;
    // where it stood is kept by `requestAtMs`: recorded video goes on from there by the clock
    this.#closeAll(true);
  }

  #permissions(canLive: boolean, canPlayback: boolean): void {
    const { s } = this;
    s.config = { ...s.config, canLive, canPlayback };
    if (!s.request) return;
    if (permissionError(s.config, s.request) !== null || s.error?.code.endsWith("_permission")) this.#again();
  }

  /** Something changed for the better: what waits tries now. */
  #chance(): void {
    const { s } = this;
    s.upgradeAfterMs = UPGRADE_FIRST_MS;
    if (s.error && !s.current && !s.error.code.endsWith("_permission")) {
      s.retries = 0;
      s.mode = s.preferred;
      return this.#again();
    }
    this.#tryBetter();
  }

  // --- small things ----------------------------------------------------------------------------------------------

  #closeAll(keepPicture: boolean): void {
    const { s } = this;
    if (s.current) this.#emit({ type: "close", id: s.current.id, keepPicture });
    s.current = null;
    this.#dropProbe();
    for (const name of ["play", "retry", "resume", "countdown", "archives", "upgrade", "good"] as const) {
      this.#cancel(name);
    }
  }

  /** No error, no waiting for video. */
  #settle(): void {
    const { s } = this;
    s.error = null;
    s.delayUntilMs = null;
    s.noVideo = false;
    s.ended = false;
    s.lookupId += 1; // answers that are on their way are of no interest
    for (const name of ["retry", "resume", "countdown", "archives"] as const) this.#cancel(name);
  }

  #positionMs(): number {
    return positionMs(this.s, this.#env.nowMs);
  }

  #emit(effect: PlayerEffect): void {
    this.effects.push(effect);
  }
  #set(name: TimerName, afterMs: number): void {
    this.#emit({ type: "timer", name, afterMs });
  }
  #cancel(name: TimerName): void {
    this.#emit({ type: "cancel", name });
  }
}

/** True when the attempt's session can also play this request. */
function sameCarrier(attempt: Attempt, mode: PlayerMode, request: PlayerRequest, config: PlayerConfig): boolean {
  const carrier = carrierOf(mode, request, config);
  if (attempt.carrier !== carrier || attempt.mode !== mode) return false;
  // a WebRTC session is live or recorded for its whole life
  return carrier === "socket" || (attempt.request.timeMs === 0) === (request.timeMs === 0);
}
