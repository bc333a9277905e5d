import { ok, type Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";

/** An answer with the value read from it. */
export const answeredWith = <T, Value>(
  answer: Result<T, Failure>,
  value: (body: T) => Value,
): Result<Value, Failure> => (answer.ok ? ok(value(answer.value)) : answer);
