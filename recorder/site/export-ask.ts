import type { ExportStream } from "#recorder/ipc/contracts.ts";

/** What is to be exported, whoever asks. */
export interface ExportAsk {
  /** several make a zip */
  readonly streams: readonly ExportStream[];
  readonly startMs: number;
  readonly stopMs: number;
  readonly format: "mkv" | "mov" | "dewarp";
  /** also one stream comes as a zip with its signed manifest */
  readonly zip: boolean;
  /** whose clock the files' names tell (IANA); absent: UTC */
  readonly zone?: string;
  /** what it takes of the disk while it is made; absent: nothing is kept for it */
  readonly needBytes?: number;
}

/** A finished export. */
export interface MadeExport {
  readonly file: string;
  /** after its camera and first picture; null for a zip, which has many */
  readonly name: string | null;
  readonly bytes: number;
  /** ids of the streams of which nothing is recorded in the range */
  readonly withoutVideo: readonly string[];
  /** call when the file has been sent, or will not be */
  readonly remove: () => void;
}
