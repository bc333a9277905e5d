/** Sessions, clocks and ports. */

/** 1.9: how long a persistent session lives (30 days) */
export const SESSION_EXPIRY_S = 2_592_000;
/** 1.9 */
export const PING_INTERVAL_MS = 10_000;
/** 1.9: clock re-sync while the stage is shown */
export const CLOCK_RESYNC_MS = 60_000;
/**
 * 1.9: time-out of the time-difference probe that the client requests; that of a caller without a time-out of its own
 */
export const TIME_PROBE_TIMEOUT_MS = 2_000;
export const TIME_PROBE_DEFAULT_TIMEOUT_MS = 5_000;
/** 1.2, 1.9: the clock-warning button shows above this difference */
export const CLOCK_WARNING_MS = 5_000;
/** 1.9: a clock offset change above this resumes playback */
export const CLOCK_OFFSET_RESUME_MS = 5_000;
/** 1.4, 1.9: from death of the application to the Reload screen */
export const DEATH_SCREEN_DELAY_MS = 3_000;
/** 1.9, 2.9 */
export const CLIENT_VERSION = "8.0.0";

/** 1.9, 2.9 */
export const DEFAULT_RTSP_PORT_LINUX = 554;
/** 1.9, 2.9 */
export const DEFAULT_RTSP_PORT_WINDOWS = 8554;
/** 1.9, 2.9: rtsp on this port when the about fetch fails */
export const FALLBACK_RTSP_PORT = 9554;
