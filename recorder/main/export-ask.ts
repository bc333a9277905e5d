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
  readonly bytes: number;
  /** call when the file has been sent, or will not be */
  readonly remove: () => void;
}
