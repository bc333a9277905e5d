/** What every edition reports about itself: time, version, settings, and its other routes. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { settings, settingsPatch } from "#protocol/rest/server/settings.ts";
import { queryFlag } from "#protocol/rest/list.ts";
import { timeExtended, version } from "#protocol/rest/server/server.ts";
import type { CommonUses } from "#recorder/http/services.ts";
import { openRoute, route } from "#recorder/http/route.ts";

export function systemRoutes(
  app: FastifyInstance,
  services: CommonUses<"build" | "journal" | "now" | "settings">,
): void {
  const { build, journal } = services;

  openRoute(app, { method: "GET", url: "/ping", summary: "I am here", answer: null }, ({ response }) =>
    response.type("text/plain").send("pong"),
  );

  openRoute(app, { method: "GET", url: "/service/time", summary: "epoch ms as text", answer: null }, ({ response }) =>
    response.type("text/plain").send(String(services.now())),
  );

  openRoute(
    app,
    { method: "GET", url: "/service/time-extended", summary: "time and zone", answer: timeExtended },
    () => {
      const time = services.now();
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      return { time, timeZone, offset: -new Date(time).getTimezoneOffset() };
    },
  );

  openRoute(
    app,
    {
      method: "GET",
      url: "/service/version",
      summary: "version; ?all=true with change log and licence text",
      query: z.strictObject({ all: z.optional(queryFlag) }),
      answer: version,
    },
    ({ query, request }) => {
      const who = request.caller?.identity;
      // Who built it, and where, is not shown before sign-in.
      const { target, hash, changelog, eula, acknowledgments } = build;
      const buildInfo = who
        ? { target, hash, user: build.user, host: build.host }
        : { target, hash, user: "", host: "" };
      return {
        version: build.version,
        buildInfo,
        buildDate: build.date,
        ...(query.all === true ? { changelog, eula, acknowledgments } : {}),
      };
    },
  );

  route(
    app,
    services,
    { method: "GET", url: "/service/settings", access: "config", summary: "settings", answer: settings },
    () => services.settings.get(),
  );
  route(
    app,
    services,
    {
      method: "PATCH",
      url: "/service/settings",
      access: "config",
      summary: "change settings",
      body: settingsPatch,
      answer: settings,
    },
    async ({ body, who, request }) => {
      const after = await services.settings.patch(body);
      await journal.audit(who, "settings-modified", "", request.ip, { changed: Object.keys(body) });
      return after;
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/openapi.json",
      access: "session",
      summary: "this API as OpenAPI 3.1",
      answer: null,
    },
    () => app.swagger(),
  );
}
