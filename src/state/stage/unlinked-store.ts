/** Players that the user took off the master timeline: each has a time of its own. */
import type { TimelineState } from "#domain/timeline/timeline-state.ts";
import { type FactStore, factStore } from "../store.ts";
import type { PlayTarget } from "../timeline-store.ts";

export interface TilePlayback {
  /** `state.timeMs` is its time at `atMs` */
  state: TimelineState;
  /** ms since 1970 of this machine */
  atMs: number;
  /** the order to the player; a higher `epoch` is a new order */
  target: PlayTarget;
  /** the user goes frame by frame: nothing lies over the picture */
  stepping: boolean;
}

export interface UnlinkedFacts {
  /** a tile that is missing here follows the master timeline */
  byTile: Record<string, TilePlayback>;
}
export type UnlinkedStore = FactStore<UnlinkedFacts>;
export const createUnlinkedStore = (): UnlinkedStore => factStore<UnlinkedFacts>({ byTile: {} });
