/** What a play request asks of an attempt's session and of its source. Pure. */
import type { SourcePlay } from "#protocol/stage-worker.ts";
import type { WhepCommand } from "#protocol/whep.ts";
import type { PlayerRequest } from "../player-state.ts";

/** `keysEveryMs`: live key frames only, this far apart; 0 = every frame. Recorded video always comes with every frame. */
export function sourcePlay(
  { timeMs, rate, paused, draft = null, clock }: PlayerRequest,
  { heightPx, keysEveryMs }: { readonly heightPx: number; readonly keysEveryMs: number },
): SourcePlay {
  const isLive = timeMs === 0;
  return {
    timeMs,
    rate,
    paused,
    heightPx,
    draft,
    ...(clock && !isLive ? { clock } : {}),
    ...(isLive && keysEveryMs > 0 ? { keysEveryMs } : {}),
  };
}

/** The commands by which an open WebRTC session goes from one request to another. */
export function whepCommands(before: PlayerRequest, request: PlayerRequest): readonly WhepCommand[] {
  const { timeMs, rate, paused } = request;
  const seeks = timeMs !== 0 && (timeMs !== before.timeMs || rate !== before.rate);
  return [
    ...(seeks ? [{ op: "seek", time: timeMs, rate } as const] : []),
    ...(paused === before.paused ? [] : [{ op: paused ? "pause" : "resume" } as const]),
  ];
}

/**
 * Whether a request is served elsewhere than the session at hand. A relay has no recordings: the recorder has. Where a relay
 * has served live frames before, it takes over again when the viewer comes back to them.
 */
export function isServedElsewhere(
  before: PlayerRequest,
  { timeMs }: PlayerRequest,
  by: { readonly isRelayed: boolean; readonly wasRelayed: boolean },
): boolean {
  if (by.isRelayed) return timeMs !== 0;
  return by.wasRelayed && timeMs === 0 && before.timeMs !== 0;
}
