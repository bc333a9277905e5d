/** Motion events with their histogram, and what happened on the recorder. */
import type { FastifyInstance } from "fastify";
import {
  motionEventList,
  motionEventsQuery,
  motionHistogram,
  motionHistogramQuery,
  serverEventList,
  serverEventsQuery,
} from "#protocol/rest/recordings/motion.ts";
import type { Uses } from "#recorder/http/services.ts";
import { route } from "#recorder/http/route.ts";
import { countMotion, listMotion, listServerEvents } from "#recorder/site/events.ts";

const MOTION = "/service/events/camera-stream";

export function eventRoutes(app: FastifyInstance, services: Uses<"index" | "journal" | "now">): void {
  route(
    app,
    services,
    {
      method: "GET",
      url: MOTION,
      access: "session",
      summary: "motion events that overlap start..stop, or with `starting` start within; stop 0 or absent = now",
      query: motionEventsQuery,
      answer: motionEventList,
    },
    async ({ query, who, reply }) =>
      reply(await listMotion(services, who, query), (events) => ({ href: MOTION, events })),
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: `${MOTION}/histogram`,
      access: "session",
      summary: "motion events per bin of at least minSegment ms",
      query: motionHistogramQuery,
      answer: motionHistogram,
    },
    async ({ query, who, reply }) => reply(await countMotion(services, who, query)),
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
    async ({ query, who }) => ({
      href: "/service/events/server",
      events: await listServerEvents(services, who, query),
    }),
  );
}
