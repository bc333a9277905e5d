/** Tells before a licence ends, because nothing is recorded afterwards. */
import { failure } from "#domain/failures/failure.ts";
import type { Journal } from "#recorder/core/journal.ts";

const DAY_MS = 86_400_000;
/** Days before the end at which it is told. */
const TOLD_DAYS = [1, 7, 30];

/** The smallest of these that has begun; null = it does not end soon. */
const endingDays = (endsMs: number, nowMs: number): number | null =>
  TOLD_DAYS.find((days) => endsMs - nowMs <= days * DAY_MS) ?? null;

export class LicenseEnd {
  readonly #journal: Pick<Journal, "event">;
  readonly #now: () => number;
  #told: number | null = null;

  constructor(journal: Pick<Journal, "event">, now: () => number) {
    this.#journal = journal;
    this.#now = now;
  }

  /** Of a licence in force, ms. Once at each of the days, and once after each start. */
  async tell(endsMs: number): Promise<void> {
    const days = endingDays(endsMs, this.#now());
    if (days === this.#told) return;
    this.#told = days;
    if (days !== null) await this.#journal.event("License Ending", failure("event/license-ending", { time: endsMs }));
  }

  /** For /readyz. */
  check(endsMs: number): string {
    return endingDays(endsMs, this.#now()) === null
      ? "ok"
      : `ok, but the license ends on ${new Date(endsMs).toISOString()}`;
  }
}
