/** The space that recordings use, by camera. */
import type { CameraDiskUsage } from "#protocol/rest/cameras/camera.ts";
import type { RecordingConfiguration } from "#protocol/rest/cameras/stream.ts";
import type { RecordingIndex, StreamUsage } from "#recorder/recording/index/recording-index.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import { canSeeCamera, type Identity } from "#recorder/core/identity.ts";
import { recordedAs, recordOf } from "#recorder/cameras/stream-specs.ts";

const DAY_MS = 86_400_000;
/** document 2, section 9: less than 60 s recorded gives no estimate */
const LEAST_FOR_ESTIMATE_MS = 60_000;

interface RecordedStream extends StreamUsage {
  readonly isMotionOnly: boolean;
  /** false: it does not grow any more, because the stream was removed or is not recorded now */
  readonly goesOn: boolean;
}
interface RecordedCamera {
  readonly camera: CameraRow;
  isMotionOnly: boolean;
  readonly streams: RecordedStream[];
}

/** The cameras that `who` sees, deleted ones included; everybody sees the sum of all deleted ones. */
export async function diskUsageOfCameras(
  index: RecordingIndex,
  cameras: Cameras,
  who: Identity,
): Promise<CameraDiskUsage> {
  const usage = new Map((await index.usage()).map((one) => [one.streamId, one]));
  const recorded = new Map<string, RecordedCamera>();
  for (const { streamId, camera, record } of await cameras.everStreams()) {
    const of = recorded.get(camera.id) ?? { camera, isMotionOnly: false, streams: [] };
    recorded.set(camera.id, of);
    const isMotionOnly = recordOf(JSON.parse(record) as RecordingConfiguration) === "motion";
    if (camera.primary_stream_id === streamId) of.isMotionOnly = isMotionOnly;
    const own = usage.get(streamId);
    usage.delete(streamId);
    const now = cameras.stream(streamId);
    if (own)
      of.streams.push({ ...own, isMotionOnly, goesOn: now !== undefined && recordedAs(now, camera) !== "proxy" });
  }
  const orphans = bytesOf([...usage.values()]);
  const deleted = [...recorded.values()].filter(({ camera }) => camera.deleted_ms !== null);
  const shown = [...recorded.values()].filter(
    ({ camera, streams }) => canSeeCamera(who, camera.id) && (camera.deleted_ms === null || bytesOf(streams) > 0),
  );
  return {
    href: "/service/cameras/disk-usage",
    cameras: await Promise.all(shown.map((one) => usageOf(index, one))),
    bytesFromDeletedCameras: bytesOf(deleted.flatMap(({ streams }) => streams)) + orphans,
  };
}

async function usageOf(
  index: RecordingIndex,
  { camera, isMotionOnly, streams }: RecordedCamera,
): Promise<CameraDiskUsage["cameras"][number]> {
  const begun = streams.filter(({ firstMs }) => firstMs > 0);
  const oldest = begun.length === 0 ? 0 : Math.min(...begun.map(({ firstMs }) => firstMs));
  const newest = Math.max(0, ...begun.map(({ lastMs }) => lastMs));
  const recordedMs = await coveredMs(index, begun);
  return {
    id: camera.id,
    name: camera.name,
    deleted: camera.deleted_ms !== null,
    bytesRecorded: bytesOf(streams),
    secondsRecorded: recordedMs / 1000,
    daysRecorded: recordedMs / DAY_MS,
    calendarDays: (newest - oldest) / DAY_MS,
    oldest,
    newest,
    isMotionOnly,
    bytesEstimatedPerDay: bytesPerDay(begun),
  };
}

/** The sum over the streams that continue; null if one of them has less than 60 s recorded. */
function bytesPerDay(streams: readonly RecordedStream[]): number | null {
  const rated = streams.filter(({ goesOn, recordedMs }) => goesOn && recordedMs >= LEAST_FOR_ESTIMATE_MS);
  if (rated.length === 0) return null;
  return rated.reduce((sum, { bytes, recordedMs, firstMs, lastMs, isMotionOnly }) => {
    // A stream that records only motion records part of each day, so its rate counts by calendar time.
    const basisMs = isMotionOnly ? Math.max(lastMs - firstMs, recordedMs) : recordedMs;
    return sum + (bytes / basisMs) * DAY_MS;
  }, 0);
}

/** Wall time with any recording, ms: time that two streams recorded at once counts once. */
async function coveredMs(index: RecordingIndex, streams: readonly StreamUsage[]): Promise<number> {
  const inTurn = [...streams].sort((a, b) => a.firstMs - b.firstMs);
  const isOneByOne = inTurn.every(({ firstMs }, at) => firstMs >= (inTurn[at - 1]?.lastMs ?? 0));
  if (isOneByOne) return streams.reduce((sum, { recordedMs }) => sum + recordedMs, 0);
  const runs = await Promise.all(
    streams.map(({ streamId, firstMs, lastMs }) => index.archives(streamId, firstMs, lastMs + 1)),
  );
  let covered = 0;
  let untilMs = 0;
  for (const { startMs, endMs } of runs.flat().sort((a, b) => a.startMs - b.startMs)) {
    covered += Math.max(0, endMs - Math.max(startMs, untilMs));
    untilMs = Math.max(untilMs, endMs);
  }
  return covered;
}

const bytesOf = (streams: readonly StreamUsage[]): number => streams.reduce((sum, { bytes }) => sum + bytes, 0);
