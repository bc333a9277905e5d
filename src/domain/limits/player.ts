/** Players and the monitor of the framerate. */

/** 1.4, 1.9: critical when the average is below */
export const FRAMERATE_THRESHOLD = 8;
/** 1.9 */
export const FRAMERATE_SAMPLE_MS = 33;
/** 1.9 */
export const FRAMERATE_WINDOW_MS = 1_000;
/** 1.9 */
export const FRAMERATE_AVERAGE_SAMPLES = 5;
/** 1.9: the value that the average starts from */
export const FRAMERATE_START = 60;

/** 1.9 */
export const PLAYER_TIMEOUT_MS = 10_000;
/** 1.9: the player time-out in low-bandwidth mode */
export const LOW_BANDWIDTH_TIMEOUT_MS = 120_000;
/** 1.4: low-bandwidth session status poll */
export const LOW_BANDWIDTH_POLL_MS = 200;
/** 1.9: times the speed */
export const WAIT_THRESHOLD_MS = 2_000;
/** 1.4, 1.9 */
export const RECOVERABLE_RETRY_MS = 5_000;
/** 1.2: the 'try low bandwidth mode' link shows after more than this many retries */
export const TRY_LOW_BANDWIDTH_AFTER_RETRIES = 2;
/** ours: a paused live player is held at the time of its frame: about this far behind the recorder's clock */
export const LIVE_DELAY_MS = 1_000;
/** 1.4: a later archive resumes this long before its start */
export const RESUME_BEFORE_START_MS = 1_500;
/** 1.4: 'no video' polls every second */
export const NO_VIDEO_POLL_MS = 1_000;
/**
 * [ours] the stage reports for this long after its last movement; the watch for frozen video notices it within this
 * time
 */
export const STILL_REPORTED_MS = 30_000;
/** 1.2, 1.9 */
export const SLOW_NETWORK_ALERT_MS = 2_000;
/** 1.9: warnings above this packet loss (share lost of those sent) */
export const PACKET_LOSS_WARNING = 0.1;
/** 1.9 */
export const STATS_INTERVAL_MS = 1_000;
/** 1.9 */
export const BITRATE_SAMPLES = 5;
/** 1.4: the volumes that the button cycles through */
export const VOLUME_CYCLE = [0, 0.5, 1] as const;
/** 1.4: WebRTC is the default from this Chrome on */
export const WEBRTC_CHROME_MIN = 66;
/** 1.5: oldest supported browsers */
export const BROWSER_MIN = { chrome: 34, firefox: 33, ie: 11, opera: 25, safari: 8 } as const;
