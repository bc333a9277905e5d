import type { Rect } from "#base/geometry.ts";
import type { PainterKind } from "#domain/stage/painter-choice.ts";
import type { StageView, TileView } from "#protocol/stage-worker.ts";
import type { PathCosts } from "./gl/upload-chooser.ts";
import type { FramePicture, FrameUse, StageCanvas } from "./frame-picture.ts";
import type { UploadPath, UploadPathName } from "./gl/upload-path.ts";
import type { Pixels } from "./pixels.ts";
import type { TimelineLayer } from "./timeline/timeline-layer.ts";
import type { DrawPlan } from "./wall/damage.ts";

/** Draws plans onto the one canvas of the wall. Knows nothing of time and sources. */
export interface Painter {
  readonly kind: PainterKind;
  /** the renderer's name, for statistics and reports */
  readonly name: string;
  /** a CPU draws: presents and fill are expensive */
  readonly software: boolean;
  readonly canvas: StageCanvas;
  readonly timeline: TimelineLayer;
  readonly lost: boolean;
  /** the stage has ended: nothing may touch the canvas any more */
  readonly disposed: boolean;
  /** Something other than the tiles' frames waits to be drawn. */
  readonly dirty: boolean;
  /** the way of a usual frame to this painter, and the measured ms by way */
  readonly uploadPath: UploadPathName | "draw-image";
  readonly uploadCosts: PathCosts;

  /** At least one pixel each way; empties the canvas. */
  resize(widthPx: number, heightPx: number): void;
  /** Takes a new view; returns the ids of tiles whose overlay changed. */
  apply(view: StageView): readonly string[];
  /** The context came back empty: everything is made again at the next paint. */
  restored(): void;
  paint(plan: DrawPlan, pictureOf: (tile: TileView) => FramePicture | null, isStill: (tile: TileView) => boolean): void;
  /** Calls back once when what was painted is finished, with the ms it took. A later call replaces an earlier one. */
  whenFinished(done: (ms: number) => void): void;
  /** Another call has shown that it is finished. */
  finished(): void;
  /** No callback comes any more. */
  forgetFinish(): void;

  makePicture(): FramePicture;
  /** The cheapest way for this frame, as its tiles show it. */
  pathFor(picture: VideoFrame | ImageBitmap, use: FrameUse): UploadPath;
  /** Runs work that uploads pictures. */
  uploading<T>(work: () => T): T;
  /** Runs work that changes what the timeline draws. */
  inking<T>(work: () => T): T;

  /** The frame as the tile shows it, without overlay and zoom, at its own size. */
  snapshot(tile: TileView, picture: FramePicture): Pixels;
  /** A rectangle of the canvas as presented, clipped to it. */
  read(rect: Rect): Pixels;

  /** Measures what suits this machine; `turn` is awaited before each measurement: the wall's own frames go first. */
  probe(turn: () => Promise<void>): Promise<void>;
  /** Tests: takes the context away and gives it back after `restoreAfterMs`, never when negative. */
  loseContext(restoreAfterMs: number): void;
  /** Frees what has not been used for a while. */
  tidy(): void;
  dispose(): void;
}
