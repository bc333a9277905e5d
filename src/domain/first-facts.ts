/**
 * The initial values of the stores. They are separate from the rules about them, because the page that signs in makes
 * the stores and needs none of the rules.
 */
import type { DigitalZoom } from "./player/digital-zoom.ts";
import type { StageHistory } from "./stage/history.ts";
import type { StageCycle } from "./stage/stage-cycle.ts";
import type { StageGrid } from "./stage-grid/grid.ts";
import type { TimelineState } from "./timeline/timeline-state.ts";

export const emptyGrid: StageGrid = { rows: 1, columns: 1, cells: [], nextId: 1 };

export const noHistory: StageHistory = { past: [], future: [] };

export const noZoom: DigitalZoom = { scale: 1, centerX: 0.5, centerY: 0.5 };

export const stoppedCycle: StageCycle = { speed: 0, currentStage: null, excludeFromCycle: {} };

export const liveTimeline = (nowMs: number): TimelineState => ({
  paused: false,
  timeMs: nowMs,
  speed: 1,
  fineTime: null,
  mode: "live",
  selectionMode: false,
});

/** [ours] Live goes on at this share of the timeline, unless the user has put it elsewhere. */
export const LIVE_SHARE = 0.8;
