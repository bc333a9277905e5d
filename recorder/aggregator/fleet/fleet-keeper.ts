/** Keeps the fleet's rows as young as a search may expect: what events told of states is in them a second later. */
import { inBackground } from "#recorder/core/background.ts";
import type { Log } from "#recorder/core/log.ts";
import type { FleetRows, KeptServer } from "./fleet-rows.ts";

const KEEP_MS = 1000;

export class FleetKeeper {
  readonly #rows: Pick<FleetRows, "keep">;
  readonly #servers: () => readonly KeptServer[];
  readonly #log: Pick<Log, "error">;
  #timer: NodeJS.Timeout | null = null;
  #isKeeping = false;

  constructor(rows: Pick<FleetRows, "keep">, servers: () => readonly KeptServer[], log: Pick<Log, "error">) {
    this.#rows = rows;
    this.#servers = servers;
    this.#log = log;
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => inBackground(this.#log, "keeping the fleet's cameras", this.#keep()), KEEP_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** A database that takes longer than the pause is not asked for more meanwhile. */
  async #keep(): Promise<void> {
    if (this.#isKeeping) return;
    this.#isKeeping = true;
    try {
      await this.#rows.keep(this.#servers());
    } finally {
      this.#isKeeping = false;
    }
  }
}
