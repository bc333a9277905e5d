import { type Failure, failure } from "#domain/failures/failure.ts";

/** Why a call gave nothing usable. `status` is the HTTP status, -1 when no answer came (document 2, section 7). */
export interface HttpFailure {
  readonly kind: "no-response" | "refused" | "unreadable" | "aborted";
  readonly status: number;
  /** from the server's `{code, reason}`, null where it said none */
  readonly code: string | null;
  readonly reason: string | null;
  /** seconds until asking again can help, where the server said so (Retry-After) */
  readonly retryAfterS?: number;
  /** the same as what is shown */
  readonly failure: Failure;
}

export const noResponse: HttpFailure = {
  kind: "no-response",
  status: -1,
  code: null,
  reason: null,
  failure: failure("network/no-response"),
};
/** An answer came that is not what was asked for. */
export const unreadable = (status: number): HttpFailure => ({
  kind: "unreadable",
  status,
  code: null,
  reason: null,
  failure: { ...failure("network/unreadable"), status },
});
export const aborted: HttpFailure = {
  kind: "aborted",
  status: -1,
  code: null,
  reason: null,
  failure: failure("network/aborted"),
};

/** Retry-After in seconds; 0 without one. Dates and rubbish are none. */
export function retryAfterS(response: Response): number {
  const seconds = Number(response.headers.get("retry-after") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}
