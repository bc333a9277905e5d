/** What is recorded, as lists: runs of video, and minutes per day. */
import { setImmediate as othersTurn } from "node:timers/promises";
import { ok, type Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { Archive, ArchivesPerDay, ArchivesPerDayQuery, ArchivesQuery } from "#protocol/rest/recordings/archive.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { invalid } from "#recorder/core/invalid.ts";
import type { ArchiveIndex, ArchiveRun, VolumeIndex } from "#recorder/recording/index/recording-index.ts";
import type { DigestIndex } from "#recorder/recording/index/digest-index.ts";
import { type AwayParts, awayVolumes } from "./volumes/away-volumes.ts";
import { askedRange, endOr } from "./asked-range.ts";
import { playableStreams } from "./playable-streams.ts";

const DEFAULT_TAKE = 100;
/** A larger number is refused and not cut: a caller who gets fewer runs than asked for takes that for the end of the list. */
const MAX_TAKE = 10_000;
/** One question goes back by at most this many runs. To go further, ask again from an earlier start. */
const MOST_RUNS = 250_000;

interface ArchiveParts extends AwayParts {
  readonly cameras: Pick<Cameras, "allStreams" | "stream">;
  readonly index: ArchiveIndex & Pick<VolumeIndex, "volumesInUse"> & Pick<DigestIndex, "damagedBetween">;
  readonly now: () => number;
}

/** Recorded runs, newest first, backwards from `start` (0 = now). */
export async function listArchives(
  parts: ArchiveParts,
  who: Identity,
  { streamId, start, stop = 0, take = DEFAULT_TAKE, offset = 0 }: ArchivesQuery,
): Promise<Result<Archive[], Failure>> {
  const { cameras, index, now } = parts;
  const asked = playableStreams(cameras, who, streamId);
  if (!asked.ok) return asked;
  if (take > MAX_TAKE) return invalid("field/at-most", { field: "take", most: MAX_TAKE });
  const need = take + offset;
  if (need > MOST_RUNS) return invalid("field/at-most", { field: "offset", most: MOST_RUNS - take });
  const fromMs = endOr(start, now() + 1);
  const away = await awayVolumes(parts);
  let found: readonly ArchiveRun[] = [];
  for (const id of new Set(asked.value)) {
    found = found.concat(await index.archivesBefore(id, fromMs, need, stop, away));
    if (found.length > 2 * need) found = newest(found, need);
    // SQLite runs in this process: other work gets its turn between two questions.
    await othersTurn();
  }
  const page = newest(found, need).slice(offset);
  const damagedIn = await damages(index, page);
  return ok(
    page.map((run) => ({
      id: `${run.streamId}.${Math.round(run.startMs)}`,
      streamId: run.streamId,
      start: run.startMs,
      end: run.endMs,
      active: run.active,
      ...(run.isAway ? { reachable: false } : {}),
      ...damagedIn(run),
    })),
  );
}

/** Minutes with video per day of a zone. */
export async function archivedMinutesPerDay(
  { cameras, index, now }: Pick<ArchiveParts, "cameras" | "index" | "now">,
  who: Identity,
  query: ArchivesPerDayQuery,
): Promise<Result<ArchivesPerDay, Failure>> {
  const asked = playableStreams(cameras, who, query.ids);
  if (!asked.ok) return asked;
  const ids = [...new Set(asked.value)];
  const zone = zoneOf(query.zone, query.offset);
  if (zone === null) return invalid("field/not-known", { field: "zone" });
  const { startMs: fromMs, stopMs: toMs } = askedRange(query, now() + 1);
  const days = ids.length === 0 ? new Map<string, number>() : await index.archivesPerDay(ids, zone, { fromMs, toMs });
  return ok({ archivesPerDay: Object.fromEntries(days), streamsCount: ids.length });
}

/** The damaged stretches of each of these runs. */
async function damages(
  index: Pick<DigestIndex, "damagedBetween">,
  runs: readonly ArchiveRun[],
): Promise<(run: ArchiveRun) => Pick<Archive, "damaged">> {
  let [fromMs, toMs] = [Number.MAX_SAFE_INTEGER, 0];
  for (const run of runs) [fromMs, toMs] = [Math.min(fromMs, run.startMs), Math.max(toMs, run.endMs)];
  const found = await index.damagedBetween([...new Set(runs.map(({ streamId }) => streamId))], fromMs, toMs);
  return ({ streamId, startMs, endMs }) => {
    const own = found.filter((one) => one.streamId === streamId);
    const touched = own.filter((one) => one.startMs < endMs && one.endMs > startMs);
    const damaged = touched.map((one) => ({ start: Math.max(one.startMs, startMs), end: Math.min(one.endMs, endMs) }));
    return damaged.length > 0 ? { damaged } : {};
  };
}

const newest = (runs: readonly ArchiveRun[], count: number): readonly ArchiveRun[] =>
  runs.toSorted((a, b) => b.startMs - a.startMs).slice(0, count);

/** Zones without summer time whose offset is no whole hour: Node 20 knows no offsets as zones. */
const ODD_ZONES: ReadonlyMap<number, string> = new Map([
  [-570, "Pacific/Marquesas"],
  [210, "Asia/Tehran"],
  [270, "Asia/Kabul"],
  [330, "Asia/Kolkata"],
  [345, "Asia/Kathmandu"],
  [390, "Asia/Yangon"],
  [525, "Australia/Eucla"],
  [570, "Australia/Darwin"],
]);

/** The IANA zone that was given, or one for the minutes east of UTC; null: there is no such zone. */
function zoneOf(zone: string | undefined, offsetMinutes: number | undefined): string | null {
  if (zone === undefined) {
    const minutes = offsetMinutes ?? 0;
    if (minutes % 60 !== 0) return ODD_ZONES.get(minutes) ?? null;
    const hours = minutes / 60;
    if (hours < -12 || hours > 14) return null;
    // The signs of these names are reversed: Etc/GMT-1 is one hour east.
    return hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
  }
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
