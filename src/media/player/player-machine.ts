/**
 * The player of one tile as a pure machine (document 1, section 4): events in, a new state and effects out. It sets no
 * timer and opens nothing; `player.ts` carries the effects out.
 */
import { unreachable } from "#base/assert.ts";
import { failure } from "#domain/failures/failure.ts";
import { PACKET_LOSS_WARNING } from "#domain/limits/player.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import { archives, failed, gap, isBeyondGap, lookup, timedOut } from "./player-faults.ts";
import { PlayerRun, sameCarrier } from "./player-run.ts";
import {
  GOOD_MS,
  isFrozen,
  permissionError,
  SOCKET_REOPEN_MS,
  SUSPEND_AFTER_MS,
  UPGRADE_FIRST_MS,
  WHOLE_AFTER_MS,
  isForbidden,
} from "./player-rules.ts";
import type { PlayerEnv, PlayerEvent, PlayerRequest, PlayerState, PlayerStep, TimerName } from "./player-state.ts";

export function stepPlayer(state: PlayerState, event: PlayerEvent, env: PlayerEnv): PlayerStep {
  if (state.closed) return { state, effects: [] };
  const run = new PlayerRun(state, env);
  take(run, event);
  return { state: run.s, effects: run.effects };
}

/** The rules: what each event does. */
function take(run: PlayerRun, event: PlayerEvent): void {
  switch (event.type) {
    case "play":
      return play(run, event.request);
    case "step":
      return step(run, event.direction);
    case "set-mode":
      return setMode(run, event.mode);
    case "variant":
      run.s.variant = event.variant;
      return run.swapVariant();
    case "permissions":
      return setPermissions(run, event.canLive, event.canPlayback);
    case "sent":
      return run.update(event.id, { sent: true });
    case "connected":
      return run.update(event.id, { connected: true });
    case "first-frame":
      return firstFrame(run, event.id);
    case "source-state":
      return sourceState(run, event.id, event.state);
    case "gap":
      return gap(run, event);
    case "error":
      return failed(run, event.id, event, event.retryAfterMs);
    case "progress":
      return progress(run, event.id, event.framesShown, event.blindMs ?? 0, event.wallMs ?? 0);
    case "stats":
      if (event.packetLoss > PACKET_LOSS_WARNING) {
        run.slow();
        lossy(run);
      }
      return;
    case "timer":
      return timer(run, event.name);
    case "archives":
      if (event.lookupId === run.s.lookupId) archives(run, event.answer);
      return;
    case "visible":
      return setVisible(run, event.visible);
    case "chance":
      return chance(run);
    case "close":
      run.closeAll(false);
      run.s.closed = true;
      return;
    default:
      unreachable(event);
  }
}

function play(run: PlayerRun, request: PlayerRequest): void {
  const { current } = run.s;
  if (current?.pending && !run.s.error && sameCarrier(current, run.s.mode, request, run.s.config)) {
    // one request is in flight: an unsent one is changed; after a sent one the newest follows
    if (current.sent) {
      run.s.next = request;
      return;
    }
    if (permissionError(run.s.config, request) === null) {
      run.begin(request, { ...current, request });
      return run.emit({ type: "play", id: current.id, request });
    }
  }
  run.s.retries = 0;
  run.start(request);
}

function step(run: PlayerRun, direction: 1 | -1): void {
  const { current, request } = run.s;
  if (current?.carrier !== "socket" || !request?.paused) return;
  run.s.stepped = true;
  run.emit({ type: "step", id: current.id, direction });
}

function firstFrame(run: PlayerRun, id: number): void {
  const { s } = run;
  if (s.probe?.id === id) {
    const old = s.current;
    s.current = s.probe;
    s.mode = s.probe.mode;
    s.probe = null;
    s.upgradeAfterMs = UPGRADE_FIRST_MS;
    run.cancel("probe");
    if (old) run.emit({ type: "close", id: old.id, keepFrame: false });
  }
  if (s.current?.id !== id) return;
  s.shownId = id;
  s.frozen = false;
  s.framesShown = 0;
  s.lastProgressAtMs = run.env.nowMs;
  if (!s.current.first) run.set("good", GOOD_MS);
  run.finished({ first: true, connected: true, sent: true });
  run.swapVariant();
  run.scheduleUpgrade();
}

function sourceState(run: PlayerRun, id: number, state: "starting" | "playing" | "paused" | "waiting" | "ended"): void {
  const { s } = run;
  if (s.current?.id !== id) return;
  if (state === "waiting" && s.current.first && s.request?.timeMs === 0) run.slow();
  if ((state === "playing" || state === "paused") && s.current.pending && s.current.first) {
    run.finished({});
    run.swapVariant();
  }
  if (state !== "ended") return;
  if (s.next) return run.finished({});
  run.update(id, { pending: false });
  run.cancel("play");
  s.ended = true;
  if (s.request && s.request.timeMs !== 0) lookup(run);
}

