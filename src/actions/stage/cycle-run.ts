/** The running cycle through saved stages: its timer, its holders, and the next stage. */
import type { Failure } from "#domain/failures/failure.ts";
import type { Disposer } from "#base/disposer.ts";
import type { Result } from "#base/result.ts";
import { isKiosk } from "#domain/stage/deep-link.ts";
import { nextStage, setExcluded } from "#domain/stage/stage-cycle.ts";
import type { SavedStageStore } from "#state/stage/saved-stage-store.ts";
import type { StageStore } from "#state/stage/stage-store.ts";

/**
 * A change of stage waits until a drag has ended, while a user looks at one tile alone or at its menu, and while a
 * caller holds the cycle.
 */
const BUSY_RETRY_MS = 1_000;

interface CycleRunDeps {
  readonly saved: SavedStageStore;
  readonly stageStore: StageStore;
  /** puts a stage on the stage; when that succeeds, it arms the cycle again */
  readonly select: (id: string) => Result<unknown, Failure>;
  readonly onSkipped: (failure: Failure) => void;
}

export class CycleRun {
  readonly #deps: CycleRunDeps;
  #running = false;
  #held = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: CycleRunDeps) {
    this.#deps = deps;
  }

  /** The next stage comes after this time; never while the cycle does not run. */
  arm(delayMs = this.#deps.saved.get().cycle.speed * 1_000): void {
    clearTimeout(this.#timer);
    const runs = this.#running && this.#deps.saved.get().cycle.speed > 0;
    this.#timer = runs ? setTimeout(() => this.#advance(), delayMs) : undefined;
  }

  /** When none is shown yet, the first stage comes at once. */
  start(): void {
    const { cycle, list } = this.#deps.saved.get();
    const hasCurrent = list.some((each) => each.id === cycle.currentStage);
    if (this.#running && cycle.speed > 0 && !hasCurrent && list.length > 0) this.#advance();
    else this.arm();
  }

  hold(): Disposer {
    this.#held += 1;
    return () => {
      this.#held -= 1;
    };
  }

  run(): Disposer {
    this.#running = true;
    const leave = this.#deps.saved.subscribe((facts, before) => {
      if (facts.status === "ready" && before.status !== "ready") this.start();
    });
    this.start();
    return () => {
      this.#running = false;
      leave();
      clearTimeout(this.#timer);
    };
  }

  /** Stages that cannot be shown are skipped once; when none is left the cycle waits for its next time. */
  #advance(): void {
    const { saved, stageStore, select, onSkipped } = this.#deps;
    const { drag, enlargedTileId, fullTileId, menu, opening, presetsTileId } = stageStore.get();
    const looked = enlargedTileId ?? fullTileId ?? menu ?? presetsTileId;
    if (this.#held > 0 || drag !== null || looked !== null) return this.arm(BUSY_RETRY_MS);
    const ids = saved.get().list.map((each) => each.id);
    let { cycle } = saved.get();
    for (let tries = 0; tries < ids.length; tries++) {
      const next = nextStage(ids, cycle);
      if (next === null) break;
      const shown = select(next);
      if (shown.ok) return;
      onSkipped(shown.error);
      cycle = setExcluded({ ...cycle, currentStage: next }, next, true);
    }
    // A kiosk's stage that is alone in its cycle is loaded again, with the changes that others have made in the
    // meantime.
    const { currentStage } = saved.get().cycle;
    const isListed = currentStage !== null && saved.get().list.some(({ id }) => id === currentStage);
    if (isKiosk(opening) && isListed && select(currentStage).ok) return;
    this.arm();
  }
}
