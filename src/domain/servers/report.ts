/** System report: range, events chart, log export (document 1, section 5; document 2, section 2). */
import { type Failure, failure, refuse } from "../failures/failure.ts";
import { ok, type Result } from "#base/result.ts";
import { EVENTS_CHART_MIN_SPAN_MS } from "../limits/timeline.ts";

/** What is wrong when from is after to; an open end is fine. */
export const rangeFault = (fromMs: number | null, toMs: number | null): Failure | null =>
  fromMs !== null && toMs !== null && fromMs > toMs ? failure("range/reversed") : null;

export interface ReportEvent {
  /** server ms */
  readonly when: number;
}
/** The chart's next range: from the first to the last event; needs more than one, spanning over 60 s. */
export function zoomChart(
  events: readonly ReportEvent[],
): Result<{ readonly from: number; readonly to: number }, Failure> {
  const times = events.map((event) => event.when);
  const from = Math.min(...times);
  const to = Math.max(...times);
  return times.length > 1 && to - from > EVENTS_CHART_MIN_SPAN_MS ? ok({ from, to }) : refuse("chart/zoom-limit");
}

/**
 * The index of the bin that holds a time, of `bins` equal ones; null outside of [from, to). Chart and list both use
 * this.
 */
export function binOf(when: number, fromMs: number, toMs: number, bins: number): number | null {
  if (when < fromMs || when >= toMs) return null;
  return Math.min(bins - 1, Math.floor(((when - fromMs) / (toMs - fromMs)) * bins));
}

/** Counts of events in equal bins, for the chart. */
export function chartBins(events: readonly ReportEvent[], fromMs: number, toMs: number, bins: number): number[] {
  const counts = Array.from({ length: bins }, () => 0);
  for (const { when } of events) {
    const bin = binOf(when, fromMs, toMs, bins);
    if (bin !== null) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** Axis labels: %m/%d over more than a day, else %H:%M. */
export const chartFormat = (fromMs: number, toMs: number): "%m/%d" | "%H:%M" =>
  toMs - fromMs > 86_400_000 ? "%m/%d" : "%H:%M";

/** Query of the log export: gzip by default, from and to optional (ms); a time before 1970 becomes 0. */
export function logQuery(format: "gzip" | "text", fromMs: number | null, toMs: number | null): string {
  const parts = [`format=${format}`];
  if (fromMs !== null) parts.push(`from=${Math.max(0, Math.round(fromMs))}`);
  if (toMs !== null) parts.push(`to=${Math.max(0, Math.round(toMs))}`);
  return parts.join("&");
}

/** The client update takes a .zip file only. */
export const updateFileFault = (fileName: string | null | undefined): Failure | null =>
  fileName?.toLowerCase().endsWith(".zip") ? null : failure("client/no-file");
