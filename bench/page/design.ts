/**
 * A way to show a wall that is compared with others. It starts, counts, and ends; its caller measures the CPU around
 * it.
 */
import type { SourceRequest } from "#protocol/stage-worker.ts";

export interface Counts {
  /** the number of tile frames that were put on the screen */
  readonly shown: number;
  /** the number of tile frames that were due */
  readonly due: number;
  readonly presents: number;
  readonly replaced: number;
  /**
   * arrival to present, ms: the mean over the tiles of each tile's p95 of the last second; 0 when a design cannot
   * measure it
   */
  readonly latencyP95Ms: number;
  readonly tickHz: number;
}

export interface Design {
  counts(): Promise<Counts>;
  stop(): void;
}

/** The clip in the form of a live stream. */
export const LIVE: SourceRequest = {
  kind: "low-bandwidth",
  url: "clip:",
  format: "fmp4",
  play: { timeMs: 0, rate: 1, paused: false, heightPx: 0 },
};

export const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
export const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
