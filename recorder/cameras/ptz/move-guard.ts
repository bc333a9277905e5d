/**
 * Ends continuous moves that nobody renews: the client that started one may have vanished, and not every camera heeds
 * its Timeout.
 */

/** A stop that the camera did not accept is repeated this often, with this pause. */
const STOP_TRIES = 3;
const STOP_PAUSE_MS = 500;

interface Move {
  /** who moves it and how: the same again is a renewal */
  readonly order: string;
  /** performance.now() at which the move ends unless it is renewed */
  readonly endsAtMs: number;
  readonly timer: NodeJS.Timeout;
  /** true = the camera accepted it */
  readonly stop: () => Promise<boolean>;
}

/**
 * The outcome of an order that overtook a move. go-on: the camera did not accept it, and the move ends in its own time.
 */
export type Overtaken = "taken" | "stop" | "go-on";

export class MoveGuard {
  readonly #moves = new Map<string, Move>();

  /** A continuous move of this camera started or was renewed (then it returns true); it ends in `timeoutMs`. */
  hold(cameraId: string, order: string, timeoutMs: number, stop: Move["stop"]): boolean {
    const before = this.#moves.get(cameraId);
    clearTimeout(before?.timer);
    this.#arm(cameraId, { order, endsAtMs: performance.now() + timeoutMs, stop }, timeoutMs);
    return before?.order === order;
  }

  /**
   * Another order is on its way to the camera: no stop is sent meanwhile. Call the returned function with its outcome;
   * the move is given up only when the camera has accepted the order.
   */
  overtake(cameraId: string): (became: Overtaken) => void {
    const before = this.#moves.get(cameraId);
    if (!before) return () => undefined;
    clearTimeout(before.timer);
    const waiting = { ...before };
    this.#moves.set(cameraId, waiting);
    return (became) => {
      // A newer order has taken over.
      if (this.#moves.get(cameraId) !== waiting) return;
      if (became === "taken") this.#moves.delete(cameraId);
      else if (became === "stop") void this.#end(cameraId, waiting);
      else this.#arm(cameraId, waiting, Math.max(0, waiting.endsAtMs - performance.now()));
    };
  }

  /** Stops everything that still moves. */
  async close(): Promise<void> {
    const moves = [...this.#moves.values()];
    this.#moves.clear();
    for (const { timer } of moves) clearTimeout(timer);
    await Promise.allSettled(moves.map(({ stop }) => stop()));
  }

  #arm(cameraId: string, { order, endsAtMs, stop }: Omit<Move, "timer">, inMs: number): void {
    const timer = setTimeout(() => void this.#end(cameraId, move), inMs);
    const move: Move = { order, endsAtMs, timer, stop };
    this.#moves.set(cameraId, move);
  }

  async #end(cameraId: string, move: Move): Promise<void> {
    for (let tries = 0; tries < STOP_TRIES; tries++) {
      // A newer order has taken over.
      if (this.#moves.get(cameraId) !== move) return;
      const did = await move.stop().catch(() => false);
      if (did) break;
      await new Promise((resolve) => setTimeout(resolve, STOP_PAUSE_MS));
    }
    if (this.#moves.get(cameraId) === move) this.#moves.delete(cameraId);
  }
}
