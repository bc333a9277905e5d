/** A player before its first request. */
import { UPGRADE_FIRST_MS } from "./player-rules.ts";
import type { PlayerConfig, PlayerState } from "./player-state.ts";

export function initialPlayer(config: PlayerConfig, variant: string): PlayerState {
  const first = config.order[0] ?? "lowbandwidth";
  return {
    config,
    preferred: first,
    mode: first,
    variant,
    request: null,
    requestAtMs: 0,
    stepped: false,
    next: null,
    current: null,
    probe: null,
    shownId: null,
    error: null,
    retries: 0,
    delayUntilMs: null,
    noVideo: false,
    isAway: false,
    gapBeginsMs: null,
    ended: false,
    lookupId: 0,
    visible: true,
    suspended: false,
    frozen: false,
    slowNetwork: false,
    upgradeAfterMs: UPGRADE_FIRST_MS,
    framesShown: 0,
    lastProgressAtMs: 0,
    intervalMs: 0,
    nextId: 1,
    closed: false,
  };
}
