/** Small rules of the player machine, pure. */
import { failure, hasCode } from "#domain/failures/failure.ts";
import { RECOVERABLE_RETRY_MS, RESUME_BEFORE_START_MS, STILL_REPORTED_MS } from "#domain/limits/player.ts";
import { type PlayerMode, webrtcPlays } from "#domain/player/mode.ts";
import { isFastPlay } from "#domain/timeline/fast-play.ts";
import type { Carrier, MachineError, PlayerConfig, PlayerRequest, PlayerState } from "./player-state.ts";

/** [ours] the longest pause between two retries */
const RETRY_MAX_MS = 60_000;
/** [ours] a fallback tries the better mode again after this time, then after twice as long each time */
export const UPGRADE_FIRST_MS = 60_000;
export const UPGRADE_MAX_MS = 600_000;
/** [ours] no new frame for this long while frames are due: the tile is frozen (it must be known within 3 s) */
const FROZEN_MS = 2_500;
/** [ours] of a relay, which may have died without a word: to open it anew costs little, and is the way to another one */
const FROZEN_BY_RELAY_MS = 1_500;
/**
 * [ours] the media socket then has until this time to deliver a frame: a large one on a narrow line, or a group of
 * them, may still be arriving
 */
export const SOCKET_REOPEN_MS = 6_000;
/** [ours] the longest time between two reports of a thread that is not busy */
const REPORT_MS = 500;
/** [ours] a tile that is out of sight keeps playing for this long: scrolling past must not restart it */
export const SUSPEND_AFTER_MS = 3_000;
/** [ours] then a live session is kept, without frames, for as long as people usually look at something else */
export const DOZE_MS = 120_000;
/**
 * [ours] video that begins later than this is searched again after it: browser timers treat 25 days and more as no time
 * at all
 */
export const RESUME_MAX_MS = 86_400_000;
/** [ours] a line that has lost nothing for this long is no longer called lossy */
export const WHOLE_AFTER_MS = 60_000;
/** [ours] after this long without trouble the count of retries starts again */
export const GOOD_MS = 60_000;

/** Document 1: 5 s; doubled for each further failure, up to 60 s, with up to a quarter of jitter so that a wall does not knock all at once. */
export const retryDelayMs = (retries: number, random: number): number =>
  Math.min(RETRY_MAX_MS, RECOVERABLE_RETRY_MS * 2 ** Math.max(0, retries - 1)) * (1 + random / 4);

export function carrierOf(mode: PlayerMode, request: PlayerRequest, config: PlayerConfig): Carrier {
  if (mode === "lowbandwidth" || request.rate < 0) return "socket";
  if (request.timeMs === 0) return "whep";
  // The socket alone has exact steps and shows what a drag finds.
  const isExact = request.paused || (request.draft ?? null) !== null;
  return config.recordedByWebrtc && !isExact && webrtcPlays(request.rate) ? "whep" : "socket";
}

/** Null, or the text of document 1, section 6, for it. */
export function permissionError(config: PlayerConfig, request: PlayerRequest): MachineError | null {
  const live = request.timeMs === 0;
  if (live ? config.canLive : config.canPlayback) return null;
  return { failure: failure(live ? "access/no-live" : "access/no-playback"), recoverable: false };
}
/** Whether that text applies to what is wrong. */
export const isForbidden = (error: MachineError): boolean =>
  hasCode(error.failure, "access/no-live", "access/no-playback");

/** The current time of the request, server ms; 0 for live. */
export function positionMs(state: Pick<PlayerState, "request" | "requestAtMs">, nowMs: number): number {
  const { request } = state;
  if (!request || request.timeMs === 0) return 0;
  return request.paused ? request.timeMs : request.timeMs + (nowMs - state.requestAtMs) * request.rate;
}

/**
 * The same play request from its current time. Paused it begins at the shown frame, which steps may have moved; `shownMs`: 0 =
 * no frame of this request is shown yet.
 */
export function fromHere(
  state: Pick<PlayerState, "request" | "requestAtMs">,
  request: PlayerRequest,
  shownMs: number,
  nowMs: number,
): PlayerRequest {
  if (request.timeMs === 0) return request;
  return { ...request, timeMs: (request.paused && shownMs) || positionMs(state, nowMs) };
}

/**
 * Whether a tile of another size asks for a stream of the new height. A low-bandwidth stream is made for its tile, and the session
 * that plays takes the new height. An attempt that still waits, or another stream that is about to be opened (`isProbeOnWay`), is
 * opened with the new height by itself.
 */
export function takesNewHeight(
  { current, next, probe }: Pick<PlayerState, "current" | "next" | "probe">,
  isProbeOnWay: boolean,
): boolean {
  if (next || (probe?.mode === "lowbandwidth" && isProbeOnWay)) return false;
  return current?.first === true && current.mode === "lowbandwidth";
}

/**
 * Wall ms until play resumes before video that begins at `startMs`: 1.5 s before its start; 0 when it is time. In slow
 * motion that is 1.5 s of the viewer's time: at that point the gap is short enough to be bridged (`waitThresholdMs`).
 */
export function resumeInMs(startMs: number, positionNowMs: number, rate: number): number {
  const beforeMs = RESUME_BEFORE_START_MS * Math.min(1, Math.abs(rate));
  const distance = (startMs - positionNowMs) * Math.sign(rate) - beforeMs;
  return Math.max(0, distance / Math.abs(rate));
}

/**
 * How long the drawing thread was busy with other work, from the time between two of its reports: it reports at least
 * twice a second. Another alert tells of a computer that is too slow; its cameras are not frozen.
 */
export const blindMs = (sinceReportMs: number): number => Math.max(0, sinceReportMs - REPORT_MS);

/** A tile is called frozen at least this long before the stage stops reporting. */
const BEFORE_SILENCE_MS = 1000;

/** [ours] a camera's key frames are at most this far apart: some codecs send no other frames while nothing moves */
const KEY_FRAMES_APART_MS = 40_000;

/**
 * Frozen when far more time has passed than this source usually takes between frames. Recorded video has its own
 * pauses: in slow motion they grow longer, and backwards at 4x and more only key frames are shown. `everyMs`: of a camera that
 * is known to be slow, which is waited for although reports may have ended by then. `isRelayed`: by WebRTC of a relay.
 */
export function isFrozen(
  sinceProgressMs: number,
  intervalMs: number,
  request: Pick<PlayerRequest, "timeMs" | "rate"> | null,
  everyMs = 0,
  isRelayed = false,
): boolean {
  const rate = request && request.timeMs !== 0 ? request.rate : 1;
  const usualMs = (isRelayed ? FROZEN_BY_RELAY_MS : FROZEN_MS) / Math.min(1, Math.abs(rate));
  const keysMs = isFastPlay(rate) ? KEY_FRAMES_APART_MS / Math.abs(rate) : 0;
  const seenMs = Math.min(Math.max(usualMs, keysMs, intervalMs * 4), STILL_REPORTED_MS - BEFORE_SILENCE_MS);
  return sinceProgressMs >= Math.max(seenMs, everyMs * 4);
}

/** How far two frames of a camera are apart, of the slowest of its streams; 0 = so short that it does not matter. */
export function frameEveryMs(streams: readonly { readonly framesPerSecond: number }[]): number {
  const slowest = Math.min(...streams.map(({ framesPerSecond }) => framesPerSecond).filter((rate) => rate > 0));
  return slowest < 1 ? Math.round(1000 / slowest) : 0;
}
