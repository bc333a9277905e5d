/** Whom this recorder needs in its group: an owner those that can stand in for it, a standby or mirror the owners. */
import { failure } from "#domain/failures/failure.ts";
import type { Journal } from "#recorder/core/journal.ts";

interface CounterpartsPorts {
  readonly isOwner: boolean;
  readonly journal: Pick<Journal, "event">;
}

export class Counterparts {
  readonly #ports: CounterpartsPorts;
  #names: readonly string[] | null = null;

  constructor(ports: CounterpartsPorts) {
    this.#ports = ports;
  }

  /** null: not known yet */
  get names(): readonly string[] | null {
    return this.#names;
  }

  /** What the group's database says. `isSteady`: whoever is not there now would have been able to say that it is. */
  async heard(names: readonly string[], isSteady: boolean): Promise<void> {
    if (names.length === 0 && !isSteady) return;
    const before = this.#names;
    this.#names = names;
    const { isOwner, journal } = this.#ports;
    if (!isOwner || before?.length === names.length) return;
    if (names.length === 0) await journal.event("Standby Missing", failure("event/nobody-stands-in"));
    else if (before?.length === 0)
      await journal.event("Standby Found", failure("event/stands-by", { name: names.join(", ") }));
  }
}
