/**
 * The player of one tile as a pure machine (document 1, section 4): events in, a new state and effects out. It sets no
 * timer and opens nothing; `player.ts` carries the effects out.
 */
import { unreachable } from "#base/assert.ts";
import { failure } from "#domain/failures/failure.ts";
import { PACKET_LOSS_WARNING } from "#domain/limits.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import { PlayerFaults } from "./player-faults.ts";
import { sameCarrier } from "./player-run.ts";
import {
  GOOD_MS,
  isFrozen,
  permissionError,
  SOCKET_REOPEN_MS,
  SUSPEND_AFTER_MS,
  UPGRADE_FIRST_MS,
  isForbidden,
} from "./player-rules.ts";
import type { PlayerEnv, PlayerEvent, PlayerRequest, PlayerState, PlayerStep, TimerName } from "./player-state.ts";

export function stepPlayer(state: PlayerState, event: PlayerEvent, env: PlayerEnv): PlayerStep {
  if (state.closed) return { state, effects: [] };
  const run = new PlayerStepRun(state, env);
  run.take(event);
  return { state: run.s, effects: run.effects };
}

/** The rules: what each event does. */
class PlayerStepRun extends PlayerFaults {
  take(event: PlayerEvent): void {
    switch (event.type) {
      case "play":
        return this.play(event.request);
      case "step":
        return this.step(event.direction);
      case "set-mode":
        return this.setMode(event.mode);
      case "variant":
        this.s.variant = event.variant;
        return this.swapVariant();
      case "permissions":
        return this.permissions(event.canLive, event.canPlayback);
      case "sent":
        return this.update(event.id, { sent: true });
      case "connected":
        return this.update(event.id, { connected: true });
      case "first-frame":
        return this.firstFrame(event.id);
      case "source-state":
        return this.sourceState(event.id, event.state);
      case "gap":
        return this.gap(event.id, event.fromMs, event.toMs);
      case "error":
        return this.failed(event.id, event, event.retryAfterMs);
      case "progress":
        return this.progress(event.id, event.framesShown, event.blindMs ?? 0, event.wallMs ?? 0);
      case "stats":
        if (event.packetLoss > PACKET_LOSS_WARNING) this.slow();
        return;
      case "timer":
        return this.timer(event.name);
      case "archives":
        if (event.lookupId === this.s.lookupId) this.archives(event.answer);
        return;
      case "visible":
        return this.visible(event.visible);
      case "chance":
        return this.chance();
      case "close":
        this.closeAll(false);
        this.s.closed = true;
        return;
      default:
        unreachable(event);
    }
  }

  private play(request: PlayerRequest): void {
    const { current } = this.s;
    if (current?.pending && !this.s.error && sameCarrier(current, this.s.mode, request, this.s.config)) {
      // one in flight: an unsent one is changed, a sent one is followed by the newest
      if (current.sent) {
        this.s.next = request;
        return;
      }
      if (permissionError(this.s.config, request) === null) {
        this.begin(request, { ...current, request });
        return this.emit({ type: "play", id: current.id, request });
      }
    }
    this.s.retries = 0;
    this.start(request);
  }

  private step(direction: 1 | -1): void {
    const { current, request } = this.s;
    if (current?.carrier !== "socket" || !request?.paused) return;
    this.s.stepped = true;
    this.emit({ type: "step", id: current.id, direction });
  }

  private firstFrame(id: number): void {
    const { s } = this;
    if (s.probe?.id === id) {
      const old = s.current;
      s.current = s.probe;
      s.mode = s.probe.mode;
      s.probe = null;
      s.upgradeAfterMs = UPGRADE_FIRST_MS;
      this.cancel("probe");
      if (old) this.emit({ type: "close", id: old.id, keepPicture: false });
    }
    if (s.current?.id !== id) return;
    s.shownId = id;
    s.frozen = false;
    s.framesShown = 0;
    s.lastProgressAtMs = this.env.nowMs;
    if (!s.current.first) this.set("good", GOOD_MS);
    this.finished({ first: true, connected: true, sent: true });
    this.swapVariant();
    this.scheduleUpgrade();
  }

  private sourceState(id: number, state: "starting" | "playing" | "paused" | "waiting" | "ended"): void {
    const { s } = this;
    if (s.current?.id !== id) return;
    if (state === "waiting" && s.current.first && s.request?.timeMs === 0) this.slow();
    if ((state === "playing" || state === "paused") && s.current.pending && s.current.first) {
      this.finished({});
      this.swapVariant();
    }
    if (state !== "ended") return;
    if (s.next) return this.finished({});
    this.update(id, { pending: false });
    this.cancel("play");
    s.ended = true;
    if (s.request && s.request.timeMs !== 0) this.lookup();
  }

