/** Which errors mean that PostgreSQL cannot be reached now. */

/** Connections that cannot be made or broke; PostgreSQL that ends, ended by force, does not take connections yet, and only repeats another one. */
const CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "25006",
]);
const CONNECTION_CLASS = "08";

/** For errors of calls to the database: a camera that cannot be reached has the same codes. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (CODES.has(code) || code.startsWith(CONNECTION_CLASS)) return true;
  // An address with several machines behind it: all of them refused.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseAway);
  return /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i.test(
    error.message,
  );
}
