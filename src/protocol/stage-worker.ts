/**
 * What crosses between the main thread and the stage worker. The main thread sends a plain `StageView`; the worker draws
 * it and reports facts at most four times a second. Rectangles are in device pixels of the stage's canvas, y down.
 * Both ends are ours and shipped together, so these are types, not schemas.
 */
import type { Failure } from "#domain/failures/failure.ts";
import type { Rect } from "#base/geometry.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import type { DecodedBy } from "#domain/player/decode-cost.ts";
import type { PatrolRoute, PatrolStart } from "#domain/stage/patrol.ts";
import type { PainterChoice, PainterKind } from "#domain/stage/painter-choice.ts";
import type { Draft } from "#domain/timeline/draft.ts";
import type { TimelineLaneData, TimelineView } from "./timeline-view.ts";

/** Player overlay states of document 1, section 4. */
export type OverlayState = "none" | "rip" | "play" | "no_video" | "connecting" | "error" | "delay";

/** Digital zoom: `scale` 1..20, `centerX/Y` the point of the frame (0..1) that stands in the middle of the tile. */
export interface ZoomView {
  readonly scale: number;
  readonly centerX: number;
  readonly centerY: number;
}

export interface TileView {
  readonly id: string;
  /**
   * the source whose frames it shows: several tiles may show one source; null with name "" is an empty cell (outlined)
   */
  readonly sourceId: string | null;
  readonly rect: Rect;
  readonly name: string;
  readonly overlay: OverlayState;
  /** one or two lines (split by "\n") under the overlay's icon, in the language of the page; "" = the icon alone */
  readonly message: string;
  /** the icon of an `error`: ban for not_available, else the warning (default) */
  readonly errorIcon?: "warning" | "ban";
  /** short badges right of the name: "LIVE", "LBM", "PTZ", time */
  readonly badges: readonly string[];
  /** a mark for a tile with a time of its own, where its own timeline has no room */
  readonly unlinked?: boolean;
  /** drawn as a coloured frame: none, hovered, focused, resize target that is valid or invalid (red), drop target */
  readonly frame: "none" | "hover" | "focus" | "valid" | "invalid" | "drop";
  /** 0..1, for moving tiles that float over others */
  readonly opacity: number;
  /** later in the list and floating: drawn above */
  readonly floating: boolean;
  readonly zoom: ZoomView;
  readonly dewarp: DewarpScene | null;
  /** of a dewarped tile that shows one look after the other: `dewarp` has the rest of its values */
  readonly patrol?: PatrolView | null;
}

interface PatrolView {
  readonly route: PatrolRoute;
  readonly start: PatrolStart;
}

export interface StageView {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly devicePixelRatio: number;
  readonly theme: StageTheme;
  readonly tiles: readonly TileView[];
  /** while true (drag, pan, zoom, animation) the loop runs at the display's rate */
  readonly interacting: boolean;
  /** highest presents per second; 0 = the governor decides */
  readonly presentCapHz: number;
  readonly hidden: boolean;
}

/** Colours as 0xRRGGBB. */
export interface StageTheme {
  readonly background: number;
  readonly cell: number;
  readonly text: number;
  readonly accent: number;
  readonly danger: number;
  readonly warning: number;
}

export type SourceRequest =
  /** a MediaStreamTrackProcessor's `readable`, transferred; `wallMs` of frames comes by `source-clock` */
  | { readonly kind: "track"; readonly readable: ReadableStream<VideoFrame> }
  /** frames posted one by one (browsers without a track processor); the port is transferred */
  | { readonly kind: "frames"; readonly port: MessagePort }
  /** the worker opens the media socket itself; `url` absolute ws(s) */
  | {
      readonly kind: "low-bandwidth";
      readonly url: string;
      readonly format: "fmp4" | "jpeg";
      readonly play: SourcePlay;
      /** decoded audio goes here as `AudioBlock`; transferred. Absent: audio is dropped before decoding */
      readonly audio?: MessagePort;
    };

/** One block of decoded audio from a low-bandwidth source: planar float samples, one array per channel. */
export interface AudioBlock {
  readonly wallMs: number;
  readonly sampleRate: number;
  readonly channels: readonly Float32Array<ArrayBuffer>[];
}

export interface SourcePlay {
  /** server ms, 0 = live */
  readonly timeMs: number;
  readonly rate: number;
  readonly paused: boolean;
  /** wanted frame height in px, 0 = as recorded */
  readonly heightPx: number;
  /** live: key frames only, no two closer together than this; absent or 0: every frame */
  readonly keysEveryMs?: number;
  /** only while paused; absent or null: the exact frame */
  readonly draft?: Draft | null;
  /** absent: the source plays by a clock of its own */
  readonly clock?: SharedClockRef;
}

/**
 * Sources that name the same clock show the same instant. A higher `epoch` (a seek, another rate, pause, resume) sets
 * the clock to the play's time, rate and pause; a play with the clock's present epoch joins at its current time.
 */
export interface SharedClockRef {
  readonly id: string;
  readonly epoch: number;
}

