/** Streams that start together are dialled one after the other, so that frames of others get through in between. */
const SPACING_MS = 40;
/** All of them within this time: what is dialled last is not recorded until then. */
const WITHIN_MS = 4000;

/** The ms between two dials where a process has so many streams. */
export const startSpacingMs = (streams: number): number => Math.min(SPACING_MS, WITHIN_MS / Math.max(1, streams));
