/** What a tile shows over its picture (document 1, sections 2 and 4). */
import { type Failure, failure } from "../failures/failure.ts";
import { TRY_LOW_BANDWIDTH_AFTER_RETRIES } from "../limits/player.ts";

export type OverlayState = "none" | "rip" | "play" | "no_video" | "connecting" | "error" | "delay";
type OverlayIcon = "none" | "reverse" | "play" | "no-video" | "spinner" | "ban" | "warning" | "clock";
export type SourceState = "idle" | "connecting" | "paused" | "playing";

interface PlayerError {
  readonly failure: Failure;
}
interface PlayerFacts {
  readonly source: SourceState;
  readonly speed: number;
  readonly error: PlayerError | null;
  /** time until a later archive plays; null when the player waits for none */
  readonly delayMs: number | null;
  /** nothing recorded at and after the time */
  readonly noVideo: boolean;
  /** it is recorded, where it cannot be reached now */
  readonly isAway?: boolean;
  readonly retries: number;
  /** the low-bandwidth player exists and is not the one that failed */
  readonly canTryLowBandwidth: boolean;
}
export interface Overlay {
  readonly state: OverlayState;
  readonly icon: OverlayIcon;
  readonly text: string;
  /** the reason of an error, or why what is recorded is not shown; the page supplies its text */
  readonly failure: Failure | null;
  /** text of a link under the text, or null */
  readonly link: string | null;
}

const overlay = (state: OverlayState, icon: OverlayIcon, text = ""): Overlay => ({
  state,
  icon,
  text,
  failure: null,
  link: null,
});

/** Error before delay before no video before connecting; a paused picture shows play, a running reverse one rip. */
export function playerOverlay(facts: PlayerFacts): Overlay {
  if (facts.error) {
    const offer = facts.canTryLowBandwidth && facts.retries > TRY_LOW_BANDWIDTH_AFTER_RETRIES;
    const { failure } = facts.error;
    const link = offer ? "try low bandwidth mode" : null;
    return { ...overlay("error", errorIcon(failure.code)), failure, link };
  }
  const missing = facts.isAway === true ? failure("archive/not-reachable") : null;
  if (facts.delayMs !== null) return { ...overlay("delay", "clock", countdownText(facts.delayMs)), failure: missing };
  if (facts.noVideo) return { ...overlay("no_video", "no-video", "no video"), failure: missing };
  switch (facts.source) {
    case "idle":
    case "connecting":
      return overlay("connecting", "spinner", "connecting");
    case "paused":
      return overlay("play", "play");
    case "playing":
      return facts.speed < 0 ? overlay("rip", "reverse") : overlay("none", "none");
  }
}

/** The codes for what is not available: the document's word and those of our recorder. */
const NOT_AVAILABLE: readonly string[] = ["not_available", "live/unknown", "stream/not-running", "stream/unknown"];

/** not_available shows a ban, other errors a warning. */
const errorIcon = (code: string): OverlayIcon => (NOT_AVAILABLE.includes(code) ? "ban" : "warning");

/** "0:09", "12:00", "1:05:00": whole seconds, counted up so that it never shows 0 too early. */
export function countdownText(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const seconds = String(total % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
}
