/** Ends continuous moves that nobody renews: who began one may have vanished, and not every camera heeds its Timeout. */

/** A stop that the camera did not take is sent again this often, with this pause. */
const STOP_TRIES = 3;
const STOP_PAUSE_MS = 500;

interface Move {
  /** who moves it how: the same again is a renewal */
  readonly order: string;
  readonly timer: NodeJS.Timeout;
  /** true = the camera took it */
  readonly stop: () => Promise<boolean>;
}

export class MoveGuard {
  readonly #moves = new Map<string, Move>();

  /** A continuous move of this camera began, or was renewed (then the answer is true); it ends in `timeoutMs`. */
  hold(cameraId: string, order: string, timeoutMs: number, stop: Move["stop"]): boolean {
    const before = this.#moves.get(cameraId);
    clearTimeout(before?.timer);
    const timer = setTimeout(() => void this.#end(cameraId, timer), timeoutMs);
    this.#moves.set(cameraId, { order, timer, stop });
    return before?.order === order;
  }

  /** Another order has ended the move. */
  release(cameraId: string): void {
    clearTimeout(this.#moves.get(cameraId)?.timer);
    this.#moves.delete(cameraId);
  }

  /** Stops what still moves. */
  async close(): Promise<void> {
    const moves = [...this.#moves.values()];
    this.#moves.clear();
    for (const { timer } of moves) clearTimeout(timer);
    await Promise.allSettled(moves.map(({ stop }) => stop()));
  }

  async #end(cameraId: string, timer: NodeJS.Timeout): Promise<void> {
    for (let tries = 0; tries < STOP_TRIES; tries++) {
      const move = this.#moves.get(cameraId);
      // A newer order has taken over.
      if (move?.timer !== timer) return;
      const did = await move.stop().catch(() => false);
      if (did) break;
      await new Promise((resolve) => setTimeout(resolve, STOP_PAUSE_MS));
    }
    if (this.#moves.get(cameraId)?.timer === timer) this.#moves.delete(cameraId);
  }
}
