/** How long recordings stay on each of several volumes at the rate that is measured, and what becomes of them then. */
import { msToDays } from "./retention.ts";
import type { VolumeRole, VolumeSpec } from "./volume.ts";

export interface TierVolume extends Pick<VolumeSpec, "name" | "weight" | "reserveBytes"> {
  /** null: it takes nothing and holds nothing that stays */
  readonly role: VolumeRole | null;
  /** as its users see it; 0 = never seen */
  readonly capacityBytes: number;
  readonly freeBytes: number;
  readonly recordedBytes: number;
  /** written there of late */
  readonly bytesPerSecond: number;
  readonly moveAfterDays: number | null;
  /** only a part of what is older goes on by its age; the rest does where the volume is nearly full */
  readonly isPartMoved: boolean;
}

/** `moves`: to the volumes that keep only; `archive`: its copy in the bucket stays */
export const TIER_ENDS = ["moves", "archive", "removed"] as const;
interface TierEstimate {
  readonly days: number;
  readonly end: (typeof TIER_ENDS)[number];
}

interface Site {
  /** recorded by all cameras together */
  readonly bytesPerDay: number;
  /** at which the oldest are removed */
  readonly thresholdPercent: number;
  /** all that is removed from a volume has a copy by then that is older than so many days; null: not all has one */
  readonly copiedAfterDays: number | null;
  /** of the licence; 0 = no limit */
  readonly licensedMs: number;
}

/** By name; of those without an estimate there is none. */
export function estimateTiers(volumes: readonly TierVolume[], site: Site): ReadonlyMap<string, TierEstimate> {
  const estimates = new Map<string, TierEstimate>();
  const seen = volumes.filter(({ capacityBytes }) => capacityBytes > 0);
  const recording = seen.filter(({ role }) => role === "record");
  const keeping = seen.filter(({ role }) => role === "keep");
  const mostDays = site.licensedMs > 0 ? msToDays(site.licensedMs) : Number.POSITIVE_INFINITY;
  const isMeasured = recording.some(({ bytesPerSecond }) => bytesPerSecond > 0);
  const shareOf = (one: TierVolume): number => (isMeasured ? one.bytesPerSecond : one.weight);
  const shares = recording.reduce((sum, one) => sum + shareOf(one), 0);
  let [onwardPerDay, longestDays] = [0, 0];
  for (const one of recording) {
    const perDay = shares > 0 ? (site.bytesPerDay * shareOf(one)) / shares : 0;
    if (perDay <= 0) continue;
    const isHandedOn = one.moveAfterDays !== null && keeping.length > 0;
    const fullDays = Math.min(mostDays, roomOf(one, site.thresholdPercent) / perDay);
    const days = isHandedOn && !one.isPartMoved ? Math.min(fullDays, one.moveAfterDays ?? fullDays) : fullDays;
    if (isHandedOn) onwardPerDay += perDay;
    if (isHandedOn) longestDays = Math.max(longestDays, days);
    estimates.set(one.name, { days, end: isHandedOn ? "moves" : endAfter(days, site) });
  }
  if (onwardPerDay <= 0) return estimates;
  const room = keeping.reduce((sum, one) => sum + roomOf(one, site.thresholdPercent), 0);
  // They fill by their room, so that all of them last equally long.
  const days = Math.max(0, Math.min(mostDays - longestDays, room / onwardPerDay));
  for (const { name } of keeping) estimates.set(name, { days, end: endAfter(longestDays + days, site) });
  return estimates;
}

const endAfter = (days: number, { copiedAfterDays }: Site): TierEstimate["end"] =>
  copiedAfterDays !== null && copiedAfterDays <= days ? "archive" : "removed";

/** What recordings may use before the oldest are removed. */
function roomOf(one: TierVolume, thresholdPercent: number): number {
  const leftFree = Math.max(one.reserveBytes, (one.capacityBytes * (100 - thresholdPercent)) / 100);
  return Math.max(0, one.recordedBytes + one.freeBytes - leftFree);
}
