/** One step of the player machine: a private copy of the state, and what all its rules do with attempts. */
import { SLOW_NETWORK_ALERT_MS } from "#domain/limits/player.ts";
import { playTimeoutMs, type PlayerMode } from "#domain/player/mode.ts";
import { carrierOf, DOZE_MS, permissionError, positionMs, UPGRADE_MAX_MS } from "./player-rules.ts";
import type {
  Attempt,
  PlayerConfig,
  PlayerEffect,
  PlayerEnv,
  PlayerRequest,
  PlayerState,
  TimerName,
} from "./player-state.ts";

type Draft = { -readonly [K in keyof PlayerState]: PlayerState[K] };

/**
 * Play requests, sessions and the background try. The rules for events use it (`player-machine.ts`,
 * `player-faults.ts`).
 */
export class PlayerRun {
  readonly s: Draft;

  readonly effects: PlayerEffect[] = [];

  readonly env: PlayerEnv;

  constructor(state: PlayerState, env: PlayerEnv) {
    this.s = { ...state };
    this.env = env;
  }

  /** Plays now: over the session at hand where it can, else with a new one. */
  start(request: PlayerRequest): void {
    this.begin(request, this.s.current);
    this.settle();
    const denied = permissionError(this.s.config, request);
    if (denied) {
      this.closeAll(true);
      this.s.error = denied;
      return;
    }
    const { current } = this.s;
    // out of sight: only what already plays goes on; the rest waits until it is in sight
    if (!this.s.visible && !current) this.s.suspended = true;
    if (this.s.suspended) return;
    if (current && sameCarrier(current, this.s.mode, request, this.s.config)) return this.playOver(current, request);
    this.open();
  }

  begin(request: PlayerRequest, current: Attempt | null): void {
    this.s.request = request;
    this.s.requestAtMs = this.env.nowMs;
    this.s.next = null;
    this.s.stepped = false;
    this.s.current = current;
  }

  playOver(current: Attempt, request: PlayerRequest): void {
    // it was begun for another request, and would take over with the time, speed and direction of that one
    const wasBetter = this.s.probe !== null && this.s.probe.mode !== this.s.mode;
    this.dropProbe();
    if (wasBetter) this.scheduleUpgrade();
    this.emit({ type: "play", id: current.id, request });
    // a WebRTC session answers a seek with frames that look like all others: there is nothing to wait for
    const pending = current.carrier === "socket" || !current.first;
    this.s.current = { ...current, request, pending, sent: true };
    if (pending) this.set("play", playTimeoutMs(current.mode));
    else this.swapVariant();
  }

  open(): void {
    const { s } = this;
    if (!s.request) return;
    if (s.current) this.emit({ type: "close", id: s.current.id, keepFrame: true });
    this.dropProbe();
    s.current = this.attempt(s.mode, s.request);
    s.framesShown = 0;
    s.lastProgressAtMs = this.env.nowMs;
    s.intervalMs = 0;
    this.emit({ type: "open", attempt: s.current, background: false });
    this.set("play", playTimeoutMs(s.mode));
  }

