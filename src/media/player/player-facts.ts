/** What the app shows of a player: plain data, made from the machine's state. */
import { type Overlay, playerOverlay, type SourceState } from "#domain/player/overlay.ts";
import type { DecodedBy, DecodeMeasure } from "#domain/player/decode-cost.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import type { SourceFacts } from "#protocol/stage-worker.ts";
import type { LinkFigures } from "./link-stats.ts";
import { positionMs, resumeInMs } from "./player-rules.ts";
import type { Carrier, PlayerState } from "./player-state.ts";

export interface PlayerFacts {
  readonly playerId: string;
  /** what the tile shows (`TileView.sourceId`); null while there is no source */
  readonly sourceId: string | null;
  readonly overlay: Overlay;
  readonly source: SourceState;
  /** the mode in use and the one that the user wants: they differ after a fallback */
  readonly mode: PlayerMode;
  readonly preferredMode: PlayerMode;
  readonly carrier: Carrier | null;
  /** stream that is shown or awaited */
  readonly variant: string;
  readonly live: boolean;
  readonly rate: number;
  readonly paused: boolean;
  /** server ms of the shown frame; 0 = not known */
  readonly wallMs: number;
  readonly retries: number;
  readonly frozen: boolean;
  readonly suspended: boolean;
  /** the slow-network alert, 2000 ms long */
  readonly slowNetwork: boolean;
  /** key frames alone, because the page's decoding is at its bound */
  readonly saving: boolean;
  readonly hasAudio: boolean;
  readonly volume: number;
  readonly stats: PlayerStats;
}

/** Split in the way the stats overlay shows it. */
interface PlayerStats {
  readonly network: LinkFigures;
  readonly decode: { readonly ms: number; readonly queue: number; readonly by: DecodedBy };
  readonly present: { readonly latencyMs: number; readonly shownPerSecond: number; readonly replaced: number };
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What is known of a player beside the machine's state. */
interface Beside {
  readonly playerId: string;
  readonly sourceId: (attemptId: number) => string;
  readonly nowMs: number;
  readonly saving: boolean;
  readonly hasAudio: boolean;
  readonly volume: number;
  readonly figures: {
    readonly network: LinkFigures;
    readonly source: SourceFacts | null;
    readonly shownPerSecond: number;
    readonly decoding: DecodeMeasure;
  };
}

export function factsOf(state: PlayerState, beside: Beside): PlayerFacts {
  const { current, request, shownId } = state;
  const { network, source, shownPerSecond, decoding } = beside.figures;
  // before the first frame the tile already names the source, so that this frame is drawn at once
  const namedId = shownId ?? current?.id ?? null;
  return {
    playerId: beside.playerId,
    sourceId: namedId === null ? null : beside.sourceId(namedId),
    overlay: overlayOf(state, beside.nowMs),
    source: sourceState(state),
    mode: state.mode,
    preferredMode: state.preferred,
    carrier: current?.carrier ?? null,
    variant: state.variant,
    live: request?.timeMs === 0,
    rate: request?.rate ?? 1,
    paused: request?.paused ?? false,
    wallMs: source?.wallMs ?? 0,
    retries: state.retries,
    frozen: state.frozen,
    suspended: state.suspended,
    slowNetwork: state.slowNetwork,
    saving: beside.saving,
    hasAudio: beside.hasAudio,
    volume: beside.volume,
    stats: statsOf(network, source, shownPerSecond, decoding),
  };
}

function sourceState(state: PlayerState): SourceState {
  if (!state.request || state.suspended) return "idle";
  if (!state.current || !state.current.first || state.frozen) return "connecting";
  return state.request.paused ? "paused" : "playing";
}

/** What lies over the frame. A tile out of sight shows its last frame without a word. */
export function overlayOf(state: PlayerState, nowMs: number): Overlay {
  const { request } = state;
  if (state.suspended && state.shownId !== null)
    return { state: "none", icon: "none", text: "", failure: null, link: null };
  return playerOverlay({
    source: sourceState(state),
    speed: request?.rate ?? 1,
    error: state.error,
    delayMs:
      state.delayUntilMs === null || !request
        ? null
        : request.paused
          ? Math.abs((state.delayUntilMs - request.timeMs) / request.rate)
          : resumeInMs(state.delayUntilMs, positionMs(state, nowMs), request.rate),
    noVideo: state.noVideo,
    isAway: state.isAway,
    retries: state.retries,
    canTryLowBandwidth: state.mode !== "lowbandwidth",
  });
}

function statsOf(
  network: LinkFigures,
  facts: SourceFacts | null,
  shownPerSecond: number,
  { frames, ms, by }: DecodeMeasure,
): PlayerStats {
  return {
    network,
    decode: { ms: frames > 0 ? ms / frames : (facts?.decodeMs ?? 0), queue: facts?.decodeQueue ?? 0, by },
    present: { latencyMs: facts?.presentLatencyMs ?? 0, shownPerSecond, replaced: facts?.framesReplaced ?? 0 },
    widthPx: facts?.widthPx ?? 0,
    heightPx: facts?.heightPx ?? 0,
  };
}
