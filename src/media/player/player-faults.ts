/** The player's rules for what does not play: errors, what is tried after them, gaps in what is recorded, its end. */
import { unreachable } from "#base/assert.ts";
import { failure } from "#domain/failures/failure.ts";
import { NO_VIDEO_POLL_MS } from "#domain/limits.ts";
import { afterPlayerError, waitThresholdMs } from "#domain/player/mode.ts";
import { PlayerRun } from "./player-run.ts";
import { RESUME_MAX_MS, resumeInMs, retryDelayMs } from "./player-rules.ts";
import type { ArchiveAnswer, MachineError } from "./player-state.ts";

export class PlayerFaults extends PlayerRun {
  protected failed(id: number, what: MachineError, retryAfterMs: number): void {
    const { s } = this;
    if (s.probe?.id === id) return this.probeFailed();
    if (s.current?.id !== id || !s.request) return;
    this.emit({ type: "close", id, keepPicture: true });
    this.dropProbe();
    s.current = null;
    this.cancel("play");
    this.cancel("good");
    if (s.next) this.begin(s.next, null);
    s.error = { failure: what.failure, recoverable: what.recoverable };
    if (s.request.timeMs === 0) this.afterError(s.error, retryAfterMs);
    else this.lookup();
  }

  private afterError(error: MachineError, retryAfterMs: number): void {
    const { s } = this;
    const then = afterPlayerError(s.config.order, s.mode, error.recoverable);
    switch (then.kind) {
      case "retry":
        s.retries += 1;
        return this.set("retry", Math.max(retryAfterMs, retryDelayMs(s.retries, this.env.random)));
      case "switch":
        s.mode = then.to;
        return this.again();
      case "stay":
        return;
      default:
        unreachable(then);
    }
  }

  protected lookup(): void {
    const { s } = this;
    s.lookupId += 1;
    this.emit({
      type: "lookup",
      lookupId: s.lookupId,
      timeMs: this.positionMs(),
      rate: s.request?.rate ?? 1,
    });
  }

  protected archives(answer: ArchiveAnswer): void {
    const { s } = this;
    if (!s.request) return;
    if (answer.kind === "playable") {
      s.noVideo = false;
      s.delayUntilMs = null;
      if (s.error) this.afterError(s.error, 0);
      else this.again(); // it ended, or was not there, and now there is video
      return;
    }
    s.error = null;
    s.noVideo = answer.kind === "none";
    s.delayUntilMs = answer.kind === "later" ? answer.startMs : null;
    this.cancel("retry");
    if (answer.kind === "none") return this.set("archives", NO_VIDEO_POLL_MS);
    if (s.request.paused) return;
    this.set("resume", Math.min(RESUME_MAX_MS, resumeInMs(answer.startMs, this.positionMs(), s.request.rate)));
    this.set("countdown", 1000);
  }

  /** An unfinished play raises a recoverable error; WebRTC that found no path at all is no use to try again. */
  protected timedOut(): void {
    const { current } = this.s;
    if (!current?.pending) return;
    const noPath = current.carrier === "whep" && !current.connected;
    this.failed(current.id, { failure: failure("player/timeout"), recoverable: !noPath }, 0);
  }

  protected gap(id: number, fromMs: number, toMs: number): void {
    const { s } = this;
    if (s.current?.id !== id || !s.request) return;
    if (s.next) return this.finished({});
    this.update(id, { pending: false });
    this.cancel("play");
    const [beginsMs, endsMs] = s.request.rate < 0 ? [toMs, fromMs] : [fromMs, toMs];
    const away = (endsMs - this.positionMs()) * Math.sign(s.request.rate);
    // What plays gets over a short one by itself; what is paused stands in it.
    if (endsMs !== 0 && !s.request.paused && away <= waitThresholdMs(s.request.rate)) return;
    s.gapBeginsMs = beginsMs;
    this.archives(endsMs === 0 ? { kind: "none" } : { kind: "later", startMs: endsMs });
  }

  /** The last picture before a gap is reported after the gap: that one ends no countdown. */
  protected isBeyondGap(wallMs: number): boolean {
    const { gapBeginsMs, request } = this.s;
    if (wallMs === 0 || gapBeginsMs === null || !request) return true;
    return (wallMs - gapBeginsMs) * Math.sign(request.rate) > 0;
  }
}
