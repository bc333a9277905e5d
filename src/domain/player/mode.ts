/** Which player shows a stream, and what follows its errors (document 1, sections 4 and 9). */
import {
  LOW_BANDWIDTH_TIMEOUT_MS,
  PLAYER_TIMEOUT_MS,
  RECOVERABLE_RETRY_MS,
  WAIT_THRESHOLD_MS,
  WEBRTC_CHROME_MIN,
} from "../limits/player.ts";

export type PlayerMode = "webrtc" | "lowbandwidth";
/** The stored value of advanced settings. 'disabled': no default of one's own. */
export type DefaultPlayerMode = PlayerMode | "disabled";
export type WebrtcOverride = "enabled" | "disabled";

const isPlayerMode = (value: unknown): value is PlayerMode => value === "webrtc" || value === "lowbandwidth";

/** Advanced settings: an invalid stored default is 'disabled', an invalid override is 'disabled'. */
export const readDefaultMode = (stored: unknown): DefaultPlayerMode => (isPlayerMode(stored) ? stored : "disabled");
export const readOverride = (stored: unknown): WebrtcOverride => (stored === "enabled" ? "enabled" : "disabled");

interface BrowserFacts {
  /** major version of Chrome or a browser built on it; null for others */
  readonly chrome: number | null;
  readonly mobile: boolean;
  /** the page has RTCPeerConnection */
  readonly webrtc: boolean;
}

/** WebRTC is the default in Chrome 66 or later that is not mobile, or with the local override. */
export const prefersWebrtc = (browser: BrowserFacts, override: WebrtcOverride): boolean =>
  browser.webrtc &&
  (override === "enabled" || (browser.chrome !== null && browser.chrome >= WEBRTC_CHROME_MIN && !browser.mobile));

interface ModeChoice {
  readonly stored: DefaultPlayerMode;
  readonly prefersWebrtc: boolean;
  /** the page has RTCPeerConnection and nothing (embed option, session) forbids it */
  readonly webrtcAllowed: boolean;
  /** the cell's forceLbm, or the low-bandwidth session chosen at sign-in */
  readonly forceLowBandwidth: boolean;
}

/** The modes to try in order: the stored default, else the browser's; low bandwidth is always the last resort. */
export function modeOrder(choice: ModeChoice): readonly PlayerMode[] {
  if (choice.forceLowBandwidth || !choice.webrtcAllowed) return ["lowbandwidth"];
  const first = choice.stored === "disabled" ? (choice.prefersWebrtc ? "webrtc" : "lowbandwidth") : choice.stored;
  return first === "webrtc" ? ["webrtc", "lowbandwidth"] : ["lowbandwidth"];
}

type AfterError =
  | { readonly kind: "retry"; readonly afterMs: number }
  | { readonly kind: "switch"; readonly to: PlayerMode }
  | { readonly kind: "stay" };

/** Recoverable errors retry after 5 s; others switch to the next mode of the order; after the last one the error stays. */
export function afterPlayerError(order: readonly PlayerMode[], mode: PlayerMode, recoverable: boolean): AfterError {
  if (recoverable) return { kind: "retry", afterMs: RECOVERABLE_RETRY_MS };
  const next = order[order.indexOf(mode) + 1];
  return next === undefined || next === mode ? { kind: "stay" } : { kind: "switch", to: next };
}

/** How long a play request may take. */
export const playTimeoutMs = (mode: PlayerMode): number =>
  mode === "webrtc" ? PLAYER_TIMEOUT_MS : LOW_BANDWIDTH_TIMEOUT_MS;

/** How long the player waits for media or bridges a gap: 2000 ms times speed. */
export const waitThresholdMs = (speed: number): number => WAIT_THRESHOLD_MS * Math.abs(speed);

/** Recorded video by WebRTC: never (the URL flag webrtc-live-only), while the line loses packets, or always. */
export type RecordedByWebrtc = "never" | "lossy" | "always";

/**
 * The media socket plays recordings better: on one clock for the whole wall, in exact steps, also backwards
 * (docs/decisions). Without WebCodecs it brings single JPEG pictures, and on a lossy line it stands still until what was
 * lost has been sent again: there WebRTC is better.
 */
export const recordedByWebrtc = (page: {
  readonly liveOnly: boolean;
  readonly hasWebCodecs: boolean;
}): RecordedByWebrtc => (page.liveOnly ? "never" : page.hasWebCodecs ? "lossy" : "always");

/** WebRTC plays recordings between these speeds, forwards (document 1, section 4: the speed steps). */
const WEBRTC_SPEEDS = { least: 0.25, most: 4 } as const;
export const webrtcPlays = (rate: number): boolean => rate >= WEBRTC_SPEEDS.least && rate <= WEBRTC_SPEEDS.most;
