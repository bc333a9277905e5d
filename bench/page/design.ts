/** A way of showing a wall that is compared with others. It starts, counts, and ends; who runs it measures CPU around it. */
import type { SourceRequest } from "#protocol/stage-worker.ts";

export interface Counts {
  /** tile frames put on the screen */
  readonly shown: number;
  /** tile frames that were due */
  readonly due: number;
  readonly presents: number;
  readonly replaced: number;
  /** arrival to present, ms: mean over the tiles of each tile's p95 of the last second; 0 where a design cannot tell */
  readonly latencyP95Ms: number;
  readonly tickHz: number;
}

export interface Design {
  counts(): Promise<Counts>;
  stop(): void;
}

/** The clip as a live stream. */
export const LIVE: SourceRequest = {
  kind: "low-bandwidth",
  url: "clip:",
  format: "fmp4",
  play: { timeMs: 0, rate: 1, paused: false, heightPx: 0 },
};

export const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
export const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
