/** The range that Export opens with: the chosen one, or 30 s about the playhead. */
import { exportRange } from "#domain/recordings/export-rules.ts";
import { rangeAbout } from "#domain/timeline/strip/selection.ts";
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import { selectedRange } from "#domain/timeline/timeline-state.ts";
import { timelineTime, type TimelineStore } from "#state/timeline-store.ts";
import { epochMs } from "../epoch.ts";

/** A chosen range that the rules refuse stands for none: the dialog would open with a failure. */
export function askedExport(timeline: TimelineStore, nowMs: number, maxHours: number | null): TimeWindow {
  const chosen = selectedRange(timeline.get().state);
  const allowed = chosen && exportRange(chosen.startMs, chosen.stopMs, nowMs, maxHours);
  return allowed?.ok ? allowed.value : rangeAbout(timelineTime(timeline.get(), epochMs()), nowMs);
}
