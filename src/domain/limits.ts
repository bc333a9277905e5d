/**
 * Every constant of the two documents, once. "1.9" after a name means document 1 (client), section 9; "2.5" document 2
 * (administration), section 5. Names carry units. Constants of our own say [ours].
 */

// --- session and clock -------------------------------------------------------------------------------------------
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

// --- ports -------------------------------------------------------------------------------------------------------
/** 1.9, 2.9 */
export const DEFAULT_RTSP_PORT_LINUX = 554;
/** 1.9, 2.9 */
export const DEFAULT_RTSP_PORT_WINDOWS = 8554;
/** 1.9, 2.9: rtsp on this port when the about fetch fails */
export const FALLBACK_RTSP_PORT = 9554;

// --- stage -------------------------------------------------------------------------------------------------------
/** 1.9: choices of the stage cycle, 0 = disabled */
export const STAGE_CYCLE_CHOICES_S = [0, 5, 10, 15, 20, 25, 30, 45, 60, 90, 120] as const;
/** 1.9 */
export const GRID_PADDING_PX = 20;
/** 1.9 */
export const GRID_GAP_PX = 3;
/** 1.9: width over height of a cell */
export const CELL_ASPECT = 16 / 9;
/** 1.9 */
export const GRID_ANIMATION_MS = 200;
/** 1.9 */
export const STAGE_SAVE_DEBOUNCE_MS = 1_000;
/** [ours] one press goes back or forward by this (issue 25) */
export const JUMP_MS = 10_000;
/** [ours] "Show all" stops at this many tiles where no server gives a limit: smaller ones show nothing */
export const SHOW_ALL_MAX = 64;
/** [ours] how long the message about a change of the stage offers to undo it (issue 25) */
export const UNDO_TOAST_MS = 10_000;
/** [ours] how long the wall goes on while another screen is visited, and the memory that a device needs for it */
export const WALL_KEPT_MS = 60_000;
export const WALL_KEPT_MEMORY_GIB = 4;
/** 1.9: drag threshold from the panel */
export const PANEL_DRAG_THRESHOLD_PX = 30;
/** 1.9: drag threshold in the stage list */
export const STAGE_LIST_DRAG_THRESHOLD_PX = 60;
/** 1.9 */
export const RESIZE_HANDLE_ZONE_PX = 21;
/** [ours] the same for a finger */
export const TOUCH_HANDLE_ZONE_PX = 44;
/** 1.9 */
export const DOUBLE_CLICK_WINDOW_MS = 300;
/** 1.9 */
export const RESIZE_DEBOUNCE_MS = 150;
/** 1.9 */
export const RESIZE_DEBOUNCE_AFTER_ORIENTATION_MS = 500;
/** 1.9: selection mode is off at this window width or less */
export const NARROW_LAYOUT_PX = 425;
/** [ours] narrower windows show the stage as one column that scrolls */
export const COLUMN_BELOW_PX = 600;
/** [ours] windows for fingers that lie on their side and are lower than this show one camera at a time */
export const ONE_CAMERA_BELOW_PX = 500;
/** 1.2, 1.9: the big panel layout is forced at this window width or less */
export const BIG_FORCED_PX = 415;
/** [ours] the side panel (issue 25): its width, and the number of cameras above which it begins with the mosaic */
export const PANEL_WIDTH_PX = 320;
export const PANEL_WIDTH_MIN_PX = 200;
export const PANEL_WIDTH_MAX_PX = 480;
export const BIG_CAMERAS_MAX = 12;
/** 1.2: mosaic previews per row: 3; 2 if depth above 4; 1 if depth above 6 */
export const MOSAIC_PER_ROW = 3;
export const MOSAIC_TWO_ABOVE_DEPTH = 4;
export const MOSAIC_ONE_ABOVE_DEPTH = 6;
/** 1.9, 2.9 */
export const TOOLTIP_DELAY_MS = 1_000;
/** 2.9 */
export const CAMERA_COLOUR_CLASSES = 36;

// --- throttles and previews --------------------------------------------------------------------------------------
/** 1.9: concurrent requests */
export const IMAGE_REQUESTS_MAX = 3;
/** 1.9, 2.9 */
export const ARCHIVE_REQUESTS_MAX = 2;
/** 1.9, 2.9 */
export const USER_REQUESTS_MAX = 5;
/** 1.9: first refresh of a preview */
export const PREVIEW_FIRST_REFRESH_MS = 2_500;
/** 1.9: then every 60 to 90 s, random */
export const PREVIEW_REFRESH_MIN_MS = 60_000;
export const PREVIEW_REFRESH_MAX_MS = 90_000;
/** 1.9 */
export const PREVIEW_RETRY_MS = 5_000;
/** 1.9: refetch if older than 10 min */
export const PREVIEW_MAX_AGE_MS = 600_000;
/** 1.9: snapshots at twice element size */
export const SNAPSHOT_SCALE = 2;

// --- framerate monitor -------------------------------------------------------------------------------------------
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

// --- player ------------------------------------------------------------------------------------------------------
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

// --- digital zoom, PTZ, dewarp -----------------------------------------------------------------------------------
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

// --- timeline ----------------------------------------------------------------------------------------------------
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

// --- export ------------------------------------------------------------------------------------------------------
/** 1.5, 1.9 */
export const EXPORT_MIN_MS = 10_000;
/** 2.8: the export error's alert comes after */
export const EXPORT_ERROR_ALERT_MS = 500;

// --- administration ----------------------------------------------------------------------------------------------
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
