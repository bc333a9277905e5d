/** The client's log: writes to the browser's console, at the level of the advanced settings. */
import { LOG_LEVELS, type LogLevel } from "#domain/browser-support.ts";

export type Log = (level: Exclude<LogLevel, "NONE">, message: string) => void;

export function createLog(level: LogLevel): Log {
  const { console: sink } = globalThis;
  const highest = LOG_LEVELS.indexOf(level);
  return (at, message) => {
    if (LOG_LEVELS.indexOf(at) > highest) return;
    if (at === "ERROR") sink.error(message);
    else if (at === "WARN") sink.warn(message);
    else sink.log(message);
  };
}
