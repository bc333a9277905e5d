/**
 * What the player machine knows, receives and wants. Plain data; times are performance.now() ms unless they say server
 * ms.
 */
import type { Failure } from "#domain/failures/failure.ts";
import type { Draft } from "#domain/timeline/draft.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import type { SharedClockRef } from "#protocol/stage-worker.ts";

export interface PlayerRequest {
  /** server ms, 0 = live */
  readonly timeMs: number;
  /** negative: backwards (rip mode) */
  readonly rate: number;
  readonly paused: boolean;
  /** paused, in the middle of a drag; absent or null: the exact frame */
  readonly draft?: Draft | null;
  readonly clock?: SharedClockRef;
}

/** whep: a WebRTC session. socket: a low-bandwidth session with its media socket. */
export type Carrier = "whep" | "socket";

export interface PlayerConfig {
  /** modes to try, best first (`modeOrder` of the domain) */
  readonly order: readonly PlayerMode[];
  readonly webrtcAllowed: boolean;
  readonly canLive: boolean;
  readonly canPlayback: boolean;
  /**
   * recorded video by WebRTC too, at the speeds that it has; otherwise it comes over the media socket at full size,
   * which keeps the wall frame-exact
   */
  readonly recordedByWebrtc: boolean;
  /** that becomes so while the line loses packets; absent: it stays as it is */
  readonly lossyByWebrtc?: boolean;
  /** without privacy masks; absent: with them */
  readonly isUnmasked?: boolean;
}

/** One try to get frames: a session and the source that shows it. */
export interface Attempt {
  readonly id: number;
  readonly mode: PlayerMode;
  readonly carrier: Carrier;
  /** which of the camera's streams, at which height; opaque here */
  readonly variant: string;
  readonly request: PlayerRequest;
  /** its play request has been sent to the recorder */
  readonly sent: boolean;
  /** a media path has been established */
  readonly connected: boolean;
  /** it has shown a frame */
  readonly first: boolean;
  /** a play request is unfinished */
  readonly pending: boolean;
}

export interface MachineError {
  readonly failure: Failure;
  readonly recoverable: boolean;
}

export type ArchiveAnswer =
  /** there is video at that time, so it should have played */
  | { readonly kind: "playable" }
  /** the next video in the direction of play begins there, server ms */
  | { readonly kind: "later"; readonly startMs: number; readonly isAway?: boolean }
  /** `isAway`: it is recorded, where it cannot be reached now */
  | { readonly kind: "none"; readonly isAway?: boolean };

export type TimerName =
  | "play"
  | "probe"
  | "retry"
  | "resume"
  | "countdown"
  | "archives"
  | "slow"
  | "upgrade"
  | "suspend"
  | "doze"
  | "good"
  | "whole";

export interface PlayerState {
  readonly config: PlayerConfig;
  /** what the user wants; the automatic fallback does not change it */
  readonly preferred: PlayerMode;
  readonly mode: PlayerMode;
  readonly variant: string;
  readonly request: PlayerRequest | null;
  /** when `request` began to play: its current time is computed from here */
  readonly requestAtMs: number;
  /** steps have moved the paused frame: `request` follows the shown one */
  readonly stepped: boolean;
  /** waits until the pending request is done */
  readonly next: PlayerRequest | null;
  readonly current: Attempt | null;
  /** a background try of a better mode or another stream; it takes over with its first frame */
  readonly probe: Attempt | null;
  /** the attempt whose frame the tile shows */
  readonly shownId: number | null;
  readonly error: MachineError | null;
  readonly retries: number;
  /** video begins there, server ms */
  readonly delayUntilMs: number | null;
  readonly noVideo: boolean;
  /** what is waited through, or missing, is recorded where it cannot be reached now */
  readonly isAway: boolean;
  /** the player waits through a gap that ends there in the direction of play, server ms */
  readonly gapBeginsMs: number | null;
  readonly ended: boolean;
  readonly lookupId: number;
  readonly visible: boolean;
  /** out of sight: nothing plays; `current` is then a live session that dozes, or null */
  readonly suspended: boolean;
  readonly frozen: boolean;
  readonly slowNetwork: boolean;
  readonly upgradeAfterMs: number;
  readonly framesShown: number;
  readonly lastProgressAtMs: number;
  /** usual time between frames, learned */
  readonly intervalMs: number;
  readonly nextId: number;
  readonly closed: boolean;
}

