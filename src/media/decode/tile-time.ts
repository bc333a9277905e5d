import { waitThresholdMs } from "#domain/player/mode.ts";
import { isFastPlay } from "#domain/timeline/fast-play.ts";
import { chaseFactor, follow, lagOf } from "../playback-clock.ts";
import type { SharedClock } from "../shared-clock.ts";
import type { DecodedFrame } from "./encoded-frame.ts";

const RESTART_EVERY_MS = 5000;

/**
 * The time of one tile: it follows the playback clock, faster where it is late, waits at the end of what it can show,
 * and says when it is too late to catch up.
 */
export class TileTime {
  /** server ms */
  localMs = 0;
  #advancedAtMs = 0;
  #restartedAtMs = 0;

  /** The tile begins to follow the clock at `nowMs`. */
  begin(nowMs: number): void {
    this.#advancedAtMs = nowMs;
  }

  /** Goes on until `nowMs`; returns the clock's time. */
  advance(clock: SharedClock, rate: number, nowMs: number): number {
    const dtMs = nowMs - this.#advancedAtMs;
    this.#advancedAtMs = nowMs;
    const clockMs = clock.now(nowMs);
    // Between key frames that are far apart there is no motion to catch up with: a late tile jumps to the frame of the
    // clock's time.
    const follows = clock.running && !isFastPlay(rate);
    this.localMs = follows ? follow(this.localMs, clockMs, rate, dtMs) : clockMs;
    return clockMs;
  }

  /** Goes no further than the end of the shown frame. */
  waitBehind(shown: Pick<DecodedFrame, "wallMs" | "durationMs">, rate: number): void {
    const limitMs = rate > 0 ? shown.wallMs + shown.durationMs : shown.wallMs;
    if (lagOf(this.localMs, limitMs, rate) > 0) this.localMs = limitMs;
  }

  /** How long it takes, in ms of this machine, until the tile's time is there. */
  untilMs(dueMs: number, clockMs: number, rate: number): number {
    const lagMs = lagOf(clockMs, this.localMs, rate);
    return Math.abs(dueMs - this.localMs) / (Math.abs(rate) * chaseFactor(lagMs, rate));
  }

  /** True when it is so late that playing faster does not help: not again soon after it was true. */
  mustRestart(clockMs: number, rate: number, nowMs: number): boolean {
    const lagMs = lagOf(clockMs, this.localMs, rate);
    if (lagMs < waitThresholdMs(Math.max(1, Math.abs(rate)))) return false;
    if (nowMs - this.#restartedAtMs < RESTART_EVERY_MS) return false;
    this.#restartedAtMs = nowMs;
    return true;
  }
}
