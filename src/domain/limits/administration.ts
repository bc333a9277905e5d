/** The administration. */

/** 2.5, 2.9 */
export const PASSWORD_MIN = 4;
/** 2.5, 2.9 */
export const RETENTION_MIN_DAYS = 0;
export const RETENTION_MAX_DAYS = 10_000;
/** 2.9 */
export const RETENTION_DAY_S = 86_400;
/** 2.9: days are rounded to this many decimals */
export const RETENTION_DAYS_DECIMALS = 1;
/** 2.9: less recorded than this gives no estimate */
export const RETENTION_ESTIMATE_MIN_S = 60;
/** 2.5: warn when the estimate exceeds the threshold by more than this */
export const RETENTION_WARNING_PERCENT = 0.1;
/** 2.9: bytes are shown in units of */
export const BYTE_UNIT = 1_024;
/** 2.9: an older last archive flags an issue */
export const LAST_ARCHIVE_DANGER_MS = 120_000;
/** 2.4: stream status polling */
export const STREAM_POLL_CAMERAS_MS = 5_000;
export const STREAM_POLL_STATUS_MS = 1_000;
/** 2.4: next check after running; else */
export const STREAM_CHECK_RUNNING_MS = 60_000;
export const STREAM_CHECK_OTHER_MS = 2_000;
/** 2.4, 2.7 */
export const ACTIVATION_PING_TIMEOUT_MS = 5_000;
/** 2.9: licence expiry above this is shown as N/A */
export const LICENSE_EXPIRES_MAX = 8_623_372_036_854_776;
/** 2.9: the licence countdown refreshes every */
export const LICENSE_COUNTDOWN_MS = 1_000;
/** 2.9 */
export const LICENSE_CAMERAS_UNLIMITED = 0;
/** 2.5: brush of the motion mask, px */
export const BRUSH_MIN = 1;
export const BRUSH_MAX = 200;
export const BRUSH_DEFAULT = 40;
/** 2.5 */
export const OBJECT_SIZE_MIN = 0;
export const OBJECT_SIZE_MAX = 100;
export const OBJECT_SIZE_DEFAULT = 5;
/** 2.5: used unless the H264 capability gives limits */
export const FRAME_RATE_MIN = 1;
export const FRAME_RATE_MAX = 30;
/** 2.5: this capability value becomes 0 */
export const CAPABILITY_INT_UNSET = 2_147_483_647;
/** 2.5: recovering a camera works from this server version on */
export const RECOVER_MIN_VERSION = "2.2.2";
/** Sending a client to a server: some ten MB over a slow line, and unpacking them. */
export const CLIENT_UPLOAD_TIMEOUT_MS = 300_000;
