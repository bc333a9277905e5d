/** Stream states, the interval of polls, and which states are an issue (documents 1 and 2, section 4). */
import { LAST_ARCHIVE_DANGER_MS, STREAM_CHECK_OTHER_MS, STREAM_CHECK_RUNNING_MS } from "../limits/administration.ts";
import { CAMERA_COLOUR_CLASSES } from "../limits/stage.ts";

export const STREAM_STATES = [
  "idle",
  "starting",
  "stopping",
  "restarting",
  "running",
  "unknown",
  "unable to retrieve",
] as const;
export type StreamState = (typeof STREAM_STATES)[number];

/** A state from the API; an unknown word becomes 'unknown'. */
export const readStreamState = (value: unknown): StreamState =>
  STREAM_STATES.find((state) => state === value) ?? "unknown";
/** The shown state when the request for it failed. */
export const failedStreamState: StreamState = "unable to retrieve";

/** Running is healthy. */
export const isHealthy = (state: StreamState): boolean => state === "running";
/** Short states on the way to another one: no fault, unless the stream has failed before. */
const UNDER_WAY: readonly StreamState[] = ["starting", "stopping", "restarting"];
type StreamTone = "good" | "muted" | "bad";
/** How a state is shown. `isTroubled`: something is said to be wrong with the stream. */
export const streamTone = (state: StreamState, retryCount = 0, isTroubled = false): StreamTone =>
  isTroubled || retryCount > 0 ? "bad" : isHealthy(state) ? "good" : UNDER_WAY.includes(state) ? "muted" : "bad";
/** Time until a stream is polled again: 60 s after running, otherwise 2 s. */
export const nextCheckMs = (state: StreamState): number =>
  state === "running" ? STREAM_CHECK_RUNNING_MS : STREAM_CHECK_OTHER_MS;
/** Restart is enabled only when running or idle. */
export const mayRestart = (state: StreamState): boolean => state === "running" || state === "idle";

/** An archive last written more than 120 s ago flags an issue; so does a missing one. */
export const lastArchiveIsLate = (lastWrittenMs: number, nowMs: number): boolean =>
  lastWrittenMs <= 0 || nowMs - lastWrittenMs > LAST_ARCHIVE_DANGER_MS;

/** The time since something was written, in the largest unit that it fills; null when it was never written. */
export function age(
  writtenMs: number,
  nowMs: number,
): { readonly count: number; readonly unit: "second" | "minute" | "hour" | "day" } | null {
  if (writtenMs <= 0) return null;
  const seconds = Math.max(0, Math.floor((nowMs - writtenMs) / 1000));
  if (seconds < 60) return { count: seconds, unit: "second" };
  if (seconds < 3600) return { count: Math.floor(seconds / 60), unit: "minute" };
  return seconds < 86_400
    ? { count: Math.floor(seconds / 3600), unit: "hour" }
    : { count: Math.floor(seconds / 86_400), unit: "day" };
}

/** Why a dialog cannot get a still of the camera; null when it can try. */
export type StillProblem = "no-primary" | "proxy-only" | "not-running";
export function stillProblem(
  stream: { readonly mode?: string | undefined; readonly state: StreamState } | null,
): StillProblem | null {
  if (!stream) return "no-primary";
  if (stream.mode === "PROXY_ONLY_MODE") return "proxy-only";
  return isHealthy(stream.state) ? null : "not-running";
}

/** Colour class of a camera: they cycle modulo 36. */
export const cameraColourClass = (index: number): number =>
  ((index % CAMERA_COLOUR_CLASSES) + CAMERA_COLOUR_CLASSES) % CAMERA_COLOUR_CLASSES;
