import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";

/** The error with which a query rejects. */
class Refused extends Error {
  override readonly name = "Refused";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** The value of an answer for a query; throws when there is none, and `reasonOf` gives the reason. */
export async function valueOf<T>(answer: Promise<Result<T, Failure>>): Promise<T> {
  const done = await answer;
  if (!done.ok) throw new Refused(done.error);
  return done.value;
}

/** Why a query failed. */
export const reasonOf = (error: Error): Failure | string => (error instanceof Refused ? error.failure : error.message);
