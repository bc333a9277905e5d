import { type Failure, foreignFailure } from "#domain/failures/failure.ts";
import { readFailure } from "#protocol/rest/error.ts";

/** A server's report about itself: a failure, or only the English text of an older server. Null: nothing. */
export function reportedFailure(failure: unknown, english: string): Failure | null {
  const read = readFailure(failure);
  if (read) return read.reason === "" && english !== "" ? { ...read, reason: english } : read;
  return english === "" ? null : foreignFailure("", english);
}

/** The server's own message without the code of its answer; null: it sent none. */
export function messageOf(failure: Failure): Failure | null {
  const { status: _, ...message } = failure;
  return message.reason === undefined ? null : message;
}