export type ToStageWorker =
  | {
      readonly type: "init";
      readonly canvas: OffscreenCanvas;
      readonly view: StageView;
      /** absent: "auto" */
      readonly painter?: PainterChoice;
    }
  | { readonly type: "view"; readonly view: StageView }
  /** null = no timeline; it lies inside the canvas, under no tile */
  | { readonly type: "timeline"; readonly view: TimelineView | null }
  /** all known data of one lane; null forgets it. The arrays are transferred */
  | { readonly type: "timeline-lane"; readonly laneId: string; readonly data: TimelineLaneData | null }
  | { readonly type: "source-open"; readonly sourceId: string; readonly request: SourceRequest }
  | { readonly type: "source-play"; readonly sourceId: string; readonly play: SourcePlay }
  | { readonly type: "source-step"; readonly sourceId: string; readonly direction: 1 | -1 }
  /** this recorded time (server ms) is expected to be wanted next; 0 = none */
  | { readonly type: "source-prefetch"; readonly sourceId: string; readonly timeMs: number }
  /** server ms of one RTP timestamp (90 kHz) of a track source */
  | { readonly type: "source-clock"; readonly sourceId: string; readonly wallMs: number; readonly rtpTime: number }
  /** how many frames the browser has decoded for a source of a track so far */
  | { readonly type: "source-decoded"; readonly sourceId: string; readonly frames: number }
  /** closes the source; its last frame stays on the tiles until another source under the same id shows its first */
  | { readonly type: "source-close"; readonly sourceId: string; readonly forget: boolean }
  /** the user acted on the page: the page draws first */
  | { readonly type: "hold" }
  | { readonly type: "snapshot"; readonly requestId: number; readonly tileId: string }
  /** tests and the dev overlay: pixels of the canvas as presented, RGBA rows from the top */
  | { readonly type: "read-pixels"; readonly requestId: number; readonly rect: Rect }
  /** tests: loses the GL context and gives it back after `restoreAfterMs` (default 50), never when negative */
  | { readonly type: "lose-context"; readonly restoreAfterMs?: number }
  /** answered by `idle` when everything that has arrived is on the screen */
  | { readonly type: "when-idle"; readonly requestId: number }
  | { readonly type: "close" };

/** Facts about a source, at most four times a second; counters since it was opened. */
export interface SourceFacts {
  readonly sourceId: string;
  readonly framesArrived: number;
  readonly framesShown: number;
  readonly framesReplaced: number;
  /** performance.timeOrigin-based ms of the last presented frame, 0 = none yet */
  readonly lastShownAtMs: number;
  /** server ms of the shown frame, 0 = not known */
  readonly wallMs: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bytesReceived: number;
  readonly decodeQueue: number;
  readonly decodeMs: number;
  readonly decodedBy: DecodedBy;
  /** arrival to present, ms, p95 of the last second */
  readonly presentLatencyMs: number;
}

export interface WallFacts {
  /** since the stage started */
  readonly presents: number;
  readonly presentsPerSecond: number;
  readonly shownPerSecond: number;
  readonly duePerSecond: number;
  /** tiles that are in sight and get frames */
  readonly movingTiles: number;
  readonly tickHz: number;
  /** the ticks per second that the tiles' frames ask for: fewer come where the painter cannot keep up */
  readonly wantedHz: number;
  /** ms from taking a decoded frame until it is ready to be drawn, mean of the tiles that move; 0 = none does */
  readonly copyMs: number;
  readonly framesAlive: number;
  readonly contextLost: boolean;
}

export type SourceEvent =
  | { readonly kind: "first-frame"; readonly wallMs: number }
  | { readonly kind: "state"; readonly state: "starting" | "playing" | "paused" | "waiting" | "ended" }
  /** `isAway`: it is recorded, where it cannot be reached now */
  | { readonly kind: "gap"; readonly fromMs: number; readonly toMs: number; readonly isAway?: boolean }
  | { readonly kind: "error"; readonly failure: Failure; readonly recoverable: boolean }
  | { readonly kind: "closed" };

/** Why the wall cannot draw (or cannot draw any more). */
export interface StageFailure {
  readonly cause: "no-webgl2" | "context-lost" | "not-started" | "other";
  /** in the browser's or a library's own words, for the log; "" = none */
  readonly reason: string;
}

export type FromStageWorker =
  | {
      readonly type: "ready";
      readonly painter: PainterKind;
      readonly renderer: string;
      readonly software: boolean;
      readonly uploadPath: string;
    }
  /** the canvas shows the wall for the first time: until then it is black, or nothing */
  | { readonly type: "drawn" }
  | { readonly type: "facts"; readonly sources: readonly SourceFacts[]; readonly wall: WallFacts }
  | { readonly type: "source-event"; readonly sourceId: string; readonly event: SourceEvent }
  | { readonly type: "snapshot"; readonly requestId: number; readonly png: Blob | null }
  | {
      readonly type: "pixels";
      /** epoch ms, just before they were read */
      readonly atMs: number;
      readonly requestId: number;
      readonly width: number;
      readonly height: number;
      readonly rgba: Uint8Array<ArrayBuffer>;
    }
  | { readonly type: "context"; readonly state: "lost" | "restored" }
  | { readonly type: "idle"; readonly requestId: number }
  /** a request had no result: a snapshot that failed, or a stage that cannot draw */
  | { readonly type: "no-answer"; readonly requestId: number }
  | ({ readonly type: "failed" } & StageFailure);
