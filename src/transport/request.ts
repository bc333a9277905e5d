import { type Failure, failure, foreignFailure } from "#domain/failures/failure.ts";
import { readFailure } from "#protocol/rest/error.ts";
import { retryAfterS } from "./http-failure.ts";

/**
 * The one call that media code needs of an HTTP client: a path below the server ("/service/streams/7/whep"), the rest as
 * in `fetch`. Rejects when nothing answered; any status, also an error's, is an answer. The client adds session and proxy.
 */
export type Request = (path: string, init?: RequestInit) => Promise<Response>;

/** Why a request for media did not bring any. */
export interface TransportFailure {
  readonly failure: Failure;
  /** false: asking again the same way will not help */
  readonly recoverable: boolean;
  /** the server's wish (Retry-After), ms; 0 = none */
  readonly retryAfterMs: number;
}

/** Reads `{code, reason}` of an error answer; a body that is something else gives the status as its code. */
export async function failureOf(response: Response): Promise<TransportFailure> {
  const body: unknown = await response.json().catch(() => null);
  const said = foreignFailure(`http/${response.status}`, response.statusText || `HTTP ${response.status}`);
  return {
    failure: readFailure(body) ?? said,
    recoverable: isRecoverable(response.status),
    retryAfterMs: retryAfterS(response) * 1000,
  };
}

/** 404 and 406: this way of playing does not exist here; 400 and 401/403: asking again changes nothing. */
const isRecoverable = (status: number): boolean => ![400, 401, 403, 404, 406, 415, 422].includes(status);

export const unreachable = (error: unknown): TransportFailure => ({
  failure: failure("network/unreachable", { message: error instanceof Error ? error.message : String(error) }),
  recoverable: true,
  retryAfterMs: 0,
});
