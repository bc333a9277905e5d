/** What a painter draws on, and what it draws: the parts of the port that both makes share. */
import type { PreparedFrame } from "./gl/upload-path.ts";

export type StageCanvas = OffscreenCanvas | HTMLCanvasElement;

/** The painter's copy of one source's newest frame, shared by all tiles that show it. */
export interface FramePicture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** the frame's shape, px as shown */
  readonly displayWidth: number;
  readonly displayHeight: number;
  /**
   * Takes the frame over for drawing; its holder keeps it until the next one. Call inside `uploading`. False: it cannot
   * be drawn, and the picture before stays.
   */
  upload(prepared: PreparedFrame): boolean;
  /** Frees the copy. */
  release(): void;
}

/** How the tiles that are seen show a source's frames. */
export interface FrameUse {
  /** the pixels of all its tiles together */
  readonly drawnPx: number;
  /** a tile shows it as a fisheye's view */
  readonly dewarped: boolean;
}

/** What can happen to a canvas's context. */
export interface ContextListener {
  lost(): void;
  /** The context works again and is empty: rebuild everything. */
  restored(): void;
  failed(): void;
}