  attempt(mode: PlayerMode, request: PlayerRequest): Attempt {
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

  /** The same request again, from its current time; a request that waits behind it takes its place. */
  again(): void {
    const { request, next } = this.s;
    if (next) this.start(next);
    else if (request) this.start(request.timeMs === 0 ? request : { ...request, timeMs: this.positionMs() });
  }

  update(id: number, change: Partial<Attempt>): void {
    const { s } = this;
    if (s.current?.id === id) s.current = { ...s.current, ...change };
    if (s.probe?.id === id) s.probe = { ...s.probe, ...change };
  }

  /** The pending play request is done: the next one, if any, follows. */
  finished(change: Partial<Attempt>): void {
    const { s } = this;
    if (!s.current) return;
    s.current = { ...s.current, ...change, pending: false };
    this.cancel("play");
    this.settle();
    const { next } = s;
    s.next = null;
    if (next) this.start(next);
  }

  scheduleUpgrade(): void {
    const { s } = this;
    if (s.mode !== s.preferred && !s.probe) this.set("upgrade", s.upgradeAfterMs);
  }

  tryBetter(): void {
    const { s } = this;
    if (s.mode === s.preferred || s.probe || !s.current?.first || s.suspended || !s.request) return;
    // the same session would serve both modes now (recorded video): check again later
    if (carrierOf(s.preferred, s.request, s.config) === s.current.carrier) return this.scheduleUpgrade();
    this.openProbe(s.preferred);
  }

  swapVariant(): void {
    const { s } = this;
    if (!s.current?.first || s.current.pending || s.suspended || s.error) return;
    if (s.probe && s.probe.variant !== s.variant) this.dropProbe();
    // while somebody drags through time, the next request is made before this one's first frame would arrive
    if (!s.probe && !s.request?.draft && s.current.variant !== s.variant) this.openProbe(s.mode);
  }

  openProbe(mode: PlayerMode): void {
    const { s } = this;
    if (!s.request) return;
    const request = s.request.timeMs === 0 ? s.request : { ...s.request, timeMs: this.positionMs() };
    s.probe = this.attempt(mode, request);
    this.emit({ type: "open", attempt: s.probe, background: true });
    this.set("probe", playTimeoutMs("webrtc"));
  }

  probeFailed(): void {
    const { s } = this;
    const better = s.probe !== null && s.probe.mode !== s.mode;
    // a stream that does not arrive is not requested again until another one is wanted
    if (s.probe && !better && s.current) s.current = { ...s.current, variant: s.probe.variant };
    this.dropProbe();
    if (!better) return;
    s.upgradeAfterMs = Math.min(UPGRADE_MAX_MS, s.upgradeAfterMs * 2);
    this.scheduleUpgrade();
  }

  dropProbe(): void {
    if (this.s.probe) this.emit({ type: "close", id: this.s.probe.id, keepFrame: false });
    this.s.probe = null;
    this.cancel("probe");
  }

  closeAll(keepFrame: boolean): void {
    const { s } = this;
    if (s.current) this.emit({ type: "close", id: s.current.id, keepFrame });
    s.current = null;
    this.pauseWork();
  }

  /** The session stays open for a while, without frames. */
  doze(current: Attempt, request: PlayerRequest): void {
    this.pauseWork();
    this.emit({ type: "play", id: current.id, request: { ...request, paused: true } });
    this.set("doze", DOZE_MS);
  }

  /** No attempt runs beside the current session. */
  private pauseWork(): void {
    this.dropProbe();
    for (const name of ["play", "retry", "resume", "countdown", "archives", "upgrade", "good"] as const) {
      this.cancel(name);
    }
  }

  /** No error, and no wait for video. */
  settle(): void {
    const { s } = this;
    s.error = null;
    s.delayUntilMs = null;
    s.noVideo = false;
    s.isAway = false;
    s.gapBeginsMs = null;
    s.ended = false;
    s.lookupId += 1; // answers that are on their way no longer matter
    for (const name of ["retry", "resume", "countdown", "archives"] as const) this.cancel(name);
  }

  slow(): void {
    this.s.slowNetwork = true;
    this.set("slow", SLOW_NETWORK_ALERT_MS);
  }

  positionMs(): number {
    return positionMs(this.s, this.env.nowMs);
  }

  emit(effect: PlayerEffect): void {
    this.effects.push(effect);
  }

  set(name: TimerName, afterMs: number): void {
    this.emit({ type: "timer", name, afterMs });
  }

  cancel(name: TimerName): void {
    this.emit({ type: "cancel", name });
  }
}

/** True when the attempt's session can also play this request. */
export function sameCarrier(attempt: Attempt, mode: PlayerMode, request: PlayerRequest, config: PlayerConfig): boolean {
  const carrier = carrierOf(mode, request, config);
  if (attempt.carrier !== carrier || attempt.mode !== mode) return false;
  // a WebRTC session is live or recorded for its whole life
  return carrier === "socket" || (attempt.request.timeMs === 0) === (request.timeMs === 0);
}
