/**
 * Document 1, sections 4 and 9: a sample every 33 ms, rates over windows of 1 s, the average of 5 of them, starting at
 * 60; critical when the average is below 8. Evaluated on the stage route only.
 */
import {
  FRAMERATE_AVERAGE_SAMPLES,
  FRAMERATE_START,
  FRAMERATE_THRESHOLD,
  FRAMERATE_WINDOW_MS,
} from "../limits/player.ts";

type FramerateLevel = "normal" | "critical";
export interface FramerateMonitor {
  /** the last 5 rates, oldest first */
  readonly rates: readonly number[];
  /** start of the current window; null before the first sample */
  readonly windowStartMs: number | null;
  readonly frames: number;
}

export const startFramerateMonitor = (): FramerateMonitor => ({
  rates: Array.from({ length: FRAMERATE_AVERAGE_SAMPLES }, () => FRAMERATE_START),
  windowStartMs: null,
  frames: 0,
});

/**
 * Takes one sample: `frames` shown since the last one. `onStage` false (another route, a hidden window) drops the
 * current window and leaves the rates unchanged.
 */
export function sampleFramerate(
  monitor: FramerateMonitor,
  atMs: number,
  frames: number,
  onStage: boolean,
): FramerateMonitor {
  if (!onStage) return { ...monitor, windowStartMs: null, frames: 0 };
  if (monitor.windowStartMs === null) return { ...monitor, windowStartMs: atMs, frames: 0 };
  const counted = monitor.frames + frames;
  const elapsedMs = atMs - monitor.windowStartMs;
  if (elapsedMs < FRAMERATE_WINDOW_MS) return { ...monitor, frames: counted };
  const rate = (counted * 1000) / elapsedMs;
  return { rates: [...monitor.rates.slice(1), rate], windowStartMs: atMs, frames: 0 };
}

export const framerateAverage = (monitor: FramerateMonitor): number =>
  monitor.rates.reduce((sum, rate) => sum + rate, 0) / monitor.rates.length;

export const framerateLevel = (monitor: FramerateMonitor): FramerateLevel =>
  framerateAverage(monitor) < FRAMERATE_THRESHOLD ? "critical" : "normal";

/** The work of the wall's tiles: frames shown and frames due, of all tiles together, and how many tiles move. */
interface TileFrames {
  readonly shownPerSecond: number;
  readonly duePerSecond: number;
  readonly movingTiles: number;
}

/** The share of the due frames that were shown, as a rate out of 60; with nothing due it is 60. */
export const shareRate = ({ shownPerSecond, duePerSecond }: TileFrames): number =>
  duePerSecond <= 0 ? FRAMERATE_START : FRAMERATE_START * Math.min(1, shownPerSecond / duePerSecond);

/**
 * The rate that the monitor averages. The document's 8 is read as frames per second that a tile shows, because that is
 * what people see. That count alone would call a wall of slow cameras a slow machine, so it counts only where less than
 * half of the due frames were shown; otherwise the rate is the share of 60. So 5 shown out of 25 per second are
 * critical, and 5 out of 5 are not.
 */
export function rateFromTiles(tiles: TileFrames): number {
  const rate = shareRate(tiles);
  if (rate >= FRAMERATE_START / 2) return rate;
  return Math.min(rate, tiles.shownPerSecond / Math.max(1, tiles.movingTiles));
}
