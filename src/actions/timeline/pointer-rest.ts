/**
 * Where the timeline is expected to go: a pointer that rests on it is about to be pressed, more often than not, one that
 * is pressed is about to be released, and a seek waits out its debounce. The players make the frames of that time ready
 * meanwhile. When the pointer moves on, they stop.
 */
import { LIVE_WINDOW_S } from "#domain/limits/timeline.ts";
import { durationOf, xToTime } from "#domain/timeline/time-window.ts";
import { stripWidthPx } from "#state/timeline-window.ts";
import type { TimelineCore, TimelinePlayers } from "./timeline-core.ts";

/** [ours] A hand that travels does not stand still for this long. */
const REST_MS = 120;
/** [ours] A seek's frames are there after this long, or take longer than they are worth keeping. */
const GOES_MS = 1000;

export class PointerRest {
  readonly #core: TimelineCore;
  readonly #players: () => TimelinePlayers | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** server ms; null: the pointer moves, or is elsewhere */
  #expectedMs: number | null = null;
  /** the players were told to go to the expected time, or will be in a moment: the pointer may move */
  #going: ReturnType<typeof setTimeout> | undefined;

  constructor(core: TimelineCore, players: () => TimelinePlayers | null) {
    this.#core = core;
    this.#players = players;
  }

  /** The pointer is here now: 0 = left edge to 1 = right edge; null: nowhere. */
  moved(share: number | null): void {
    clearTimeout(this.#timer);
    if (this.#going === undefined) this.#expect(null);
    if (share !== null) this.#timer = setTimeout(() => this.#expectAt(share), REST_MS);
  }

  /** The pointer is pressed here, and goes there when it is released; null: it drags, so it does not. */
  pressed(share: number | null): void {
    this.#arrive();
    clearTimeout(this.#timer);
    if (share === null) this.#expect(null);
    else if (!this.#isExpected(this.#timeAt(share))) this.#expectAt(share);
  }

  /** A click leads to the time that was made ready, as long as that is the pixel that it points to. */
  clicked(timeMs: number): number {
    return this.#isExpected(timeMs) ? (this.#expectedMs ?? timeMs) : timeMs;
  }

  /** The players will be told to go there. */
  goes(timeMs: number): void {
    this.#arrive();
    clearTimeout(this.#timer);
    this.#expectTime(timeMs);
    this.#going = setTimeout(() => {
      this.#going = undefined;
      if (this.#expectedMs === timeMs) this.#expect(null);
    }, GOES_MS);
  }

  #arrive(): void {
    clearTimeout(this.#going);
    this.#going = undefined;
  }

  #timeAt(share: number): number {
    return Math.round(xToTime(this.#core.sight.window, 1, share));
  }

  #expectAt(share: number): void {
    this.#expectTime(this.#timeAt(share));
  }

  /** Later is live: nothing of it has been recorded. */
  #expectTime(timeMs: number): void {
    this.#expect(timeMs < this.#core.nowMs() - LIVE_WINDOW_S * 1000 ? timeMs : null);
  }

  #expect(timeMs: number | null): void {
    if (timeMs === this.#expectedMs) return;
    this.#expectedMs = timeMs;
    this.#players()?.prefetch(timeMs ?? 0);
  }

  #isExpected(timeMs: number): boolean {
    return this.#expectedMs !== null && Math.abs(timeMs - this.#expectedMs) <= this.#msPerPx;
  }

  get #msPerPx(): number {
    const { sight, timeline } = this.#core;
    return durationOf(sight.window) / stripWidthPx(timeline.get());
  }
}
