/** What may be cleaned, what must stay, how long space will last: rules only, no disk. */
import type { RetentionPolicy } from "#recorder/ipc/contracts.ts";

export const DAY_MS = 86_400_000;
export const DEFAULT_THRESHOLD_PERCENT = 85;
/** A camera that recorded less gives no estimate. */
export const MIN_ESTIMATE_S = 60;
/** Keeping to the threshold never takes the newest minutes, even when others fill the disk; only a full disk does. */
export const NEWEST_KEPT_MS = 10 * 60_000;
/** An estimate this much over the space there is deserves a warning. */
export const WARN_EXCESS = 0.001;

export interface DiskSpace {
  readonly capacityBytes: number;
  /** what this process may still write */
  readonly freeBytes: number;
  /** reserved by the file system */
  readonly unavailableBytes: number;
}

export const DEFAULT_POLICY: RetentionPolicy = {
  cleaning: true,
  thresholdPercent: DEFAULT_THRESHOLD_PERCENT,
  maxBytes: null,
  maxAgeMs: null,
  streams: [],
};

/** How much has to go now. 0 = nothing. */
export function bytesToFree(
  space: DiskSpace,
  archivesBytes: number,
  policy: Pick<RetentionPolicy, "thresholdPercent" | "maxBytes">,
): number {
  const usableBytes = space.capacityBytes - space.unavailableBytes;
  const overDisk = usableBytes - space.freeBytes - (usableBytes * policy.thresholdPercent) / 100;
  const overLimit = policy.maxBytes === null ? 0 : archivesBytes - policy.maxBytes;
  return Math.max(0, Math.ceil(overDisk), Math.ceil(overLimit));
}

export interface Candidate {
  readonly id: number;
  readonly streamId: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly bytes: number;
  readonly file: string;
}

export interface StreamCandidates {
  readonly streamId: string;
  /** null = automatic */
  readonly minimumMs: number | null;
  /** closed and unlocked, oldest first */
  readonly candidates: readonly Candidate[];
  /** false: there are younger ones that were not fetched */
  readonly complete: boolean;
}

export interface Cleaning {
  readonly remove: readonly Candidate[];
  readonly freedBytes: number;
  /** the fetched candidates did not reach: remove these, fetch more and ask again */
  readonly more: boolean;
}

/**
 * Chooses what goes. The oldest first over all streams, so that cameras without override keep equal days; what an
 * override promises stays. With `emergency` (the disk took nothing more) what is left goes as well, promised last.
 */
export function chooseSegments(
  streams: readonly StreamCandidates[],
  wantBytes: number,
  nowMs: number,
  emergency: boolean,
): Cleaning {
  const ranks = emergency ? [0, 1, 2] : [0];
  const remove: Candidate[] = [];
  let freedBytes = 0;
  for (const rank of ranks) {
    const eligible = streams.flatMap((stream) =>
      stream.candidates.filter((candidate) => rankOf(candidate, stream.minimumMs, nowMs) === rank),
    );
    eligible.sort((a, b) => a.startMs - b.startMs);
    // Beyond the youngest fetched one of a stream nothing is known about what is older elsewhere.
    const horizonMs = Math.min(
      Number.POSITIVE_INFINITY,
      ...streams
        .filter((stream) => !stream.complete && stream.candidates.length > 0)
        .filter((stream) => rankOf(last(stream.candidates), stream.minimumMs, nowMs) === rank)
        .map((stream) => last(stream.candidates).startMs),
    );
    for (const candidate of eligible) {
      if (freedBytes >= wantBytes) return { remove, freedBytes, more: false };
      if (candidate.startMs > horizonMs) return { remove, freedBytes, more: true };
      remove.push(candidate);
      freedBytes += candidate.bytes;
    }
    if (freedBytes < wantBytes && Number.isFinite(horizonMs)) return { remove, freedBytes, more: true };
  }
  return { remove, freedBytes, more: false };
}

/** 0 = may go, 1 = automatic but very new, 2 = promised by an override */
function rankOf(candidate: Candidate, minimumMs: number | null, nowMs: number): 0 | 1 | 2 {
  const ageMs = nowMs - candidate.endMs;
  if (minimumMs !== null && ageMs < minimumMs) return 2;
  return ageMs < NEWEST_KEPT_MS ? 1 : 0;
}

function last<T>(list: readonly T[]): T {
  return list[list.length - 1] as T;
}

