/** Exports that were begun on this page: they go on when the dialog is closed. */
import type { Failure } from "#domain/failures/failure.ts";
import type { ExportPace } from "#domain/recordings/export-pace.ts";
import type { ExportRange } from "#domain/recordings/export-rules.ts";
import { type FactStore, factStore } from "./store.ts";

export interface ExportRun {
  readonly phase: "checking" | "waiting" | "running" | "ready" | "failed";
  /** 0..1 */
  readonly share: number;
  readonly format: "mkv" | "mov" | "dewarp";
  /** null = none */
  readonly failure: Failure | null;
  /** the server's text beside it */
  readonly detail: Failure | null;
  readonly name: string | null;
  /** recorded, and not in the file: their volume could not be reached. Server ms */
  readonly notReachable?: readonly { readonly stream: string; readonly start: number; readonly stop: number }[];
  readonly order?: { readonly streamIds: readonly string[]; readonly range: ExportRange; readonly zip: boolean };
  /** null: not measured yet */
  readonly pace?: ExportPace | null;
}

interface ExportStoreFacts {
  /**
   * by stream id; several cameras as one zip: `ZIP_KEY`, of several servers: `zipKey` of each. When another export
   * takes the key of one that is on its way, that one goes on under `besideKey`.
   */
  byKey: Record<string, ExportRun>;
  /** the text of the shown alert */
  alert: Failure | null;
  /** of the keys that sign; empty: not requested yet */
  fingerprints: readonly KeyFingerprint[];
}
export interface KeyFingerprint {
  /** the aggregator's server whose key it is; "" = the recorder's own */
  readonly serverId: string;
  /** as the verification page shows it */
  readonly fingerprint: string;
}
export type ExportStore = FactStore<ExportStoreFacts>;

export const ZIP_KEY = "zip";
export const zipKey = (orchidId: string): string => `${ZIP_KEY}/${orchidId}`;
export const isZipKey = (key: string): boolean =>
  (key === ZIP_KEY || key.startsWith(`${ZIP_KEY}/`)) && !key.includes("~");
export const besideKey = (key: string, number: number): string => `${key}~${number}`;
/** "": the only one */
export const zipServer = (key: string): string => key.slice(ZIP_KEY.length + 1);
export const createExportStore = (): ExportStore =>
  factStore<ExportStoreFacts>({ byKey: {}, alert: null, fingerprints: [] });

export const exportIsBusy = (run: ExportRun | undefined): boolean =>
  run !== undefined && (run.phase === "checking" || run.phase === "waiting" || run.phase === "running");
