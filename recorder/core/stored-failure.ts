/** A failure that lies in the database, with the sentences of rows that are older than that. */
import { readFailure } from "#protocol/rest/error.ts";
import { isKnown } from "#domain/failures/known.ts";
import { type Failure, foreignFailure } from "#domain/failures/failure.ts";

/** Null: there is none, or of a release that this one does not know. */
export function readStored(text: string): Failure | null {
  try {
    return readFailure(JSON.parse(text), isKnown);
  } catch {
    return null;
  }
}

export const storedOr = (text: string, sentence: string): Failure => readStored(text) ?? foreignFailure("", sentence);
