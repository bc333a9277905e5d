/** How long an answer may take that waits for a camera: it is slow while it is asked for all it can do, or set up. */
export const CAMERA_TIMEOUT_MS = 60_000;
