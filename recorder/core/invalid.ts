import { type FailureCode, failure, type Refusal, refuse } from "#domain/failures/failure.ts";

/** A request with a member that is not right. */
export const invalid = <C extends FailureCode>(...given: Parameters<typeof failure<C>>): Refusal =>
  refuse("request/invalid", { cause: failure(...given) });
