import { type Failure, failure } from "#domain/failures/failure.ts";

/** What stands behind an error of a socket to a server; undefined where no row is for it. */
export function socketFailure(error: Error): Failure | undefined {
  const code = CODES["code" in error ? String(error.code) : ""];
  return code && failure(code);
}

/** The same of any error: in its own words where no row is for it. */
export const socketCause = (error: unknown): Failure =>
  (error instanceof Error ? socketFailure(error) : undefined) ??
  failure("other/message", { message: (error instanceof Error ? error.message : String(error)).slice(0, WORDS_MAX) });

const WORDS_MAX = 200;

const CODES: Readonly<
  Record<
    string,
    | "server/refused"
    | "server/host-unknown"
    | "server/host-lookup"
    | "server/no-way-to-host"
    | "server/no-way-to-network"
    | "server/timeout"
    | "server/closed"
    | "server/no-tls"
  >
> = {
  ECONNREFUSED: "server/refused",
  ENOTFOUND: "server/host-unknown",
  EAI_AGAIN: "server/host-lookup",
  EHOSTUNREACH: "server/no-way-to-host",
  ENETUNREACH: "server/no-way-to-network",
  ETIMEDOUT: "server/timeout",
  ECONNRESET: "server/closed",
  EPROTO: "server/no-tls",
  ERR_SSL_WRONG_VERSION_NUMBER: "server/no-tls",
};
