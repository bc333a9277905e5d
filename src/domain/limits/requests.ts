/** Requests at a time, and how often previews are renewed. */

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
