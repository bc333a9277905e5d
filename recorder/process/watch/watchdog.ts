/**
 * The heartbeat of main itself, for systemd (`WatchdogSec` in the unit): a main process that hangs is started again. Node has
 * no datagrams on Unix sockets, so `systemd-notify`, which is part of systemd, sends them.
 */
import { execFile } from "node:child_process";
import type { Log } from "#recorder/core/log.ts";

/** Heartbeats per time that systemd waits for one. */
const BEATS = 3;

/**
 * `environment`: as systemd made it; without a watchdog there nothing is done. A heartbeat is sent by the event loop, so
 * it stops when that does. The returned function ends it.
 */
export function keepWatchdog(environment: NodeJS.ProcessEnv, log: Pick<Log, "warn">): () => void {
  const limitMs = Number(environment.WATCHDOG_USEC) / 1000;
  const isMeant = environment.WATCHDOG_PID === undefined || Number(environment.WATCHDOG_PID) === process.pid;
  if (!environment.NOTIFY_SOCKET || !(limitMs > 0) || !isMeant) return () => undefined;
  let isSaid = false;
  const beat = (): void => {
    execFile("systemd-notify", ["WATCHDOG=1"], { env: environment, timeout: limitMs }, (error) => {
      if (error && !isSaid) log.warn({ err: error }, "systemd cannot be told that the recorder is alive");
      isSaid = error !== null;
    });
  };
  beat();
  const timer = setInterval(beat, limitMs / BEATS);
  return () => clearInterval(timer);
}
