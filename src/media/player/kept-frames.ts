/** Closed sources whose last frame the stage still shows: they are forgotten when the next source's frame is drawn. */
import type { PlayerPorts } from "./player-ports.ts";

/** A replaced source is forgotten only after the stage has certainly drawn the new one. */
const FORGET_AFTER_MS = 500;

export class KeptFrames {
  readonly #stage: Pick<PlayerPorts["stage"], "closeSource">;
  readonly #sourceIds = new Set<string>();

  constructor(stage: Pick<PlayerPorts["stage"], "closeSource">) {
    this.#stage = stage;
  }

  get isEmpty(): boolean {
    return this.#sourceIds.size === 0;
  }

  keep(sourceId: string): void {
    this.#sourceIds.add(sourceId);
  }

  /** The next frame is on its way to the screen. */
  forgetSoon(): void {
    const old = [...this.#sourceIds];
    if (old.length === 0) return;
    setTimeout(() => {
      for (const sourceId of old) if (this.#sourceIds.delete(sourceId)) this.#stage.closeSource(sourceId, true);
    }, FORGET_AFTER_MS);
  }

  forgetAll(): void {
    for (const sourceId of this.#sourceIds) this.#stage.closeSource(sourceId, true);
    this.#sourceIds.clear();
  }
}
