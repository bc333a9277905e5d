/** The player's rules for video that does not play: errors, the next try after them, gaps in the recording, its end. */
import { unreachable } from "#base/assert.ts";
import { failure } from "#domain/failures/failure.ts";
import { NO_VIDEO_POLL_MS } from "#domain/limits/player.ts";
import { afterPlayerError, waitThresholdMs } from "#domain/player/mode.ts";
import type { PlayerRun } from "./player-run.ts";
import { RESUME_MAX_MS, resumeInMs, retryDelayMs } from "./player-rules.ts";
import type { ArchiveAnswer, MachineError, PlayerEvent } from "./player-state.ts";

type GapEvent = Extract<PlayerEvent, { readonly type: "gap" }>;

export function failed(run: PlayerRun, id: number, what: MachineError, retryAfterMs: number): void {
  const { s } = run;
  if (s.probe?.id === id) return run.probeFailed();
  if (s.current?.id !== id || !s.request) return;
  run.emit({ type: "close", id, keepFrame: true });
  run.dropProbe();
  s.current = null;
  run.cancel("play");
  run.cancel("good");
  if (s.next) run.begin(s.next, null);
  s.error = { failure: what.failure, recoverable: what.recoverable };
  if (s.request.timeMs === 0) afterError(run, s.error, retryAfterMs);
  else lookup(run);
}

function afterError(run: PlayerRun, error: MachineError, retryAfterMs: number): void {
  const { s } = run;
  const then = afterPlayerError(s.config.order, s.mode, error.recoverable);
  switch (then.kind) {
    case "retry":
      s.retries += 1;
      return run.set("retry", Math.max(retryAfterMs, retryDelayMs(s.retries, run.env.random)));
    case "switch":
      run.emit({ type: "fell-back", failure: error.failure });
      s.mode = then.to;
      return run.again();
    case "stay":
      return;
    default:
      unreachable(then);
  }
}

export function lookup(run: PlayerRun): void {
  const { s } = run;
  s.lookupId += 1;
  run.emit({
    type: "lookup",
    lookupId: s.lookupId,
    timeMs: run.positionMs(),
    rate: s.request?.rate ?? 1,
  });
}

export function archives(run: PlayerRun, answer: ArchiveAnswer): void {
  const { s } = run;
  if (!s.request) return;
  if (answer.kind === "playable") {
    s.noVideo = false;
    s.delayUntilMs = null;
    if (s.error) afterError(run, s.error, 0);
    else run.again(); // the recording had ended, or was missing, and now there is video
    return;
  }
  s.error = null;
  s.noVideo = answer.kind === "none";
  s.isAway = answer.isAway === true;
  s.delayUntilMs = answer.kind === "later" ? answer.startMs : null;
  run.cancel("retry");
  if (answer.kind === "none") return run.set("archives", NO_VIDEO_POLL_MS);
  if (s.request.paused) return;
  run.set("resume", Math.min(RESUME_MAX_MS, resumeInMs(answer.startMs, run.positionMs(), s.request.rate)));
  run.set("countdown", 1000);
}

/**
 * A play request that does not finish raises a recoverable error. When WebRTC has found no path at all, another try is
 * of no use.
 */
export function timedOut(run: PlayerRun): void {
  const { current } = run.s;
  if (!current?.pending) return;
  const noPath = current.carrier === "whep" && !current.connected;
  failed(run, current.id, { failure: failure(noPath ? "webrtc/no-path" : "player/timeout"), recoverable: !noPath }, 0);
}

export function gap(run: PlayerRun, { id, fromMs, toMs, isAway = false }: GapEvent): void {
  const { s } = run;
  if (s.current?.id !== id || !s.request) return;
  if (s.next) return run.finished({});
  run.update(id, { pending: false });
  run.cancel("play");
  const [beginsMs, endsMs] = s.request.rate < 0 ? [toMs, fromMs] : [fromMs, toMs];
  const away = (endsMs - run.positionMs()) * Math.sign(s.request.rate);
  // A playing player passes a short gap without a new request; a paused one stays in it.
  if (endsMs !== 0 && !s.request.paused && away <= waitThresholdMs(s.request.rate)) return;
  s.gapBeginsMs = beginsMs;
  if (s.request.paused && beginsMs === 0 && endsMs !== 0 && !isAway) return nothingYet(run);
  archives(run, endsMs === 0 ? { kind: "none", isAway } : { kind: "later", startMs: endsMs, isAway });
}

/** Paused before the first frame that there is, in the direction of play: nothing was on, so nothing goes on. */
function nothingYet(run: PlayerRun): void {
  run.settle();
  run.s.noVideo = true;
}

/** The last frame before a gap is reported after the gap itself: that frame ends no countdown. */
export function isBeyondGap(run: PlayerRun, wallMs: number): boolean {
  const { gapBeginsMs, request } = run.s;
  if (wallMs === 0 || gapBeginsMs === null || !request) return true;
  return (wallMs - gapBeginsMs) * Math.sign(request.rate) > 0;
}
