/** What the player machine knows, hears and wants. Plain data; times are performance.now() ms unless they say server ms. */
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
  /** paused, in the middle of a drag; absent or null: the picture itself */
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
  /** recorded video by WebRTC too; else it comes by the media socket at full size, which keeps the wall frame-exact */
  readonly recordedByWebrtc: boolean;
}

/** One try to get pictures: a session and the source that shows it. */
export interface Attempt {
  readonly id: number;
  readonly mode: PlayerMode;
  readonly carrier: Carrier;
  /** which of the camera's streams, at which height; opaque here */
  readonly variant: string;
  readonly request: PlayerRequest;
  /** its play request went to the recorder */
  readonly sent: boolean;
  /** a media path stands */
  readonly connected: boolean;
  /** it has shown a picture */
  readonly first: boolean;
  /** a play request is unfinished */
  readonly pending: boolean;
}

export interface MachineError {
  readonly failure: Failure;
  readonly recoverable: boolean;
}

export type ArchiveAnswer =
  /** there is video at that time: it should have played */
  | { readonly kind: "playable" }
  /** the next video in the direction of play begins there, server ms */
  | { readonly kind: "later"; readonly startMs: number }
  | { readonly kind: "none" };

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
  | "good";

export interface PlayerState {
  readonly config: PlayerConfig;
  /** what the user wants; the automatic fallback does not touch it */
  readonly preferred: PlayerMode;
  readonly mode: PlayerMode;
  readonly variant: string;
  readonly request: PlayerRequest | null;
  /** when `request` began to play: where its time stands is reckoned from here */
  readonly requestAtMs: number;
  /** steps have moved the paused picture: `request` follows what is shown */
  readonly stepped: boolean;
  /** waits for the pending one to finish */
  readonly next: PlayerRequest | null;
  readonly current: Attempt | null;
  /** tried in the background: a better mode, or another stream; it takes over with its first picture */
  readonly probe: Attempt | null;
  /** the attempt whose picture the tile shows */
  readonly shownId: number | null;
  readonly error: MachineError | null;
  readonly retries: number;
  /** video begins there, server ms */
  readonly delayUntilMs: number | null;
  readonly noVideo: boolean;
  /** the gap that is waited out begins there in the direction of play, server ms */
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
  /** usual time between pictures, learned */
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
  /** nothing is recorded between the two, in the order of time whatever the direction of play; 0 = none beyond the other */
  | { readonly type: "gap"; readonly id: number; readonly fromMs: number; readonly toMs: number }
  | {
      readonly type: "error";
      readonly id: number;
      readonly failure: Failure;
      readonly recoverable: boolean;
      readonly retryAfterMs: number;
    }
  /**
   * At least twice a second while a source lives; framesShown counts up since the source opened. `blindMs`: the thread that
   * draws said nothing for so long, which says nothing about the camera. `wallMs`: server ms of the shown picture, 0 = not
   * known.
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
  /** the network came back or changed, or the camera did */
  | { readonly type: "chance" }
  | { readonly type: "close" };

export type PlayerEffect =
  | { readonly type: "open"; readonly attempt: Attempt; readonly background: boolean }
  | { readonly type: "play"; readonly id: number; readonly request: PlayerRequest }
  | { readonly type: "step"; readonly id: number; readonly direction: 1 | -1 }
  /** `keepFrame`: its last picture stays on the tile until another attempt's first */
  | { readonly type: "close"; readonly id: number; readonly keepFrame: boolean }
  | { readonly type: "timer"; readonly name: TimerName; readonly afterMs: number }
  | { readonly type: "cancel"; readonly name: TimerName }
  | { readonly type: "lookup"; readonly lookupId: number; readonly timeMs: number; readonly rate: number }
  /** the user's own choice of mode, to be kept with the cell */
  | { readonly type: "preference"; readonly mode: PlayerMode };

/** What a step may not know by itself: the time, and a random number 0..1 for the jitter. */
export interface PlayerEnv {
  readonly nowMs: number;
  readonly random: number;
}

export interface PlayerStep {
  readonly state: PlayerState;
  readonly effects: readonly PlayerEffect[];
}
