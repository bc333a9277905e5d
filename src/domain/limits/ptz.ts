/** Digital zoom and cameras that move. */

/** 1.9: digital zoom 1 to 20 over 33 steps */
export const DIGITAL_ZOOM_MIN = 1;
export const DIGITAL_ZOOM_MAX = 20;
export const DIGITAL_ZOOM_STEPS = 33;
/** 1.9 */
export const WHEEL_STEP = 0.625;
/** 1.9 */
export const WHEEL_STOP_MS = 350;
/** 1.9 */
export const TAP_AND_HOLD_MS = 200;
/** 1.9 */
export const PTZ_DEBOUNCE_MS = 10;
/**
 * ours: a held move is repeated at this interval, and without a repeat for this long the camera stops: the user who
 * moved it may be gone
 */
export const PTZ_RENEW_MS = 1_000;
export const PTZ_HOLD_MS = 3_000;
/** ours: a held move of a camera that moves by steps is repeated at this interval; of what comes faster than the second, nothing is done */
export const PTZ_STEP_MS = 400;
export const PTZ_STEP_PAUSE_MS = 300;
/** ours: a continuous move of a caller that gives no time */
export const PTZ_MOVE_DEFAULT_MS = 10_000;
export const PTZ_MOVE_MAX_MS = 60_000;
/** 1.9 */
export const PRESET_MOVE_LOCK_MS = 1_000;
/** 1.5: per axis of the gamepad */
export const GAMEPAD_DEAD_ZONE = 0.1;
/** 1.5 */
export const PRESET_NAME_MAX = 32;
/** 1.9, 2.9: unless the camera states it */
export const DEFAULT_MAX_PRESETS = 10;