export type PlayerEvent =
  | { readonly type: "play"; readonly request: PlayerRequest }
  | { readonly type: "step"; readonly direction: 1 | -1 }
  /** the header's toggle, or 'try low bandwidth mode' */
  | { readonly type: "set-mode"; readonly mode: PlayerMode }
  | { readonly type: "variant"; readonly variant: string }
  | { readonly type: "permissions"; readonly canLive: boolean; readonly canPlayback: boolean }
  | { readonly type: "sent"; readonly id: number }
  | { readonly type: "connected"; readonly id: number }
  | { readonly type: "first-frame"; readonly id: number }
  | {
      readonly type: "source-state";
      readonly id: number;
      readonly state: "starting" | "playing" | "paused" | "waiting" | "ended";
    }
  /**
   * nothing is recorded between the two, in the order of time whatever the direction of play; 0 = nothing beyond the
   * other
   */
  | {
      readonly type: "gap";
      readonly id: number;
      readonly fromMs: number;
      readonly toMs: number;
      /** it is recorded, where it cannot be reached now */
      readonly isAway?: boolean;
    }
  | {
      readonly type: "error";
      readonly id: number;
      readonly failure: Failure;
      readonly recoverable: boolean;
      readonly retryAfterMs: number;
    }
  /**
   * At least twice a second while a source lives; framesShown counts up since the source opened. `blindMs`: how long
   * the drawing thread sent no report, which tells nothing about the camera. `wallMs`: server ms of the shown frame, 0
   * = not known.
   */
  | {
      readonly type: "progress";
      readonly id: number;
      readonly framesShown: number;
      readonly blindMs?: number;
      readonly wallMs?: number;
    }
  | { readonly type: "stats"; readonly packetLoss: number }
  | { readonly type: "timer"; readonly name: TimerName }
  | { readonly type: "archives"; readonly lookupId: number; readonly answer: ArchiveAnswer }
  | { readonly type: "visible"; readonly visible: boolean }
  /** the network, or the camera, is back or has changed */
  | { readonly type: "chance" }
  | { readonly type: "close" };

export type PlayerEffect =
  | { readonly type: "open"; readonly attempt: Attempt; readonly background: boolean }
  | { readonly type: "play"; readonly id: number; readonly request: PlayerRequest }
  | { readonly type: "step"; readonly id: number; readonly direction: 1 | -1 }
  /** `keepFrame`: its last frame stays on the tile until another attempt has its first */
  | { readonly type: "close"; readonly id: number; readonly keepFrame: boolean }
  | { readonly type: "timer"; readonly name: TimerName; readonly afterMs: number }
  | { readonly type: "cancel"; readonly name: TimerName }
  | { readonly type: "lookup"; readonly lookupId: number; readonly timeMs: number; readonly rate: number }
  /** the user's own choice of mode, to be kept with the cell */
  | { readonly type: "preference"; readonly mode: PlayerMode }
  /** the mode that the user wants did not work, for this reason, and another one is tried */
  | { readonly type: "fell-back"; readonly failure: Failure };

/** Facts that a step may not read on its own: the time, and a random number 0..1 for the jitter. */
export interface PlayerEnv {
  readonly nowMs: number;
  readonly random: number;
  /** how far two frames of a slow camera are apart, as its recorder has measured it; 0 or absent: not known */
  readonly frameEveryMs?: number;
  /** the current session comes by WebRTC of a relay */
  readonly isRelayed?: boolean;
}

export interface PlayerStep {
  readonly state: PlayerState;
  readonly effects: readonly PlayerEffect[];
}
