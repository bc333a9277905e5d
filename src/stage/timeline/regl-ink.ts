import type createREGL from "regl";
import { LabelSheet } from "./label-sheet.ts";
import { LaneColumns } from "./lane-columns.ts";
import { MarkBatch } from "./mark-batch.ts";
import { SpanBatch } from "./span-batch.ts";
import type { TimelineInk } from "./timeline-ink.ts";

/** The timeline's ink on WebGL 2. Call inside `handover.withRegl`. */
export function reglInk(regl: createREGL.Regl): TimelineInk {
  const labels = new LabelSheet(regl);
  return {
    labels,
    ground: new MarkBatch(regl, labels),
    over: new MarkBatch(regl, labels),
    spans: new SpanBatch(regl),
    columns: new LaneColumns(regl),
  };
}
