import { type Failure, foreignFailure } from "#domain/failures/failure.ts";
import { readFailure } from "#protocol/rest/error.ts";

/** What a server tells of itself: a failure, or the English alone where it is older. Null: nothing. */
export function told(failure: unknown, english: string): Failure | null {
  const read = readFailure(failure);
  if (read) return read.reason === "" && english !== "" ? { ...read, reason: english } : read;
  return english === "" ? null : foreignFailure("", english);
}

/** The server's own message without the code of its answer; null: it sent none. */
export function messageOf(failure: Failure): Failure | null {
  const { status: _, ...message } = failure;
  return message.reason === undefined ? null : message;
}
