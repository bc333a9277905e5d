/** What is recorded: archives (runs of video), and minutes per day. */
import { setImmediate as othersTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { archiveList, archivesPerDay, archivesPerDayQuery, archivesQuery } from "#protocol/rest/recordings/archive.ts";
import { refuse } from "#recorder/core/answer.ts";
import type { Services } from "#recorder/http/services.ts";
import type { ArchiveRun } from "#recorder/recording/index/recording-index.ts";
import { playableStreams } from "#recorder/http/playable-streams.ts";
import { route, say } from "#recorder/http/route.ts";

const DEFAULT_TAKE = 100;
/** Questions with more ids are refused: a client that gets fewer answers than ids would take that for the end. */
const MAX_TAKE = 10_000;
/** This many archives one question may go back; a client that wants more asks again from an earlier start. */
const MOST_RUNS = 250_000;

export function archiveRoutes(app: FastifyInstance, services: Services): void {
  const { index } = services;

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/archives",
      access: "session",
      summary: "recorded runs, newest first, backwards from start (0 = now)",
      query: archivesQuery,
      answer: archiveList,
    },
    async ({ query, who, reply }) => {
      const asked = playableStreams(services, who, query.streamId);
      if (!asked.ok) return say(reply, asked);
      const { take = DEFAULT_TAKE } = query;
      if (take > MAX_TAKE) return say(reply, refuse("request/invalid", `take: at most ${MAX_TAKE}`));
      const offset = query.offset ?? 0;
      const fromMs = query.start === undefined || query.start === 0 ? services.now() + 1 : query.start;
      const stopMs = query.stop ?? 0;
      const need = take + offset;
      if (need > MOST_RUNS) return say(reply, refuse("request/invalid", `offset: at most ${MOST_RUNS - take}`));
      let found: readonly ArchiveRun[] = [];
      for (const id of new Set(asked.value)) {
        found = found.concat(await index.archivesBefore(id, fromMs, need, stopMs));
        if (found.length > 2 * need) found = newest(found, need);
        // A database inside this process blocks everybody else meanwhile.
        await othersTurn();
      }
      const archives = newest(found, need)
        .slice(offset)
        .map((run) => ({
          id: `${run.streamId}.${Math.round(run.startMs)}`,
          streamId: run.streamId,
          start: run.startMs,
          end: run.endMs,
          active: run.active,
        }));
      return { href: "/service/archives", archives };
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/archives/per-day",
      access: "session",
      summary: "minutes with video per day of a zone; a full day is streamsCount x 1440",
      query: archivesPerDayQuery,
      answer: archivesPerDay,
    },
    async ({ query, who, reply }) => {
      const asked = playableStreams(services, who, query.ids);
      if (!asked.ok) return say(reply, asked);
      const ids = [...new Set(asked.value)];
      const zone = zoneOf(query.zone, query.offset);
      if (zone === null) return say(reply, refuse("request/invalid", "zone: not known"));
      const { start: fromMs = 0, stop = 0 } = query;
      const toMs = stop === 0 ? services.now() + 1 : stop;
      const days =
        ids.length === 0 ? new Map<string, number>() : await index.archivesPerDay(ids, zone, { fromMs, toMs });
      return { archivesPerDay: Object.fromEntries(days), streamsCount: ids.length };
    },
  );
}

const newest = (runs: readonly ArchiveRun[], count: number): readonly ArchiveRun[] =>
  runs.toSorted((a, b) => b.startMs - a.startMs).slice(0, count);

/** Zones without summer time whose offset is not a whole hour: Node 20 does not accept offsets as zones. */
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

/** An IANA zone, given or derived from minutes east of UTC. Null = unknown. */
function zoneOf(zone: string | undefined, offsetMinutes: number | undefined): string | null {
  if (zone === undefined) {
    const minutes = offsetMinutes ?? 0;
    if (minutes % 60 !== 0) return ODD_ZONES.get(minutes) ?? null;
    const hours = minutes / 60;
    if (hours < -12 || hours > 14) return null;
    // These count the other way round: Etc/GMT-1 is one hour east.
    return hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
  }
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
