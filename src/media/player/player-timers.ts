/** The timers that the machine has set: one of a name at a time. */
import type { TimerName } from "./player-state.ts";

export class PlayerTimers {
  readonly #fired: (name: TimerName) => void;
  readonly #byName = new Map<TimerName, ReturnType<typeof setTimeout>>();

  constructor(fired: (name: TimerName) => void) {
    this.#fired = fired;
  }

  set(name: TimerName, afterMs: number): void {
    this.cancel(name);
    this.#byName.set(
      name,
      setTimeout(() => this.#fired(name), afterMs),
    );
  }

  cancel(name: TimerName): void {
    clearTimeout(this.#byName.get(name));
    this.#byName.delete(name);
  }

  cancelAll(): void {
    for (const timer of this.#byName.values()) clearTimeout(timer);
    this.#byName.clear();
  }
}
