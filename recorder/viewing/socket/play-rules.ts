/** Which plays a viewer may ask for, and where a play begins. Pure. */
import type { MediaCommand } from "#protocol/media-socket.ts";

type Play = Pick<Extract<MediaCommand, { op: "play" }>, "time" | "rate">;

/** Speeds outside this make no sense in either direction (document 1: up to 64, down to a quarter). */
const FASTEST = 64;
const SLOWEST = 0.25;

/** Live video has neither a time nor a speed; of recorded video both must be possible. */
export function isPossible({ time, rate }: Play): boolean {
  const speed = Math.abs(rate);
  return time === 0 || (Number.isFinite(time) && time > 0 && speed >= SLOWEST && speed <= FASTEST);
}

/** Where recorded video is after it has played for `elapsedMs`: never 0, which would be live. */
export const playedOn = ({ time, rate }: Play, elapsedMs: number): number =>
  time === 0 || elapsedMs === 0 ? time : Math.max(1, time + elapsedMs * rate);
