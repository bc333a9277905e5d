/**
 * Why a call gave nothing usable: failures of the table. One with `status` came in an answer; the others mean that
 * there was no answer.
 */
import { type Failure, failure } from "#domain/failures/failure.ts";

export const noResponse: Failure = failure("network/no-response");
export const aborted: Failure = failure("network/aborted");
/** An answer came in another form than was expected. */
export const unreadable = (status: number): Failure => ({ ...failure("network/unreadable"), status });

/** Retry-After in seconds; 0 without one. A date or an unreadable value counts as none. */
export function retryAfterS(response: Response): number {
  const seconds = Number(response.headers.get("retry-after") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}