  private progress(id: number, framesShown: number, blindMs: number, wallMs: number): void {
    const { s } = this;
    const { nowMs } = this.env;
    if (s.current?.id !== id || !s.current.first) return;
    if (s.stepped && s.request?.paused && !s.current.pending && wallMs !== 0)
      s.request = { ...s.request, timeMs: wallMs };
    if (framesShown > s.framesShown) {
      const each = (nowMs - s.lastProgressAtMs) / (framesShown - s.framesShown);
      s.intervalMs = s.framesShown === 0 || s.intervalMs === 0 ? each : s.intervalMs * 0.8 + each * 0.2;
      s.framesShown = framesShown;
      s.lastProgressAtMs = nowMs;
      s.frozen = false;
      // video goes on by itself after a gap, never after the end
      if ((s.delayUntilMs !== null || s.noVideo) && !s.ended && this.isBeyondGap(wallMs)) this.settle();
      return;
    }
    const due = s.visible && !s.request?.paused && !s.error && s.delayUntilMs === null && !s.noVideo && !s.ended;
    // where no picture is due nothing is missed: the watch begins when one is
    s.lastProgressAtMs = due ? Math.min(nowMs, s.lastProgressAtMs + blindMs) : nowMs;
    if (!due || s.current.pending || !isFrozen(nowMs - s.lastProgressAtMs, s.intervalMs, s.request)) return;
    s.frozen = true;
    if (s.current.carrier === "socket" && nowMs - s.lastProgressAtMs < SOCKET_REOPEN_MS) return;
    // the first time at once; when that does not help, as any other recoverable error
    if (s.retries === 0) {
      s.retries = 1;
      const from = this.positionMs();
      if (s.request && s.request.timeMs !== 0) this.begin({ ...s.request, timeMs: from }, s.current);
      this.open();
    } else {
      this.failed(id, { failure: failure("player/frozen"), recoverable: true }, 0);
    }
  }

  private timer(name: TimerName): void {
    const { s } = this;
    switch (name) {
      case "play":
        return this.timedOut();
      case "probe":
        return this.probeFailed();
      case "retry":
        return this.again();
      case "resume":
        s.delayUntilMs = null;
        return this.again();
      case "countdown":
        // the state is looked at anew: the text counts down
        if (s.delayUntilMs !== null) this.set("countdown", 1000);
        return;
      case "archives":
        if (s.noVideo) this.lookup();
        return;
      case "slow":
        s.slowNetwork = false;
        return;
      case "upgrade":
        return this.tryBetter();
      case "suspend":
        if (!s.visible) this.suspend();
        return;
      case "doze":
        if (s.suspended) this.closeAll(true);
        return;
      case "good":
        s.retries = 0;
        return;
      default:
        unreachable(name);
    }
  }

  private setMode(mode: PlayerMode): void {
    const { s } = this;
    if (mode === "webrtc" && !s.config.webrtcAllowed) return;
    s.preferred = mode;
    s.mode = mode;
    const order: readonly PlayerMode[] = mode === "webrtc" ? ["webrtc", "lowbandwidth"] : ["lowbandwidth"];
    s.config = { ...s.config, order };
    s.retries = 0;
    this.cancel("upgrade");
    this.emit({ type: "preference", mode });
    this.again();
  }

  private visible(visible: boolean): void {
    const { s } = this;
    if (visible === s.visible) return;
    s.visible = visible;
    if (!visible) return this.set("suspend", SUSPEND_AFTER_MS);
    this.cancel("suspend");
    this.cancel("doze");
    s.lastProgressAtMs = this.env.nowMs;
    if (!s.suspended) return;
    s.suspended = false;
    this.again();
    this.swapVariant();
  }

  /** Live: the session dozes, so that one message brings the pictures back. What is recorded has to be found again anyway. */
  private suspend(): void {
    const { s } = this;
    const { current, request } = s;
    s.suspended = true;
    // where it stood is kept by `requestAtMs`: recorded video goes on from there by the clock
    if (!current?.first || current.pending || s.error || request?.timeMs !== 0) return this.closeAll(true);
    this.doze(current, request);
  }

  private permissions(canLive: boolean, canPlayback: boolean): void {
    const { s } = this;
    s.config = { ...s.config, canLive, canPlayback };
    if (!s.request) return;
    if (permissionError(s.config, s.request) !== null || (s.error && isForbidden(s.error))) this.again();
  }

  /** Something changed for the better: what waits tries now. */
  private chance(): void {
    const { s } = this;
    s.upgradeAfterMs = UPGRADE_FIRST_MS;
    if (s.error && !s.current && !isForbidden(s.error)) {
      s.retries = 0;
      s.mode = s.preferred;
      return this.again();
    }
    // what freezes from here on is tried again at once, not after the pause that earlier troubles have earned
    if (s.current) s.retries = 0;
    this.tryBetter();
  }
}
