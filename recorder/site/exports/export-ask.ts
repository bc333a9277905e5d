import type { ExportStream, UnreachedSpan } from "#recorder/ipc/export-contract.ts";

/** What is to be exported, for any caller. */
export interface ExportAsk {
  /** several make a zip */
  readonly streams: readonly ExportStream[];
  readonly startMs: number;
  readonly stopMs: number;
  readonly format: "mkv" | "mov" | "dewarp";
  /** a single stream too comes as a zip with its signed manifest */
  readonly zip: boolean;
  /** time zone of the file names (IANA); absent: UTC */
  readonly zone?: string;
  /** disk space that it needs while it is made; absent: nothing is reserved for it */
  readonly needBytes?: number;
  /** whoever ordered it may see without privacy masks, and has asked for that */
  readonly isUnmasked?: true;
}

/** A finished export. */
export interface MadeExport {
  readonly file: string;
  /** named after its camera and first frame; null for a zip, which has many */
  readonly name: string | null;
  readonly bytes: number;
  /** ids of the streams that have no recording in the range */
  readonly withoutVideo: readonly string[];
  /** what is recorded in the range and is not in the file */
  readonly notReachable: readonly UnreachedSpan[];
  /** call it when the file has been sent, or will not be */
  readonly remove: () => void;
}
