/** The input from which the marks of one drawing of the timeline are made. */
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import type { TimelineView } from "#protocol/timeline-view.ts";
import type { TimelineLayout } from "./timeline-layout.ts";

const FAMILY = '"Inter", "Segoe UI", "Helvetica Neue", "DejaVu Sans", system-ui, sans-serif';

export interface MarkInput {
  readonly view: TimelineView;
  readonly window: TimeWindow;
  readonly layout: TimelineLayout;
  /** the instant of the drawing, ms since 1970 */
  readonly atMs: number;
}

/** Device px of a length in CSS px, at least one. */
export const px = (view: TimelineView, css: number): number => Math.max(1, Math.round(css * view.devicePixelRatio));
export const fontOf = (view: TimelineView, weight: number, css: number): string =>
  `${weight} ${px(view, css)}px ${FAMILY}`;
