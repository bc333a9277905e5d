import { errors } from "#domain/errors.ts";

/** The cause of an error of a socket to a server, in the catalogue's words; undefined where it has none. */
export const socketWords = (error: Error): string | undefined => WORDS["code" in error ? String(error.code) : ""];

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: errors.server_refused.text,
  ENOTFOUND: errors.server_host_unknown.text,
  EAI_AGAIN: errors.server_host_lookup.text,
  EHOSTUNREACH: errors.server_no_way_host.text,
  ENETUNREACH: errors.server_no_way_network.text,
  ETIMEDOUT: errors.server_timeout.text,
  ECONNRESET: errors.server_closed.text,
  EPROTO: errors.server_no_tls.text,
  ERR_SSL_WRONG_VERSION_NUMBER: errors.server_no_tls.text,
};
