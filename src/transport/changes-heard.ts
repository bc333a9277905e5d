import { type Changes, olderChanges, readChanges } from "#protocol/rest/changes.ts";

/** The versions of the server's lists that answers named before the session's event socket opened. The oldest version counts. */
export class ChangesHeard {
  #oldest: Changes | null = null;
  #isBroken = false;

  /** Answers that say nothing are of no list, or of an older server. */
  readonly hear = (text: string | null): void => {
    const heard = readChanges(text);
    if (!heard) return;
    const oldest = this.#oldest ? olderChanges(this.#oldest, heard) : heard;
    this.#isBroken ||= oldest === null;
    this.#oldest = oldest ?? heard;
  };

  /** Whether lists may have changed between the first answer and what the socket says at its opening. */
  mayDiffer(opening: string | undefined): boolean {
    const now = readChanges(opening);
    const then = this.#oldest;
    return this.#isBroken || !now || !then || now.bootId !== then.bootId || now.count !== then.count;
  }
}
