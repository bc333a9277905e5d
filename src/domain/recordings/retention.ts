/** Storage retention: display, estimates, validation (document 2, sections 2, 5, 8, 9). */
import { plainTyped } from "../plain-typed.ts";
import { type Failure, failure, refuse } from "../failures/failure.ts";
import { ok, type Result } from "#base/result.ts";
import {
  RETENTION_DAY_S,
  RETENTION_DAYS_DECIMALS,
  RETENTION_ESTIMATE_MIN_S,
  RETENTION_MAX_DAYS,
  RETENTION_MIN_DAYS,
  RETENTION_WARNING_PERCENT,
} from "../limits/administration.ts";

const DAY_MS = RETENTION_DAY_S * 1000;

/** Days with one decimal. */
export const roundDays = (days: number): number =>
  Math.round(days * 10 ** RETENTION_DAYS_DECIMALS) / 10 ** RETENTION_DAYS_DECIMALS;

/** A day is 86400 s; stored in ms; 0 ms is automatic. */
const daysToMs = (days: number): number => Math.round(days * DAY_MS);
export const msToDays = (ms: number): number => ms / DAY_MS;

/** The desired retention of a camera: automatic, or an override in days. */
export interface RetentionChoice {
  readonly override: boolean;
  /** as typed */
  readonly daysDesired: string;
}

/**
 * With a point or a comma: some phones' number keyboards have no point. Some readers take "1,000" and "1.000" for a
 * thousand: here neither is.
 */
const DAYS = /^(?![1-9]\d{0,2}\.\d{3}$)(\d+(\.\d*|,\d{0,2})?|\.\d+|,\d{1,2})$/;

/**
 * The ms to save, which give the number that is shown afterwards, or the text: an override is a required number of days
 * from 0 to 10000.
 */
export function retentionMs(choice: RetentionChoice): Result<number, Failure> {
  if (!choice.override) return ok(0);
  const typed = plainTyped(choice.daysDesired);
  const days = DAYS.test(typed) ? Number(typed.replace(",", ".")) : Number.NaN;
  const valid = days >= RETENTION_MIN_DAYS && days <= RETENTION_MAX_DAYS;
  return valid ? ok(daysToMs(roundDays(days))) : refuse("retention/required");
}

/** Save is enabled only when something changed and everything is valid. An override of 0 days equals automatic. */
export function maySaveRetention(rows: readonly { readonly saved: RetentionChoice; readonly now: RetentionChoice }[]) {
  const dirty = rows.some(({ saved, now }) => choiceMs(saved) !== choiceMs(now));
  return dirty && rows.every(({ now }) => retentionMs(now).ok);
}
function choiceMs(choice: RetentionChoice): number | null {
  const ms = retentionMs(choice);
  return ms.ok ? ms.value : null;
}

/** The known facts about one camera's recordings. */
export interface RecordedCamera {
  readonly id: string;
  readonly bytesRecorded: number;
  readonly secondsRecorded: number;
  /** of the wall clock between the first recording and now: motion-only cameras record for less time than passes */
  readonly secondsSpanned: number;
  readonly isMotionOnly: boolean;
  /**
   * from its recorder, which knows every stream separately: null = no estimate; absent: computed from the other fields
   */
  readonly bytesEstimatedPerDay?: number | null | undefined;
  /** ms; 0 = automatic */
  readonly retention: number;
}
interface RetentionEstimate {
  readonly id: string;
  /** null: less than 60 s recorded, no estimate */
  readonly bytesPerDay: number | null;
  readonly days: number | null;
  readonly bytes: number | null;
}

/** Bytes per calendar day; null below 60 s recorded, and where nothing is recorded any more. */
export function bytesPerDay(camera: RecordedCamera): number | null {
  if (camera.secondsRecorded < RETENTION_ESTIMATE_MIN_S) return null;
  if (camera.bytesEstimatedPerDay !== undefined) return camera.bytesEstimatedPerDay;
  const seconds = camera.isMotionOnly
    ? Math.max(camera.secondsSpanned, camera.secondsRecorded)
    : camera.secondsRecorded;
  return (camera.bytesRecorded / seconds) * RETENTION_DAY_S;
}

