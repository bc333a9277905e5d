/** By what rule old recordings are thinned out. */
import type { FastifyInstance } from "fastify";
import { thinningDue, thinningRule, thinningState } from "#protocol/rest/server/thinning.ts";
import { route } from "#recorder/http/route.ts";
import type { Uses } from "#recorder/http/services.ts";

const url = "/service/server/thinning";

export function thinningRoutes(app: FastifyInstance, services: Uses<"thinning" | "journal">): void {
  const { thinning, journal } = services;

  route(
    app,
    services,
    { method: "GET", url, access: "config", summary: "how old recordings are thinned out", answer: thinningState },
    () => thinning.state,
  );
  route(
    app,
    services,
    {
      method: "PUT",
      url,
      access: "config",
      summary: "thin out old recordings: only key pictures or only motion remain, and nothing brings the rest back",
      body: thinningRule,
      answer: thinningState,
    },
    async ({ body, who, request }) => {
      const state = await thinning.set(body);
      const detail = { ...body, cameras: body.cameras?.join(" ") ?? "" };
      await journal.audit(who, "thinning-modified", body.what, request.ip, detail);
      return state;
    },
  );
  route(
    app,
    services,
    {
      method: "POST",
      url: `${url}/due`,
      access: "config",
      summary: "what this rule would do at once; changes nothing",
      body: thinningRule,
      answer: thinningDue,
    },
    ({ body }) => thinning.due(body),
  );
  route(
    app,
    services,
    {
      method: "DELETE",
      url,
      access: "config",
      summary: "thin out nothing any more; what is thinned out stays so",
      answer: null,
    },
    async ({ who, request, reply }) => {
      const answer = await thinning.remove();
      if (answer.ok) await journal.audit(who, "thinning-removed", "", request.ip);
      return reply(answer);
    },
  );
}
