/** The file that an export writes its video and audio into. */
import type { RecordedAudio } from "#recorder/recording/segments/recorded-sample.ts";
import type { CutVideo } from "./smart-cut.ts";

export interface MuxOptions {
  readonly path: string;
  /** mp4: what a page can play, so without audio that browsers do not know */
  readonly format: "mkv" | "mov" | "mp4";
  readonly cameraName: string;
  /** whose it is */
  readonly comment: string;
  /** how far the copy has come, epoch ms */
  readonly onProgress: (wallMs: number) => void;
}

/** A file that is being written. Times are ms from its beginning. */
export interface Container {
  video(timeMs: number, durationMs: number, item: CutVideo): Promise<void>;
  audio(timeMs: number, item: RecordedAudio): Promise<void>;
  finish(): Promise<void>;
  /** Closes an incomplete file. */
  abort(): Promise<void>;
}
