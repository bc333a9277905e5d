/** What is recorded: runs of video, and minutes per day. */
import type { FastifyInstance } from "fastify";
import { archiveList, archivesPerDay, archivesPerDayQuery, archivesQuery } from "#protocol/rest/recordings/archive.ts";
import type { Uses } from "#recorder/http/services.ts";
import { route } from "#recorder/http/route.ts";
import { archivedMinutesPerDay, listArchives } from "#recorder/site/archives.ts";

export function archiveRoutes(app: FastifyInstance, services: Uses<"index" | "media" | "now" | "volumes">): void {
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
    async ({ query, who, reply }) =>
      reply(await listArchives(services, who, query), (archives) => ({ href: "/service/archives", archives })),
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
    async ({ query, who, reply }) => reply(await archivedMinutesPerDay(services, who, query)),
  );
}