function progress(run: PlayerRun, id: number, framesShown: number, blindMs: number, wallMs: number): void {
  const { s } = run;
  const { nowMs } = run.env;
  if (s.current?.id !== id || !s.current.first) return;
  if (s.stepped && s.request?.paused && !s.current.pending && wallMs !== 0)
    s.request = { ...s.request, timeMs: wallMs };
  if (framesShown > s.framesShown) {
    const each = (nowMs - s.lastProgressAtMs) / (framesShown - s.framesShown);
    s.intervalMs = s.framesShown === 0 || s.intervalMs === 0 ? each : s.intervalMs * 0.8 + each * 0.2;
    s.framesShown = framesShown;
    s.lastProgressAtMs = nowMs;
    s.frozen = false;
    // video goes on after a gap without a request, never after the end
    if ((s.delayUntilMs !== null || s.noVideo) && !s.ended && isBeyondGap(run, wallMs)) run.settle();
    return;
  }
  const due = s.visible && !s.request?.paused && !s.error && s.delayUntilMs === null && !s.noVideo && !s.ended;
  // where no frame is due, none is missing: the watch begins when one is due
  s.lastProgressAtMs = due ? Math.min(nowMs, s.lastProgressAtMs + blindMs) : nowMs;
  if (!due || s.current.pending) return;
  const { frameEveryMs, isRelayed } = run.env;
  if (!isFrozen(nowMs - s.lastProgressAtMs, s.intervalMs, s.request, frameEveryMs, isRelayed)) return;
  s.frozen = true;
  if (s.current.carrier === "socket" && nowMs - s.lastProgressAtMs < SOCKET_REOPEN_MS) return;
  // the first time at once; when that does not help, as for any other recoverable error
  if (s.retries === 0) {
    s.retries = 1;
    const from = run.positionMs();
    if (s.request && s.request.timeMs !== 0) run.begin({ ...s.request, timeMs: from }, s.current);
    run.open();
  } else {
    failed(run, id, { failure: failure("player/frozen"), recoverable: true }, 0);
  }
}

function timer(run: PlayerRun, name: TimerName): void {
  const { s } = run;
  switch (name) {
    case "play":
      return timedOut(run);
    case "probe":
      return run.probeFailed();
    case "retry":
      return run.again();
    case "resume":
      s.delayUntilMs = null;
      return run.again();
    case "countdown":
      // the state is computed again: the text counts down
      if (s.delayUntilMs !== null) run.set("countdown", 1000);
      return;
    case "archives":
      if (s.noVideo) lookup(run);
      return;
    case "slow":
      s.slowNetwork = false;
      return;
    case "upgrade":
      return run.tryBetter();
    case "suspend":
      if (!s.visible) suspend(run);
      return;
    case "doze":
      if (s.suspended) run.closeAll(true);
      return;
    case "good":
      s.retries = 0;
      return;
    case "whole":
      s.config = { ...s.config, recordedByWebrtc: false };
      return;
    default:
      unreachable(name);
  }
}

/** From the next request on recorded video comes by WebRTC, until the line has been whole for a while. */
function lossy(run: PlayerRun): void {
  const { s } = run;
  if (s.config.lossyByWebrtc !== true) return;
  s.config = { ...s.config, recordedByWebrtc: true };
  run.set("whole", WHOLE_AFTER_MS);
}

function setMode(run: PlayerRun, mode: PlayerMode): void {
  const { s } = run;
  if (mode === "webrtc" && !s.config.webrtcAllowed) return;
  s.preferred = mode;
  s.mode = mode;
  const order: readonly PlayerMode[] = mode === "webrtc" ? ["webrtc", "lowbandwidth"] : ["lowbandwidth"];
  s.config = { ...s.config, order };
  s.retries = 0;
  run.cancel("upgrade");
  run.emit({ type: "preference", mode });
  run.again();
}

function setVisible(run: PlayerRun, visible: boolean): void {
  const { s } = run;
  if (visible === s.visible) return;
  s.visible = visible;
  if (!visible) return run.set("suspend", SUSPEND_AFTER_MS);
  run.cancel("suspend");
  run.cancel("doze");
  s.lastProgressAtMs = run.env.nowMs;
  if (!s.suspended) return;
  s.suspended = false;
  run.again();
  run.swapVariant();
}

/** Live: the session dozes, so that one message brings the video back. Recorded video has to be found again anyway. */
function suspend(run: PlayerRun): void {
  const { s } = run;
  const { current, request } = s;
  s.suspended = true;
  // `requestAtMs` keeps the position: recorded video goes on from there by the clock
  if (!current?.first || current.pending || s.error || request?.timeMs !== 0) return run.closeAll(true);
  run.doze(current, request);
}

function setPermissions(run: PlayerRun, canLive: boolean, canPlayback: boolean): void {
  const { s } = run;
  s.config = { ...s.config, canLive, canPlayback };
  if (!s.request) return;
  if (permissionError(s.config, s.request) !== null || (s.error && isForbidden(s.error))) run.again();
}

/** Something has improved: what waits tries now. */
function chance(run: PlayerRun): void {
  const { s } = run;
  s.upgradeAfterMs = UPGRADE_FIRST_MS;
  if (s.error && !s.current && !isForbidden(s.error)) {
    s.retries = 0;
    s.mode = s.preferred;
    return run.again();
  }
  // a freeze from here on is retried at once, not after the pause that earlier troubles have built up
  if (s.current) s.retries = 0;
  run.tryBetter();
}
