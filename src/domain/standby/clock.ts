/** Whether a recorder dates as the others of its group do. Leases need no clock of ours, but pictures and files have its dates. */

/** Clocks that are set by NTP agree much better. */
const ALLOWED_MS = 1000;
/** One that was wrong must be better than that, or it would be right and wrong in turns. */
const RIGHT_AGAIN_MS = 500;

/**
 * How far our clock is ahead of another one, ms; 0: it agrees, as far as can be said of an answer that came some time between
 * these two times of ours. `beforeMs`: as it was said last.
 */
export function clockOffMs({ askedMs, answeredMs }: Span, theirMs: number, beforeMs: number): number {
  const ahead = Math.max(0, askedMs - theirMs);
  const behind = Math.max(0, theirMs - answeredMs);
  const offMs = ahead > 0 ? ahead : -behind;
  return Math.abs(offMs) > (beforeMs === 0 ? ALLOWED_MS : RIGHT_AGAIN_MS) ? Math.round(offMs) : 0;
}

interface Span {
  readonly askedMs: number;
  readonly answeredMs: number;
}

/**
 * How much too late the dates are that a recorder has given whose clock differed by `theirOffMs` from the group's; 0: they are taken as they are.
 * Where our own clock differs, too, it may be the group's that is wrong.
 */
export const datedLateMs = (theirOffMs: number, ownOffMs: number): number => (ownOffMs === 0 ? theirOffMs : 0);
