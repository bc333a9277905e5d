/** The space that recordings use on the whole disk, and in a report. */
import { ONE_FOLDER, type VolumeSpec } from "#domain/recordings/volume.ts";
import type { DiskUtilization, Report } from "#protocol/rest/server/server.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { type DiskSpace, roomForArchives, usableBytes } from "#recorder/recording/keeping/retention.ts";
import type { VolumeReport } from "#recorder/ipc/storage-shapes.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import { canSeeCamera, type Identity } from "#recorder/core/identity.ts";
import type { Journal } from "#recorder/core/journal.ts";
import { visibleEvents } from "./visible-events.ts";

const MAX_REPORT_EVENTS = 10_000;

export interface UsedDisk {
  readonly space: DiskSpace;
  /** the volumes on this disk; null = it holds all recordings */
  readonly volumes: readonly string[] | null;
  readonly reserveBytes: number;
}

/** Volumes that share a disk share its space. */
export function disksOf(volumes: readonly VolumeSpec[], reports: readonly VolumeReport[]): UsedDisk[] {
  const disks = new Map<unknown, UsedDisk>();
  for (const { name, space, device } of reports) {
    if (space === null) continue;
    const before = disks.get(device);
    const reserveBytes = volumes.find((one) => one.name === name)?.reserveBytes ?? 0;
    disks.set(device, {
      space,
      volumes: [...(before?.volumes ?? []), name],
      reserveBytes: Math.max(reserveBytes, before?.reserveBytes ?? 0),
    });
  }
  return [...disks.values()];
}

/** The use of all disks that hold recordings, as one sum. */
export async function diskUtilization(ask: {
  thresholdPercent: number;
  index: RecordingIndex;
  cameras: Cameras;
  state: string;
  disks: readonly UsedDisk[];
}): Promise<DiskUtilization> {
  const usage = await ask.index.usage();
  let [capacity, free, archivesSize, maxUsage] = [0, 0, 0, 0];
  for (const { space, volumes, reserveBytes } of ask.disks) {
    const names = volumes ?? [ONE_FOLDER];
    const held = (await Promise.all(names.map((name) => ask.index.usageOf(name)))).flat();
    const bytes = held.reduce((sum, one) => sum + one.bytes, 0);
    // Blocks that the file system reserves are not part of the cleaner's calculation.
    capacity += usableBytes(space);
    free += space.freeBytes;
    archivesSize += bytes;
    const besideReserve = reserveBytes === 0 ? Number.POSITIVE_INFINITY : bytes + space.freeBytes - reserveBytes;
    maxUsage += Math.max(0, Math.min(roomForArchives(space, bytes, ask.thresholdPercent), besideReserve));
  }
  // A stream that was removed from an existing camera counts for that camera, as in the usage by camera.
  const kept = new Set(
    (await ask.cameras.everStreams()).flatMap(({ streamId, camera }) => (camera.deleted_ms === null ? [streamId] : [])),
  );
  const others = Math.max(0, capacity - free - archivesSize);
  return {
    storage: { capacity, free, unavailable: others },
    cleanerThreshold: ask.thresholdPercent,
    archivesSize,
    maxUsage,
    thresholdPercentage: ask.thresholdPercent,
    bytesFromDeletedCameras: usage.filter((one) => !kept.has(one.streamId)).reduce((sum, one) => sum + one.bytes, 0),
    state: ask.state,
  };
}

/** The cameras that `who` sees, and what happened to them and to the recorder. */
export async function makeReport(
  range: { start: number; stop: number },
  who: Identity,
  parts: { index: RecordingIndex; cameras: Cameras; journal: Journal; now: () => number },
): Promise<Report> {
  const recorded = new Map(
    (await parts.index.recordedBetween(range.start, range.stop)).map((one) => [one.streamId, one]),
  );
  const motion = await parts.index.motionBetween(range.start, range.stop, parts.now());
  const found = await parts.journal.events({
    startMs: range.start,
    stopMs: range.stop,
    count: MAX_REPORT_EVENTS + 1,
    isShown: await visibleEvents(parts.cameras, who),
  });
  const byTime = found.slice(0, MAX_REPORT_EVENTS).reverse();
  return {
    ...range,
    cameras: parts.cameras
      .all()
      .filter((camera) => canSeeCamera(who, camera.id))
      .map((camera) => ({
        id: camera.id,
        name: camera.name,
        streams: parts.cameras.streamsOf(camera.id).map((row) => ({
          id: row.id,
          name: row.name,
          bytesRecorded: recorded.get(row.id)?.bytes ?? 0,
          secondsRecorded: (recorded.get(row.id)?.recordedMs ?? 0) / 1000,
          secondsOfMotion: (motion.get(row.id) ?? 0) / 1000,
        })),
      })),
    orchidEvents: byTime.filter((event) => event.streamId === null || event.streamId === undefined),
    streamEvents: byTime.filter((event) => event.streamId !== null && event.streamId !== undefined),
    truncated: found.length > MAX_REPORT_EVENTS,
  };
}
