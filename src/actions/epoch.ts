/** This instant in ms since 1970 of this machine, monotonic within a page: the clock of `timelineTime`. */
export const epochMs = (): number => performance.timeOrigin + performance.now();
