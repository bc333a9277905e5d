import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";

/** What a query rejects with. */
class Refused extends Error {
  override readonly name = "Refused";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** The value of an answer for a query; `reasonOf` says why there is none. */
export async function valueOf<T>(answer: Promise<Result<T, Failure>>): Promise<T> {
  const done = await answer;
  if (!done.ok) throw new Refused(done.error);
  return done.value;
}

/** Why a query failed. */
export const reasonOf = (error: Error): Failure | string => (error instanceof Refused ? error.failure : error.message);
