/** Exporting recorded video (document 1, sections 2 and 5; document 2, section 8). */
import { type Failure, failure, refuse } from "../failures/failure.ts";
import { ok, type Result } from "#base/result.ts";
import { EXPORT_MIN_MS } from "../limits/timeline.ts";

/** Server ms, whole seconds. */
export interface ExportRange {
  readonly startMs: number;
  readonly stopMs: number;
}

/**
 * The range that is exported, or the text that explains why there is none: stop capped to now, milliseconds zeroed, 10
 * s at least.
 */
export function exportRange(
  startMs: number,
  stopMs: number,
  nowMs: number,
  maxExportHours: number | null | undefined,
): Result<ExportRange, Failure> {
  const range = { startMs: wholeSecond(startMs), stopMs: wholeSecond(Math.min(stopMs, nowMs)) };
  if (!(range.stopMs - range.startMs >= EXPORT_MIN_MS)) return refuse("export/too-short");
  if (
    maxExportHours !== null &&
    maxExportHours !== undefined &&
    range.stopMs - range.startMs > maxExportHours * 3_600_000
  )
    return refuse("export/too-long", { hours: maxExportHours });
  return ok(range);
}
const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

export interface ExportFormat {
  readonly format: "mkv" | "mov" | "dewarp";
  readonly extension: ".mkv" | ".mov" | ".html";
  readonly players: readonly string[];
}

/** The dialog's table: formats and recommended players. */
const exportFormats: readonly ExportFormat[] = [
  { format: "mkv", extension: ".mkv", players: ["VLC", "Windows Media Player (Windows 10+)"] },
  { format: "mov", extension: ".mov", players: ["QuickTime Player", "VLC"] },
  { format: "dewarp", extension: ".html", players: ["Chrome", "Edge", "Firefox", "Safari"] },
];

/** Formats of one stream: html for fisheye cameras only, no .mov on mobile Safari. */
export const formatsFor = (fisheye: boolean, mobileSafari: boolean): readonly ExportFormat[] =>
  exportFormats.filter(({ format }) => (format !== "dewarp" || fisheye) && (format !== "mov" || !mobileSafari));

/** The stage's export button: a range is selected and at least one camera may be exported. */
export const exportPossible = (range: ExportRange | null, cameras: number): boolean => range !== null && cameras > 0;

/** The pre-check's answer (HEAD): null to go on. */
export function precheckFailure(status: number | undefined): Failure | null {
  if (status !== undefined && status >= 200 && status < 300) return null;
  return status === 404 ? failure("archive/none") : failure("export/failed");
}
