/** Why a stream is not recorded although its camera is connected: rules only. */
import { type Failure, failure } from "#domain/failures/failure.ts";
import type { StorageState } from "#recorder/ipc/storage-shapes.ts";
import type { StreamSpec, StreamStatus } from "#recorder/ipc/stream-shapes.ts";

/** Pictures older than this mean trouble ... */
const STALE_MS = 15_000;
/** ... unless the camera itself takes so seldom one: so many of its usual pauses are waited for. */
const STALE_PAUSES = 3;

export interface Heard {
  readonly status: StreamStatus;
  /** when it was heard, by a clock that nobody sets */
  readonly atMs: number;
}

type Recorded = Pick<StreamSpec, "active" | "record">;

export const isOfDisk = (trouble: Failure | null): boolean => trouble?.code.startsWith("recording/disk-") ?? false;

/** What keeps everything from being recorded. */
export const diskTrouble = (storage: StorageState): Failure | null =>
  storage === "ok" ? null : failure(`recording/disk-${storage}`);

/** null: it is recorded, or is not to be, or its own status says why it is not. */
export function recordingTrouble(
  spec: Recorded | undefined,
  heard: Heard | undefined,
  nowMs: number,
  storage: StorageState,
): Failure | null {
  if (!spec?.active || spec.record === "proxy") return null;
  const ofDisk = diskTrouble(storage);
  if (ofDisk) return ofDisk;
  if (heard?.status.state !== "running") return null;
  const { frameAgeMs, archiveAgeMs, pauseMs } = heard.status;
  const sinceMs = nowMs - heard.atMs;
  const limitMs = Math.max(STALE_MS, STALE_PAUSES * pauseMs);
  const isStale = (ageMs: number | null): ageMs is number => ageMs !== null && ageMs + sinceMs > limitMs;
  const seconds = (ageMs: number): number => Math.round((ageMs + sinceMs) / 1000);
  if (isStale(frameAgeMs)) return failure("recording/no-picture", { count: seconds(frameAgeMs) });
  if (spec.record === "continuous" && isStale(archiveAgeMs))
    return failure("recording/not-written", { count: seconds(archiveAgeMs) });
  return null;
}
