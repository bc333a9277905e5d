/** Work that nobody waits for. */
import type { Log } from "./log.ts";

/** Its failure is a line in the log. Left alone it would end the process, and with it everybody's pictures. */
export function inBackground(log: Pick<Log, "error">, what: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => log.error({ err: error }, `${what} failed`));
}
