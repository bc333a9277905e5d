/** The aggregator itself, as pages see it before sign-in, and its settings under the names they have here. */
import type { FastifyInstance } from "fastify";
import { settings, settingsPatch } from "#protocol/rest/server/settings.ts";
import { about } from "#protocol/rest/server/about.ts";
import type { AggregatorUses } from "#recorder/http/aggregator-services.ts";
import { aboutOf } from "#recorder/http/about.ts";
import { openRoute, route } from "#recorder/http/route.ts";

export function aboutRoutes(
  app: FastifyInstance,
  services: AggregatorUses<"build" | "companyDesk" | "journal" | "settings">,
): void {
  openRoute(
    app,
    { method: "GET", url: "/service/about", summary: "what the sign-in page needs", answer: about },
    // It serves no RTSP: each of its servers does, and says where.
    async () => {
      const { groups } = await services.settings.get();
      return { ...(await aboutOf(services)), rtspPort: 0, rtspProtocol: "rtsp", showInPanel: groups.orchids.show };
    },
  );

  route(
    app,
    services,
    {
      method: "PATCH",
      url: "/service/about/config",
      access: "config",
      summary: "change settings",
      body: settingsPatch,
      answer: settings,
    },
    async ({ body, who, request }) => {
      const after = await services.settings.patch(body);
      await services.journal.audit(who, "settings-modified", "", request.ip, { changed: Object.keys(body) });
      return after;
    },
  );
}
