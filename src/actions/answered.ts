import { fail, ok, type Result } from "#base/result.ts";
import type { HttpFailure } from "#transport/http-failure.ts";
import { failureText } from "./failure-text.ts";

/** An answer with its failure as the text to show. */
export const answered = <T>(answer: Result<T, HttpFailure>): Result<T, string> =>
  answer.ok ? answer : fail(failureText(answer.error));

/** The same with the value read out of the answer. */
export const answeredWith = <T, Value>(
  answer: Result<T, HttpFailure>,
  value: (body: T) => Value,
): Result<Value, string> => (answer.ok ? ok(value(answer.value)) : fail(failureText(answer.error)));
