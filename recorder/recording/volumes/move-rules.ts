/** Which files go from which volume to which: all of one that is drained, and the oldest of one that hands them on. */
import { DAY_MS } from "#domain/timeline/zone.ts";
import { isAllMoved } from "#domain/recordings/volume.ts";
import { placeMoved } from "#domain/recordings/volume-placing.ts";
import type { RetentionPolicy } from "#recorder/ipc/storage-shapes.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import type { Cleaner } from "../keeping/cleaner.ts";
import { bytesToFree, usableBytes } from "../keeping/retention.ts";
import { ChosenFiles } from "./chosen-files.ts";
import type { MoveRule } from "./moving.ts";
import type { MoverPorts } from "./mover.ts";
import type { Volume } from "./volume.ts";

interface RulePorts extends Pick<MoverPorts, "volumes" | "index"> {
  readonly cleaner: Pick<Cleaner, "nowMs" | "policy">;
}

const DRAIN_LOOK_MS = 1000;
const ONWARD_LOOK_MS = 10_000;
/** The oldest files go on when so many percent of the disk are left before the cleaner would remove them. */
const AHEAD_PERCENT = 2;
/** On the disk that takes them so many percent beyond the threshold may be used; then its own oldest files are removed. */
const BEYOND_PERCENT = 2;

/** All that lies on a volume that is drained goes to the others. */
export function drainRule({ volumes, index, cleaner }: RulePorts): MoveRule {
  return {
    lookMs: DRAIN_LOOK_MS,
    from: () => volumes.all.filter(({ spec }) => spec.role === "drain"),
    next: (from, take) => index.filesOn(from.name, take),
    target: async (from, bytes) => {
      const others = volumes.all.filter((volume) => volume !== from);
      const able = await Promise.all(
        others.map(async (volume) => ({
          ...placeable(volume),
          // A move must not make the cleaner remove files there.
          roomBytes: Math.min(volume.roomBytes, await belowThreshold(volume, cleaner.policy, index)),
        })),
      );
      return found(others, placeMoved(able, bytes));
    },
    without: async (from) => {
      const isEmpty = volumes.streamsOn(from.name) === 0 && (await index.usageOf(from.name)).length === 0;
      // A file that is still being written there can be moved within a minute.
      return isEmpty ? "empty" : "moving";
    },
  };
}

/**
 * What is older than a volume's days goes to those that keep only: all of it, or what the volume's rule chooses. Where it is nearly
 * full its oldest go sooner, whatever they are.
 */
export function onwardRule({ volumes, index, cleaner }: RulePorts): MoveRule {
  const chosen = new ChosenFiles(index);
  const next = async (from: Volume, take: number): Promise<readonly SegmentRow[]> => {
    const usage = await index.usageOf(from.name);
    const beforeMs = cleaner.nowMs - (from.spec.moveAfterDays ?? Number.POSITIVE_INFINITY) * DAY_MS;
    let want = overBytes(
      from,
      usage.reduce((sum, { bytes }) => sum + bytes, 0),
      cleaner.policy,
    );
    const streams = usage.filter(({ firstMs }) => want > 0 || firstMs < beforeMs);
    const only = isAllMoved(from.spec.moveOnly) ? null : (from.spec.moveOnly ?? null);
    const aged = only === null ? null : await chosen.next({ volume: from.name, only, beforeMs, streams, take });
    const oldest =
      aged !== null && want <= 0
        ? []
        : (await Promise.all(streams.map(({ streamId }) => index.filesOn(from.name, take, streamId)))).flat();
    const files = new Map([...oldest, ...(aged ?? [])].map((row) => [row.id, row]));
    const isChosen = (row: SegmentRow): boolean => aged === null || aged.some(({ id }) => id === row.id);
    const due: SegmentRow[] = [];
    for (const row of [...files.values()].toSorted((one, other) => one.startMs - other.startMs)) {
      const isAged = row.endMs <= beforeMs && isChosen(row);
      if (due.length >= take || (!isAged && want <= 0)) continue;
      due.push(row);
      want -= row.bytes;
    }
    return due;
  };
  return {
    lookMs: ONWARD_LOOK_MS,
    from: () => volumes.all.filter(({ spec }) => spec.role === "record" && spec.moveAfterDays !== undefined),
    next,
    target: (from, bytes) => {
      const keeping = volumes.all.filter((volume) => volume !== from && volume.spec.role === "keep");
      const able = keeping.map((volume) => ({
        ...placeable(volume),
        roomBytes: Math.min(volume.roomBytes, roomBelow(volume, cleaner.policy.thresholdPercent + BEYOND_PERCENT)),
      }));
      return Promise.resolve(found(keeping, placeMoved(able, bytes)));
    },
    without: () => Promise.resolve("empty"),
  };
}

const found = (among: readonly Volume[], name: string | null): Volume | null =>
  among.find((volume) => volume.name === name) ?? null;

const placeable = ({ name, spec, isHealthy }: Volume) => ({ name, role: spec.role, weight: spec.weight, isHealthy });

/** How much must go on, beside the files that are old enough. */
export function overBytes(volume: Volume, heldBytes: number, policy: RetentionPolicy): number {
  const space = volume.lastSpace;
  if (space === null || !policy.cleaning) return 0;
  const thresholdPercent = policy.thresholdPercent - AHEAD_PERCENT;
  const maxBytes = policy.maxBytes === null ? null : policy.maxBytes * (1 - AHEAD_PERCENT / 100);
  const aheadOfReserve =
    volume.reserveBytes === 0 ? 0 : volume.reserveBytes + (usableBytes(space) * AHEAD_PERCENT) / 100;
  return bytesToFree(space, heldBytes, { thresholdPercent, maxBytes }, aheadOfReserve);
}

/** Free bytes up to so many percent of the disk. */
function roomBelow(volume: Volume, percent: number): number {
  const space = volume.lastSpace;
  return space === null ? 0 : space.freeBytes - (usableBytes(space) * (100 - percent)) / 100;
}

async function belowThreshold(volume: Volume, policy: RetentionPolicy, index: RulePorts["index"]): Promise<number> {
  const room = roomBelow(volume, policy.thresholdPercent);
  if (policy.maxBytes === null) return room;
  const held = await index.usageOf(volume.name);
  return Math.min(room, policy.maxBytes - held.reduce((sum, { bytes }) => sum + bytes, 0));
}
