/** The space that recordings use on the whole disk, and in a report. */
import type { DiskUtilization, Report } from "#protocol/rest/server/server.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { type DiskSpace, roomForArchives, usableBytes } from "#recorder/recording/keeping/retention.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import { canSeeCamera, type Identity } from "#recorder/core/identity.ts";
import type { Journal } from "#recorder/core/journal.ts";
import { visibleEvents } from "./visible-events.ts";

const MAX_REPORT_EVENTS = 10_000;

/** `space`: of the disk that holds the recordings. */
export async function diskUtilization(ask: {
  thresholdPercent: number;
  index: RecordingIndex;
  cameras: Cameras;
  state: string;
  space: DiskSpace;
}): Promise<DiskUtilization> {
  const { space } = ask;
  // Blocks that the file system reserves are not part of the cleaner's calculation.
  const capacity = usableBytes(space);
  const free = space.freeBytes;
  const usage = await ask.index.usage();
  const archivesSize = usage.reduce((sum, one) => sum + one.bytes, 0);
  // A stream that was removed from an existing camera counts for that camera, as in the usage by camera.
  const kept = new Set(
    (await ask.cameras.everStreams()).flatMap(({ streamId, camera }) => (camera.deleted_ms === null ? [streamId] : [])),
  );
  const others = Math.max(0, capacity - free - archivesSize);
  return {
    storage: { capacity, free, unavailable: others },
    cleanerThreshold: ask.thresholdPercent,
    archivesSize,
    maxUsage: Math.max(0, roomForArchives(space, archivesSize, ask.thresholdPercent)),
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
