/** What recordings take: per camera, of the whole disk, and in a report. */
import { statfs } from "node:fs/promises";
import type { CameraDiskUsage } from "#protocol/rest/camera.ts";
import type { DiskUtilization, Report } from "#protocol/rest/server.ts";
import type { RecordingConfiguration } from "#protocol/rest/stream.ts";
import type { RecordingIndex } from "#recorder/recording/recording-index.ts";
import type { Cameras } from "./cameras.ts";
import type { Journal } from "./journal.ts";
import { recordOf } from "./stream-specs.ts";

const DAY_MS = 86_400_000;
/** document 2, section 9: under 60 s recorded gives no estimate */
const LEAST_FOR_ESTIMATE_MS = 60_000;
const MAX_REPORT_EVENTS = 10_000;

export async function diskUsageOfCameras(index: RecordingIndex, cameras: Cameras): Promise<CameraDiskUsage> {
  const usage = new Map((await index.usage()).map((one) => [one.streamId, one]));
  const rows = new Map<string, CameraDiskUsage["cameras"][number] & { motionOnly: boolean[] }>();
  const known = new Set<string>();
  for (const { streamId, camera, record } of await cameras.everStreams()) {
    known.add(streamId);
    const own = usage.get(streamId);
    const isDeleted = camera.deleted_ms !== null;
    const row = rows.get(camera.id) ?? {
      id: camera.id,
      name: camera.name,
      deleted: isDeleted,
      bytesRecorded: 0,
      secondsRecorded: 0,
      daysRecorded: 0,
      calendarDays: 0,
      oldest: 0,
      newest: 0,
      isMotionOnly: false,
      bytesEstimatedPerDay: null,
      motionOnly: [],
    };
    if (camera.primary_stream_id === streamId) {
      row.motionOnly.push(recordOf(JSON.parse(record) as RecordingConfiguration) === "motion");
    }
    if (own) {
      row.bytesRecorded += own.bytes;
      row.secondsRecorded += own.recordedMs / 1000;
      if (own.firstMs > 0) row.oldest = row.oldest === 0 ? own.firstMs : Math.min(row.oldest, own.firstMs);
      row.newest = Math.max(row.newest, own.lastMs);
    }
    rows.set(camera.id, row);
  }
  const shown = [...rows.values()].flatMap(({ motionOnly, ...row }) => {
    if (row.deleted && row.bytesRecorded === 0) return [];
    const recordedMs = row.secondsRecorded * 1000;
    const calendarMs = row.newest - row.oldest;
    // Motion-only cameras record a part of the day: their day is a calendar day.
    const isMotionOnly = motionOnly.includes(true);
    const basisMs = isMotionOnly ? calendarMs : recordedMs;
    return [
      {
        ...row,
        daysRecorded: recordedMs / DAY_MS,
        calendarDays: calendarMs / DAY_MS,
        isMotionOnly,
        bytesEstimatedPerDay: recordedMs < LEAST_FOR_ESTIMATE_MS ? null : (row.bytesRecorded / basisMs) * DAY_MS,
      },
    ];
  });
  const orphans = [...usage.values()]
    .filter((one) => !known.has(one.streamId))
    .reduce((sum, one) => sum + one.bytes, 0);
  const deleted = shown.filter((row) => row.deleted).reduce((sum, row) => sum + row.bytesRecorded, 0);
  return { href: "/service/cameras/disk-usage", cameras: shown, bytesFromDeletedCameras: deleted + orphans };
}

export async function diskUtilization(ask: {
  recordingsDir: string;
  thresholdPercent: number;
  index: RecordingIndex;
  cameras: Cameras;
  state: string;
}): Promise<DiskUtilization> {
  const stat = await statfs(ask.recordingsDir);
  const capacity = stat.blocks * stat.bsize;
  const free = stat.bavail * stat.bsize;
  const usage = await ask.index.usage();
  const archivesSize = usage.reduce((sum, one) => sum + one.bytes, 0);
  const live = new Set(ask.cameras.allStreams().map((row) => row.id));
  const others = Math.max(0, capacity - free - archivesSize);
  return {
    storage: { capacity, free, unavailable: others },
    cleanerThreshold: ask.thresholdPercent,
    archivesSize,
    maxUsage: Math.max(0, (capacity * ask.thresholdPercent) / 100 - others),
    thresholdPercentage: ask.thresholdPercent,
    bytesFromDeletedCameras: usage.filter((one) => !live.has(one.streamId)).reduce((sum, one) => sum + one.bytes, 0),
    state: ask.state,
  };
}

export async function makeReport(
  range: { start: number; stop: number },
  parts: { index: RecordingIndex; cameras: Cameras; journal: Journal; now: () => number },
): Promise<Report> {
  const recorded = new Map(
    (await parts.index.recordedBetween(range.start, range.stop)).map((one) => [one.streamId, one]),
  );
  const motion = await parts.index.motionBetween(range.start, range.stop, parts.now());
  const found = await parts.journal.events({ startMs: range.start, stopMs: range.stop, count: MAX_REPORT_EVENTS + 1 });
  const byTime = found.slice(0, MAX_REPORT_EVENTS).reverse();
  return {
    ...range,
    cameras: parts.cameras.all().map((camera) => ({
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
