/**
 * Pings the server every 10 s. A failed ping is repeated every second. The server counts as lost only when no ping was
 * answered for 10 s, so that a shorter flap harms nobody (document 1, sections 4 and 9).
 */
import type { Disposer } from "#base/disposer.ts";
import { pingSaysDead } from "#domain/http-rules.ts";
import { PING_INTERVAL_MS } from "#domain/limits/session.ts";
import type { HttpClient } from "./http.ts";

/** Flaps shorter than this are harmless (our choice, from the demand on socket flaps). */
export const FLAP_GRACE_MS = 10_000;
const RETRY_MS = 1_000;
const PING_TIMEOUT_MS = 5_000;

/** Whether the server answered one ping: no answer and 502 to 504 mean dead. */
export async function ping(http: HttpClient): Promise<boolean> {
  const answer = await http.done({ path: "/ping", timeoutMs: PING_TIMEOUT_MS });
  return answer.ok || !pingSaysDead(answer.error.status);
}

interface ReachabilityOptions {
  readonly ping: () => Promise<boolean>;
  /** each change: false from the first failed ping, true when a ping is answered again */
  readonly onChange?: (answers: boolean) => void;
  /** once: nothing answered for the grace time */
  readonly onLost: () => void;
  readonly intervalMs?: number;
  readonly retryMs?: number;
  readonly graceMs?: number;
  readonly nowMs?: () => number;
}

interface ReachabilityWatch {
  readonly stop: Disposer;
  /** The server has answered in another way (its event socket is open): earlier failures belong to another break. */
  readonly heard: () => void;
}

/** Watches until stopped or lost. */
export function watchReachability(options: ReachabilityOptions): ReachabilityWatch {
  const intervalMs = options.intervalMs ?? PING_INTERVAL_MS;
  const retryMs = options.retryMs ?? RETRY_MS;
  const graceMs = options.graceMs ?? FLAP_GRACE_MS;
  const nowMs = options.nowMs ?? (() => performance.now());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failingSinceMs: number | null = null;
  let stopped = false;

  const again = (delayMs: number): void => {
    timer = setTimeout(() => void beat(), delayMs);
  };
  const heard = (): void => {
    if (failingSinceMs !== null) options.onChange?.(true);
    failingSinceMs = null;
  };
  const beat = async (): Promise<void> => {
    const askedAtMs = nowMs();
    const answered = await options.ping();
    if (stopped) return;
    if (answered) {
      heard();
      return again(intervalMs);
    }
    if (failingSinceMs === null) {
      failingSinceMs = askedAtMs;
      options.onChange?.(false);
    }
    // The time of the request counts: a ping that was lost inside the flap and times out after it tells nothing about
    // now.
    if (askedAtMs - failingSinceMs >= graceMs) {
      stopped = true;
      return options.onLost();
    }
    again(retryMs);
  };

  again(intervalMs);
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
    heard,
  };
}
