/**
 * One gate for all players of the page: at most six connect at a time, so that a wall of 36 does not send 36 offers at
 * once (of which most would fail). The order is focused, then visible, then hidden, then first come. A player that
 * already has a frame and only wants another stream of it ("spare") comes last, and one at a time: the user of the
 * page notices eight at once.
 */
export type GatePriority = "focused" | "visible" | "hidden" | "spare";

/** `spare`: another stream for a tile that has a frame. */
export const gatePriority = (
  tile: { readonly visible: boolean; readonly focused: boolean },
  spare: boolean,
): GatePriority => (!tile.visible ? "hidden" : tile.focused ? "focused" : spare ? "spare" : "visible");

export interface GateTicket {
  /** Asks again with another priority; no effect once it has passed. */
  setPriority(priority: GatePriority): void;
  /** Connected, failed or given up: the next one may pass. A second call does nothing more. */
  release(): void;
}

/** [ours] as in lightNVR, after its connections starved at 36 cameras */
export const CONNECTING_MAX = 6;
/** [ours] of these, players that already have a frame */
const SPARE_MAX = 1;

const order: Readonly<Record<GatePriority, number>> = { focused: 0, visible: 1, hidden: 2, spare: 3 };

interface Waiting {
  priority: GatePriority;
  readonly number: number;
  readonly pass: () => void;
}

export class ConnectionGate {
  readonly #limit: number;
  readonly #waiting = new Set<Waiting>();
  #passed = 0;
  #sparePassed = 0;
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

  /** Calls `pass` when it is this player's turn, perhaps at once. */
  enter(priority: GatePriority, pass: () => void): GateTicket {
    let state: "waiting" | "passed" | "released" = "waiting";
    let asSpare = false;
    const entry: Waiting = {
      priority,
      number: this.#count++,
      pass: () => {
        state = "passed";
        asSpare = entry.priority === "spare";
        if (asSpare) this.#sparePassed += 1;
        pass();
      },
    };
    this.#waiting.add(entry);
    this.#admit();
    return {
      setPriority: (next) => {
        if (entry.priority === next) return;
        entry.priority = next;
        this.#admit();
      },
      release: () => {
        if (state === "released") return;
        if (state === "passed") this.#passed -= 1;
        else this.#waiting.delete(entry);
        if (asSpare) this.#sparePassed -= 1;
        state = "released";
        this.#admit();
      },
    };
  }

  #admit(): void {
    while (this.#passed < this.#limit) {
      const spareMay = this.#sparePassed < SPARE_MAX;
      const [first] = [...this.#waiting]
        .filter(({ priority }) => spareMay || priority !== "spare")
        .sort((a, b) => order[a.priority] - order[b.priority] || a.number - b.number);
      if (!first) return;
      this.#waiting.delete(first);
      this.#passed += 1;
      first.pass();
    }
  }
}