export interface CameraUsage {
  readonly cameraId: string;
  readonly overrideDays: number | null;
  /** records only around motion: its rate per recorded second says nothing about a day */
  readonly isMotionOnly: boolean;
  readonly bytesRecorded: number;
  readonly secondsRecorded: number;
  /** epoch ms of the oldest and newest recording; 0 = none */
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Days are of 86 400 s, not rounded. */
export interface CameraRetention {
  readonly cameraId: string;
  readonly override: boolean;
  readonly daysDesired: number | null;
  /** null: recorded too little to say */
  readonly daysEstimated: number | null;
  readonly bytesEstimated: number | null;
  readonly bytesEstimatedPerDay: number | null;
  readonly isMotionOnly: boolean;
  readonly bytesRecorded: number;
  readonly daysRecorded: number;
  /** from the oldest to the newest recording */
  readonly calendarDays: number;
}

export interface RetentionPlan {
  readonly cameras: readonly CameraRetention[];
  /** what recordings may take */
  readonly budgetBytes: number;
  readonly estimatedBytes: number;
  /** the overrides promise more than there is: not possible for the threshold */
  readonly exceeds: boolean;
}

/**
 * How long each camera's recordings will last at the recorded rates: all automatic ones equally long, those with an
 * override at least that long.
 */
export function planRetention(cameras: readonly CameraUsage[], budgetBytes: number): RetentionPlan {
  const rates = cameras.map((camera) => ({ camera, perDay: bytesPerDay(camera) }));
  const rated = rates.flatMap(({ camera, perDay }) =>
    perDay === null ? [] : [{ perDay, minimumDays: camera.overrideDays ?? 0 }],
  );
  const commonDays = Math.max(0, levelDays(rated, budgetBytes));
  const planned = rates.map(({ camera, perDay }): CameraRetention => {
    const daysEstimated = perDay === null ? null : Math.max(commonDays, camera.overrideDays ?? 0);
    return {
      cameraId: camera.cameraId,
      override: camera.overrideDays !== null,
      daysDesired: camera.overrideDays,
      daysEstimated,
      bytesEstimated: perDay === null || daysEstimated === null ? null : perDay * daysEstimated,
      bytesEstimatedPerDay: perDay,
      isMotionOnly: camera.isMotionOnly,
      bytesRecorded: camera.bytesRecorded,
      daysRecorded: camera.secondsRecorded / (DAY_MS / 1000),
      calendarDays: Math.max(0, camera.lastMs - camera.firstMs) / DAY_MS,
    };
  });
  const estimatedBytes = planned.reduce((sum, camera) => sum + (camera.bytesEstimated ?? 0), 0);
  return {
    cameras: planned,
    budgetBytes,
    estimatedBytes,
    exceeds: estimatedBytes > Math.max(0, budgetBytes) * (1 + WARN_EXCESS),
  };
}

/** What recordings may take up to the threshold. */
export function budgetOf(space: DiskSpace, archivesBytes: number, policy: RetentionPolicy): number {
  const usableBytes = space.capacityBytes - space.unavailableBytes;
  const othersBytes = Math.max(0, usableBytes - space.freeBytes - archivesBytes);
  const budget = (usableBytes * policy.thresholdPercent) / 100 - othersBytes;
  return Math.max(0, policy.maxBytes === null ? budget : Math.min(budget, policy.maxBytes));
}

function bytesPerDay(camera: CameraUsage): number | null {
  if (camera.secondsRecorded < MIN_ESTIMATE_S) return null;
  const seconds = camera.isMotionOnly
    ? Math.max(camera.secondsRecorded, (camera.lastMs - camera.firstMs) / 1000)
    : camera.secondsRecorded;
  return (camera.bytesRecorded / seconds) * (DAY_MS / 1000);
}

/** Days N with sum(perDay * max(N, minimum)) = budget: the level to which water rises over steps. */
function levelDays(rated: readonly { perDay: number; minimumDays: number }[], budgetBytes: number): number {
  const steps = [...rated].sort((a, b) => a.minimumDays - b.minimumDays);
  let left = budgetBytes - steps.reduce((sum, step) => sum + step.perDay * step.minimumDays, 0);
  if (steps.length === 0 || left <= 0) return 0;
  let rate = 0;
  for (const [i, step] of steps.entries()) {
    rate += step.perDay;
    const nextDays = steps[i + 1]?.minimumDays ?? Number.POSITIVE_INFINITY;
    const rise = rate > 0 ? left / rate : Number.POSITIVE_INFINITY;
    if (step.minimumDays + rise <= nextDays) return step.minimumDays + rise;
    left -= rate * (nextDays - step.minimumDays);
  }
  return Number.POSITIVE_INFINITY;
}
