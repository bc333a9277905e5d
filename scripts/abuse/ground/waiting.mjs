import { setTimeout as pause } from "node:timers/promises";

/** Polls until `holds` is true; resolves with the ms since `fromMs`, or null when it never was. */
export async function msUntil(holds, limitMs, { fromMs = performance.now(), everyMs = 20 } = {}) {
  for (;;) {
    if (await holds()) return Math.round(performance.now() - fromMs);
    if (performance.now() - fromMs > limitMs) return null;
    await pause(everyMs);
  }
}

export const seconds = (ms) => `${(ms / 1000).toFixed(ms < 950 ? 2 : 1)} s`;
/** "1.2 s", or that it never came. */
export const orNever = (ms, limitMs) => (ms === null ? `not in ${seconds(limitMs)}` : seconds(ms));
