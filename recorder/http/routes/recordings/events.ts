/** Motion events with their histogram, and what happened on the recorder. */
import type { FastifyInstance } from "fastify";
import {
  motionEventList,
  motionEventsQuery,
  motionHistogram,
  motionHistogramQuery,
  type ServerEvent,
  serverEventList,
  serverEventsQuery,
} from "#protocol/rest/recordings/motion.ts";
import { refuse } from "#recorder/core/answer.ts";
import type { Services } from "#recorder/http/services.ts";
import { visibleEvents } from "#recorder/cameras/visible-events.ts";
import { playableStreams } from "#recorder/http/playable-streams.ts";
import { route, say } from "#recorder/http/route.ts";
import { SERVER_ID } from "../server/server.ts";

const MAX_EVENTS = 10_000;
const MAX_BINS = 10_000;
/** for all streams together: an answer has some megabytes at most */
const MAX_CELLS = 1_000_000;
const LEAST_SEGMENT_MS = 1000;

export function eventRoutes(app: FastifyInstance, services: Services): void {
  const { index, journal } = services;

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/events/camera-stream",
      access: "session",
      summary: "motion events that overlap start..stop, or with `starting` start within; stop 0 or absent = now",
      query: motionEventsQuery,
      answer: motionEventList,
    },
    async ({ query, who, reply }) => {
      const asked = playableStreams(services, who, query.id);
      if (!asked.ok) return say(reply, asked);
      const ids = asked.value;
      const startMs = query.start ?? 0;
      const stopMs = query.stop === undefined || query.stop === 0 ? services.now() + 1 : query.stop;
      const isOther = query.eventType !== undefined && query.eventType !== "motion";
      const { count = MAX_EVENTS } = query;
      // A client that gets fewer than it asked for would take that for the end.
      if (count > MAX_EVENTS) return say(reply, refuse("request/invalid", `count: at most ${MAX_EVENTS}`));
      const from = query.order === "desc" ? "newest" : "oldest";
      const isNothing = ids.length === 0 || isOther || stopMs <= startMs;
      const { starting = false } = query;
      const found = isNothing ? [] : await index.events(ids, startMs, stopMs, { count, from, starting });
      return {
        href: "/service/events/camera-stream",
        events: found.map((event) => ({
          id: `${event.streamId}.${Math.round(event.startMs)}`,
          streamId: event.streamId,
          type: "motion",
          start: event.startMs,
          stop: event.stopMs ?? 0,
        })),
      };
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/events/camera-stream/histogram",
      access: "session",
      summary: "motion events per bin of at least minSegment ms",
      query: motionHistogramQuery,
      answer: motionHistogram,
    },
    async ({ query, who, reply }) => {
      const asked = playableStreams(services, who, query.id);
      if (!asked.ok) return say(reply, asked);
      const ids = asked.value;
      const { start, stop } = query;
      if (stop <= start) return say(reply, refuse("request/invalid", "stop: must be after start"));
      const mostBins = Math.min(MAX_BINS, MAX_CELLS / Math.max(1, ids.length));
      const least = Math.max(query.minSegment ?? LEAST_SEGMENT_MS, LEAST_SEGMENT_MS, (stop - start) / mostBins);
      const segment = Math.ceil(least);
      const bins = Math.ceil((stop - start) / segment);
      const isOther = query.type !== undefined && query.type !== "motion";
      const asBins = { fromMs: start, toMs: stop, segmentMs: segment, count: bins };
      const counts = await index.countEvents(isOther ? [] : ids, asBins, services.now());
      const none = Array.from({ length: bins }, () => 0);
      const streams = [...new Set(ids)].map((id) => ({ id, counts: counts.get(id) ?? none }));
      return { start, stop, segment, streams };
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/events/server",
      access: "stats",
      summary: "what happened on the recorder, newest first unless `order` says otherwise",
      query: serverEventsQuery,
      answer: serverEventList,
    },
    async ({ query, who }) => {
      const mayBeSeen = await visibleEvents(services.cameras, who);
      const isAsked = isOf(query.id ?? []);
      return {
        href: "/service/events/server",
        events: await journal.events({
          startMs: query.start ?? 0,
          stopMs: query.stop === undefined || query.stop === 0 ? services.now() + 1 : query.stop,
          count: query.count ?? MAX_EVENTS,
          from: query.order === "asc" ? "oldest" : "newest",
          isShown: (event) => isAsked(event) && mayBeSeen(event),
          ...(query.eventType === undefined ? {} : { types: [query.eventType] }),
        }),
      };
    },
  );
}

/** All these events are this server's; no ids: all of them. */
function isOf(ids: readonly string[]): (event: ServerEvent) => boolean {
  if (ids.length === 0 || ids.includes(SERVER_ID)) return () => true;
  return ({ streamId, cameraId }) => [streamId, cameraId].some((id) => typeof id === "string" && ids.includes(id));
}
