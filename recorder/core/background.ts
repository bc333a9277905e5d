/** Work that nobody waits for. */
import type { Log } from "./log.ts";

/** A failure becomes a line in the log. Unhandled it would end the process, and with it everybody's video. */
export function inBackground(log: Pick<Log, "error">, what: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => log.error({ err: error }, `${what} failed`));
}
