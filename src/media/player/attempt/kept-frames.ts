/** Closed sources whose last frame the stage still shows: they are forgotten when the next source's frame is drawn. */
import type { PlayerPorts } from "../player-ports.ts";

/** Nothing is presented while the page is hidden: then a replaced frame is forgotten after this time all the same. */
const FORGET_LATEST_MS = 10_000;

export class KeptFrames {
  readonly #stage: Pick<PlayerPorts["stage"], "closeSource">;
  readonly #sourceIds = new Set<string>();
  /** those that another source's frame replaces as soon as it is drawn */
  #leaving: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stage: Pick<PlayerPorts["stage"], "closeSource">) {
    this.#stage = stage;
  }

  get isEmpty(): boolean {
    return this.#sourceIds.size === 0;
  }

  keep(sourceId: string): void {
    this.#sourceIds.add(sourceId);
  }

  /** The next source's frame is on its way to the screen. */
  forgetSoon(): void {
    this.#leaving = [...this.#sourceIds];
    clearTimeout(this.#timer);
    if (this.#leaving.length > 0) this.#timer = setTimeout(() => this.replaced(), FORGET_LATEST_MS);
  }

  /** The next source's frame is on the screen. */
  replaced(): void {
    clearTimeout(this.#timer);
    for (const sourceId of this.#leaving) this.#forget(sourceId);
    this.#leaving = [];
  }

  forgetAll(): void {
    clearTimeout(this.#timer);
    this.#leaving = [];
    for (const sourceId of this.#sourceIds) this.#forget(sourceId);
  }

  #forget(sourceId: string): void {
    if (this.#sourceIds.delete(sourceId)) this.#stage.closeSource(sourceId, true);
  }
}
