/** Before a first frame others may be shown that come after it, up to this. */
const MAX_LEADING_MS = 1000;

/** A frame's place in its camera's time and in the recorder's. */
export interface DatedFrame {
  readonly mediaMs: number;
  readonly wallMs: number;
  /** the date minus the time that files count in (`pts`) */
  readonly offsetMs: number;
}

/** A frame that is shown between the two newest (a B frame); null: it is none. `before`: the older of them, if there is one. */
export function between(before: DatedFrame | null, last: DatedFrame, mediaMs: number): DatedFrame | null {
  const backMs = last.mediaMs - mediaMs;
  if (backMs <= 0) return null;
  if (!before) return backMs <= MAX_LEADING_MS ? { ...last, mediaMs, wallMs: last.wallMs - backMs } : null;
  if (mediaMs <= before.mediaMs) return null;
  const share = (mediaMs - before.mediaMs) / (last.mediaMs - before.mediaMs);
  return {
    mediaMs,
    wallMs: before.wallMs + share * (last.wallMs - before.wallMs),
    offsetMs: before.offsetMs + share * (last.offsetMs - before.offsetMs),
  };
}

/** The same frame, after the recorder's clock was set. */
export const movedBy = (frame: DatedFrame, byMs: number): DatedFrame => ({
  ...frame,
  wallMs: frame.wallMs + byMs,
  offsetMs: frame.offsetMs + byMs,
});
