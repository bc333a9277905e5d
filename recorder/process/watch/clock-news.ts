/** Tells that the machine's clock was set: the timeline has a gap then, or an hour twice, and nobody would know why. */
import { type Failure, failure } from "#domain/failures/failure.ts";
import type { Services } from "#recorder/http/services.ts";

const LOOK_MS = 5000;
/** Less is a correction of the time service, which recordings follow without a gap (docs/time.md). */
const LEAST_MS = 5000;

interface ClockParts {
  /** epoch ms, as the machine says */
  readonly now: () => number;
  /** ms of a clock that nobody sets */
  readonly elapsed: () => number;
  readonly tell: (told: Failure) => void;
}

export class ClockWatch {
  readonly #parts: ClockParts;
  #offsetMs: number;

  constructor(parts: ClockParts) {
    this.#parts = parts;
    this.#offsetMs = parts.now() - parts.elapsed();
  }

  /** Small steps add up to nothing: each look begins from the one before. */
  look(): void {
    const offsetMs = this.#parts.now() - this.#parts.elapsed();
    const setMs = offsetMs - this.#offsetMs;
    this.#offsetMs = offsetMs;
    if (Math.abs(setMs) < LEAST_MS) return;
    const seconds = Math.round(Math.abs(setMs) / 1000);
    this.#parts.tell(failure(setMs > 0 ? "event/clock-forward" : "event/clock-back", { seconds }));
  }
}

/** Until the answer is called. */
export function watchClock({ now, journal }: Pick<Services, "now" | "journal">): () => void {
  const watch = new ClockWatch({
    now,
    elapsed: () => performance.now(),
    tell: (told) => void journal.event("Clock Set", told),
  });
  const timer = setInterval(() => watch.look(), LOOK_MS);
  return () => clearInterval(timer);
}
