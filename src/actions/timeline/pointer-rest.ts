/**
 * A pointer that rests on the timeline is about to be pressed, more often than not: the players make the frames of
 * that time ready meanwhile. When it moves on, they stop.
 */
import { LIVE_WINDOW_S } from "#domain/limits/timeline.ts";
import { durationOf, xToTime } from "#domain/timeline/time-window.ts";
import { stripWidthPx } from "#state/timeline-window.ts";
import type { TimelineCore, TimelinePlayers } from "./timeline-core.ts";

/** [ours] A hand that travels does not stand still for this long. */
const REST_MS = 120;

export class PointerRest {
  readonly #core: TimelineCore;
  readonly #players: () => TimelinePlayers | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** server ms; null: the pointer moves, or is elsewhere */
  #expectedMs: number | null = null;

  constructor(core: TimelineCore, players: () => TimelinePlayers | null) {
    this.#core = core;
    this.#players = players;
  }

  /** The pointer is here now: 0 = left edge to 1 = right edge; null: nowhere. */
  moved(share: number | null): void {
    clearTimeout(this.#timer);
    this.#expect(null);
    if (share !== null) this.#timer = setTimeout(() => this.#rest(share), REST_MS);
  }

  /** A click leads to the time at which the pointer came to rest, as long as that is the pixel that it points to. */
  clicked(timeMs: number): number {
    const expectedMs = this.#expectedMs;
    return expectedMs !== null && Math.abs(timeMs - expectedMs) <= this.#msPerPx ? expectedMs : timeMs;
  }

  #rest(share: number): void {
    const { sight, nowMs } = this.#core;
    const timeMs = Math.round(xToTime(sight.window, 1, share));
    // Later is live: nothing of it has been recorded.
    if (timeMs < nowMs() - LIVE_WINDOW_S * 1000) this.#expect(timeMs);
  }

  #expect(timeMs: number | null): void {
    if (timeMs === this.#expectedMs) return;
    this.#expectedMs = timeMs;
    this.#players()?.prefetch(timeMs ?? 0);
  }

  get #msPerPx(): number {
    const { sight, timeline } = this.#core;
    return durationOf(sight.window) / stripWidthPx(timeline.get());
  }
}
