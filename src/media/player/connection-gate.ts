/**
 * One gate for all players of the page: at most six connect at a time, so that a wall of 36 does not send 36 offers at once
 * (of which most would fail). Focused before visible before hidden, then first come.
 */
export type GatePriority = "focused" | "visible" | "hidden";

export interface GateTicket {
  /** Asks again with another priority; no effect once it has passed. */
  setPriority(priority: GatePriority): void;
  /** Connected, failed or given up: the next one may pass. Twice does nothing more. */
  release(): void;
}

/** [ours] as lightNVR does after starving 36 cameras */
export const CONNECTING_MAX = 6;

const order: Readonly<Record<GatePriority, number>> = { focused: 0, visible: 1, hidden: 2 };

interface Waiting {
  priority: GatePriority;
  readonly number: number;
  readonly pass: () => void;
}

export class ConnectionGate {
  readonly #limit: number;
  readonly #waiting = new Set<Waiting>();
  #passed = 0;
  #count = 0;

  constructor(limit: number = CONNECTING_MAX) {
    this.#limit = limit;
  }

  get connecting(): number {
    return this.#passed;
  }
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Calls `pass` when it is this one's turn, perhaps at once. */
  enter(priority: GatePriority, pass: () => void): GateTicket {
    let state: "waiting" | "passed" | "released" = "waiting";
    const entry: Waiting = {
      priority,
      number: this.#count++,
      pass: () => {
        state = "passed";
        pass();
      },
    };
    this.#waiting.add(entry);
    this.#admit();
    return {
      setPriority: (next) => {
        entry.priority = next;
      },
      release: () => {
        if (state === "passed") this.#passed -= 1;
        else this.#waiting.delete(entry);
        if (state === "released") return;
        state = "released";
        this.#admit();
      },
    };
  }

  #admit(): void {
    while (this.#passed < this.#limit && this.#waiting.size > 0) {
      const first = [...this.#waiting].reduce((best, entry) =>
        order[entry.priority] - order[best.priority] < 0 ||
        (entry.priority === best.priority && entry.number < best.number)
          ? entry
          : best,
      );
      this.#waiting.delete(first);
      this.#passed += 1;
      first.pass();
    }
  }
}