/**
 * How long each camera's recordings will last at the recorded rates, by the recorder's rule of cleaning: the oldest
 * goes first everywhere, so all cameras last equally long, and cameras with an override at least that long. Nothing
 * outlasts the licence's limit (`licensedMs`, 0 = no limit), not even an override.
 */
export function estimateRetention(
  cameras: readonly RecordedCamera[],
  usableBytes: number,
  licensedMs: number,
): RetentionEstimate[] {
  const mostDays = licensedMs > 0 ? msToDays(licensedMs) : Number.POSITIVE_INFINITY;
  const rates = cameras.map((camera) => ({
    id: camera.id,
    rate: bytesPerDay(camera),
    minimumDays: Math.min(mostDays, msToDays(camera.retention)),
  }));
  const level = levelDays(
    rates.flatMap(({ rate, minimumDays }) => (rate === null ? [] : [{ rate, minimumDays }])),
    usableBytes,
  );
  return rates.map(({ id, rate, minimumDays }) => {
    if (rate === null) return { id, bytesPerDay: null, days: null, bytes: null };
    const days = Math.min(mostDays, Math.max(level, minimumDays));
    return { id, bytesPerDay: rate, days, bytes: rate * days };
  });
}

/** Whether an override demands more than the licence allows (0 = no limit). */
export const exceedsLicense = (overrideMs: number, licensedMs: number): boolean =>
  licensedMs > 0 && overrideMs > licensedMs;

/** Days N with sum(rate * max(N, minimum)) = usable bytes: the level to which water rises over steps. */
function levelDays(rated: readonly { readonly rate: number; readonly minimumDays: number }[], usableBytes: number) {
  const steps = rated.filter(({ rate }) => rate > 0).sort((a, b) => a.minimumDays - b.minimumDays);
  let left = usableBytes - sum(steps.map((step) => step.rate * step.minimumDays));
  if (left <= 0) return 0;
  let rate = 0;
  for (const [i, step] of steps.entries()) {
    rate += step.rate;
    const nextDays = steps[i + 1]?.minimumDays ?? Number.POSITIVE_INFINITY;
    if (step.minimumDays + left / rate <= nextDays) return step.minimumDays + left / rate;
    left -= rate * (nextDays - step.minimumDays);
  }
  return 0;
}
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Warn when the estimate exceeds the threshold by more than 0.1 percent. */
export const exceedsThreshold = (estimatedBytes: number, thresholdBytes: number): boolean =>
  (estimatedBytes - thresholdBytes) * 100 > RETENTION_WARNING_PERCENT * thresholdBytes;

/** The warning's text; a trial licence is pointed to activation. The user may save at their own risk. */
export function retentionWarning(estimatedBytes: number, thresholdBytes: number, trial: boolean): Failure | null {
  if (!exceedsThreshold(estimatedBytes, thresholdBytes)) return null;
  return failure(trial ? "retention/not-possible-trial" : "retention/not-possible");
}

interface DiskUse {
  readonly capacity: number;
  readonly free: number;
  readonly archivesSize: number;
  /** percent of the capacity at which the cleaner begins */
  readonly thresholdPercentage: number;
}
/** Shares (0..1) of the disk bar: archives, everything else, free, and where the marker stands. */
export function diskBar(disk: DiskUse) {
  const capacity = Math.max(1, disk.capacity);
  const used = Math.min(capacity, Math.max(0, capacity - disk.free));
  const archives = Math.min(used, disk.archivesSize);
  return {
    archives: archives / capacity,
    other: (used - archives) / capacity,
    free: 1 - used / capacity,
    threshold: Math.min(1, Math.max(0, disk.thresholdPercentage / 100)),
  };
}
