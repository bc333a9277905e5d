import type { SourcePlay } from "#protocol/stage-worker.ts";
import { clockNamed, SharedClock } from "../shared-clock.ts";

/** The clock that a source plays by: the one that its play names, which others share, or its own. */
export class SourceClock {
  readonly #own = new SharedClock();
  #ownEpoch = 0;

  of({ clock }: SourcePlay): SharedClock {
    return clock ? clockNamed(clock.id) : this.#own;
  }

  /** Whether the clock stands elsewhere than before. A clock of one's own is set by every play. */
  set(play: SourcePlay, nowMs: number): boolean {
    return this.of(play).set(play.clock?.epoch ?? ++this.#ownEpoch, play, nowMs);
  }
}
