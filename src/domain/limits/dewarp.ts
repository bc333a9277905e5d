/** Dewarped views and their patrols. */

/** 1.9, 2.5: zoom of the dewarped view; slider step 0.1 (2.5) */
export const DEWARP_ZOOM_MIN = 0.1;
export const DEWARP_ZOOM_MAX = 10;
export const DEWARP_ZOOM_STEP = 0.1;
/** 2.5: pan and tilt sliders */
export const DEWARP_ANGLE_STEP_DEG = 1;
/** 1.3, 2.5: default limits; orientation changes them (dewarp/limits.ts) */
export const DEWARP_PAN_MIN_DEG = 0;
export const DEWARP_PAN_MAX_DEG = 360;
export const DEWARP_TILT_MIN_DEG = 0;
export const DEWARP_TILT_MAX_DEG = 90;
/** 2.5 */
export const DEWARP_DEPTH_MIN = 0.1;
export const DEWARP_DEPTH_MAX = 9;
export const DEWARP_DEPTH_DEFAULT = 1;
/** 2.5; default 1.3, 2.3 */
export const DEWARP_ASPECT_MIN = 0;
export const DEWARP_ASPECT_MAX = 10;
export const DEWARP_ASPECT_DEFAULT = 4;
/** 2.5; default 1.3, 2.3 */
export const DEWARP_SHIFT_MIN_DEG = -180;
export const DEWARP_SHIFT_MAX_DEG = 180;
export const DEWARP_SHIFT_DEFAULT_DEG = 0;
/** 1.3, 2.3: the default perspective view */
export const DEWARP_VIEW_DEFAULT = { pan: 0, tilt: 45, zoom: 0.5 } as const;
/** [ours] patrols of a fisheye's views: seconds at a view, seconds on the way to the next */
export const PATROL_DWELL_MIN_S = 1;
export const PATROL_DWELL_MAX_S = 3600;
export const PATROL_DWELL_DEFAULT_S = 10;
export const PATROL_GLIDE_MAX_S = 30;
export const PATROL_GLIDE_DEFAULT_S = 2;
export const PATROL_STOPS_MAX = 32;
/** [ours] a patrol that a hand has paused goes on after this time without one */
export const PATROL_RESUME_MS = 30_000;
/** 1.5, 2.9: dewarped players at a time */
export const DEWARP_PLAYERS_MOBILE = 8;
export const DEWARP_PLAYERS_DESKTOP = 16;
