/** Stream states, how often to ask, what is an issue (documents 1 and 2, section 4). */
import {
  CAMERA_COLOUR_CLASSES,
  LAST_ARCHIVE_DANGER_MS,
  STREAM_CHECK_OTHER_MS,
  STREAM_CHECK_RUNNING_MS,
} from "../limits.ts";

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

/** A state from the wire; words that are not known are 'unknown'. */
export const readStreamState = (value: unknown): StreamState =>
  STREAM_STATES.find((state) => state === value) ?? "unknown";
/** What is shown when asking for the state failed. */
export const failedStreamState: StreamState = "unable to retrieve";

/** Running is healthy. */
export const isHealthy = (state: StreamState): boolean => state === "running";
/** Time until a stream is asked again: 60 s after running, else 2 s. */
export const nextCheckMs = (state: StreamState): number =>
  state === "running" ? STREAM_CHECK_RUNNING_MS : STREAM_CHECK_OTHER_MS;
/** Restart is enabled only when running or idle. */
export const mayRestart = (state: StreamState): boolean => state === "running" || state === "idle";

/** An archive last written more than 120 s ago flags an issue; so does none at all. */
export const lastArchiveIsLate = (lastWrittenMs: number, nowMs: number): boolean =>
  lastWrittenMs <= 0 || nowMs - lastWrittenMs > LAST_ARCHIVE_DANGER_MS;

/** How long ago something was written, in the largest unit that it fills; null when it never was. */
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

/** Why a still of the camera cannot be had for a dialog; null when it can be tried. */
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
