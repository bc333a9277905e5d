/** The timeline with its scales and speeds, and exports. */

/** 1.4: seconds of playback-from-live: later times are live */
export const LIVE_WINDOW_S = 5;
/** 1.9 */
export const TIMELINE_TICK_MS = 1_000 / 24;
/** 1.9 */
export const TIME_CHANGE_DEBOUNCE_MS = 50;
/** 1.9 */
export const MOTION_REFRESH_MS = 1_500;
/** 1.9 */
export const FINE_CLICK_DEBOUNCE_MS = 50;
/** 1.9 */
export const SPEED_CHANGE_DEBOUNCE_MS = 200;
/** 1.4, 1.9 */
export const SCALE_LOCK_MS = 333;
/** 1.9 */
export const WHEEL_ZOOM_THROTTLE_MS = 400;
/** 1.9 */
export const PINCH_THROTTLE_MS = 350;
/** 1.9 */
export const COARSE_SEGMENT_PX = 100;
/** 1.9 */
export const WINDOW_MIN_PX = 17;
/** 1.9: one archive a minute */
export const ARCHIVES_PER_STREAM_PER_DAY = 1_440;
/** 1.9 */
export const LIVE_HALF_WINDOW_STEPS_MS = [
  30_000, 120_000, 240_000, 960_000, 3_600_000, 21_600_000, 43_200_000, 86_400_000, 259_200_000, 432_000_000,
] as const;
/** 1.9: 4 min */
export const LIVE_HALF_WINDOW_DEFAULT_MS = 240_000;
/** 1.4: coarse to fine */
export const TIMELINE_SCALES_MS = [
  86_400_000, 43_200_000, 21_600_000, 10_800_000, 3_600_000, 1_800_000, 900_000, 300_000, 60_000,
] as const;
/** 1.4: sizes of the speed steps; negative for reverse */
export const SPEED_STEPS = [0.25, 0.5, 1, 4, 16, 32, 64] as const;
/** 1.9: events asked for in a motion next/previous search */
export const MOTION_SEARCH_EVENTS = 5;
/** 1.9: a search backwards starts this long before now */
export const MOTION_SEARCH_BACK_MS = 5_000;
/** 1.9: and forwards this long after */
export const MOTION_SEARCH_FORWARD_MS = 1_001;
/** 1.5: zooming into the events chart needs events spanning more than this */
export const EVENTS_CHART_MIN_SPAN_MS = 60_000;

/** 1.5, 1.9 */
export const EXPORT_MIN_MS = 10_000;
/** 2.8: the export error's alert comes after */
export const EXPORT_ERROR_ALERT_MS = 500;
