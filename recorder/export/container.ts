/** What an export writes its pictures and its sound into. */
import type { RecordedAudio } from "#recorder/recording/segments/recorded-sample.ts";
import type { CutVideo } from "./smart-cut.ts";

export interface MuxOptions {
  readonly path: string;
  /** mp4: what a page can play, so without sound that no browser knows */
  readonly format: "mkv" | "mov" | "mp4";
  readonly cameraName: string;
  readonly recorderName: string;
  /** where the copy stands, epoch ms */
  readonly onProgress: (wallMs: number) => void;
}

/** A file that is being written. Times are ms from its beginning. */
export interface Container {
  video(timeMs: number, durationMs: number, item: CutVideo): Promise<void>;
  audio(timeMs: number, item: RecordedAudio): Promise<void>;
  finish(): Promise<void>;
  /** Closes what is not whole. */
  abort(): Promise<void>;
}
