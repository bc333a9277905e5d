import { type Failure, failure, foreignFailure } from "#domain/failures/failure.ts";
import { readFailure } from "#protocol/rest/error.ts";
import { retryAfterS } from "./http-failure.ts";

/**
 * The one call that media code needs of an HTTP client: a path below the server ("/service/streams/7/whep"), the rest
 * as in `fetch`. It rejects when no answer came; any status, also an error's, is an answer. The client adds session and
 * proxy.
 */
export type Request = (path: string, init?: RequestInit) => Promise<Response>;

/** Why a request for media brought none. */
export interface TransportFailure {
  readonly failure: Failure;
  /** false: the same request will not help */
  readonly recoverable: boolean;
  /** the server's requested delay (Retry-After), ms; 0 = none */
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

/** 404 and 406: this way of playing does not exist here; 400 and 401/403: a repeat changes nothing. */
const isRecoverable = (status: number): boolean => ![400, 401, 403, 404, 406, 415, 422].includes(status);

/** The error of a `Request` that knows why no answer came. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly failure: Failure;

  constructor(why: Failure) {
    super(why.code);
    this.failure = why;
  }
}

export const unreachable = (error: unknown): TransportFailure => ({
  failure:
    error instanceof NoAnswer
      ? error.failure
      : failure("network/unreachable", { message: error instanceof Error ? error.message : String(error) }),
  recoverable: true,
  retryAfterMs: 0,
});
