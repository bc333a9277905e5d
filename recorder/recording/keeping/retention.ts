/** What may be removed and what must stay: rules only, no disk access. */
import type { RetentionPolicy } from "#recorder/ipc/storage-shapes.ts";

const DEFAULT_THRESHOLD_PERCENT = 85;
/** The threshold never removes the newest minutes, even when other files fill the disk; only a full disk does. */
const NEWEST_KEPT_MS = 10 * 60_000;

export interface DiskSpace {
  readonly capacityBytes: number;
  /** bytes that this process may still write */
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

/** The disk as its users see it: without the space that the file system reserves. */
export const usableBytes = (space: DiskSpace): number => space.capacityBytes - space.unavailableBytes;

/** How much recordings may use before the threshold is reached; negative when other files alone use more than that. */
export function roomForArchives(space: DiskSpace, archivesBytes: number, thresholdPercent: number): number {
  const usable = usableBytes(space);
  const othersBytes = usable - space.freeBytes - archivesBytes;
  return (usable * thresholdPercent) / 100 - othersBytes;
}

/** What is reserved for others is free again a little before it is touched. */
const RESERVE_MARGIN = 0.01;

/** How much must be removed now. 0 = nothing. `reserveBytes`: what others may take, whatever the threshold says. */
export function bytesToFree(
  space: DiskSpace,
  archivesBytes: number,
  policy: Pick<RetentionPolicy, "thresholdPercent" | "maxBytes">,
  reserveBytes = 0,
): number {
  const overDisk = archivesBytes - roomForArchives(space, archivesBytes, policy.thresholdPercent);
  const overLimit = policy.maxBytes === null ? 0 : archivesBytes - policy.maxBytes;
  const kept = reserveBytes === 0 ? 0 : reserveBytes + usableBytes(space) * RESERVE_MARGIN;
  const overReserve = Math.min(archivesBytes, kept - space.freeBytes);
  return Math.max(0, Math.ceil(overDisk), Math.ceil(overLimit), Math.ceil(overReserve));
}

export interface Candidate {
  readonly id: number;
  readonly streamId: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly bytes: number;
  readonly file: string;
  /** it has a copy in the bucket */
  readonly hasCopy?: boolean;
}

export interface StreamCandidates {
  readonly streamId: string;
  /** null = automatic */
  readonly minimumMs: number | null;
  /** closed and unlocked, oldest first */
  readonly candidates: readonly Candidate[];
  /** false: there are younger candidates that were not fetched */
  readonly complete: boolean;
}

interface Cleaning {
  readonly remove: readonly Candidate[];
  readonly freedBytes: number;
  /** the fetched candidates are not enough: remove these, fetch more and ask again */
  readonly more: boolean;
}

/**
 * Chooses what to remove. The oldest first over all streams, so that cameras without override keep the same number of
 * days; what an override promises stays. What has a copy in the bucket goes before that, promised or not: it is kept there. With
 * `emergency` (the disk accepted nothing more) the rest may go too, promised recordings last.
 */
export function chooseSegments(
  streams: readonly StreamCandidates[],
  wantBytes: number,
  nowMs: number,
  emergency: boolean,
): Cleaning {
  const ranks = emergency ? [0, 1, 2, 3] : [0, 1];
  const remove: Candidate[] = [];
  let freedBytes = 0;
  for (const rank of ranks) {
    const eligible = streams.flatMap((stream) =>
      stream.candidates.filter((candidate) => rankOf(candidate, stream.minimumMs, nowMs) === rank),
    );
    eligible.sort((a, b) => a.startMs - b.startMs);
    // Beyond a stream's youngest fetched candidate nothing is known about older segments of other streams.
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

/** 0 = has a copy, 1 = may go, 2 = automatic but very new, 3 = promised by an override */
function rankOf(candidate: Candidate, minimumMs: number | null, nowMs: number): 0 | 1 | 2 | 3 {
  const ageMs = nowMs - candidate.endMs;
  if (candidate.hasCopy && ageMs >= NEWEST_KEPT_MS) return 0;
  if (minimumMs !== null && ageMs < minimumMs) return 3;
  return ageMs < NEWEST_KEPT_MS ? 2 : 1;
}

function last<T>(list: readonly T[]): T {
  return list[list.length - 1] as T;
}
