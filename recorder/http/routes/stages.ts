/** Stages: the user's own, and the shared ones. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import { stage, stageCreate, stageList, stagePatch } from "#protocol/rest/stage.ts";
import type { CommonServices } from "../services.ts";
import { route, say } from "../route.ts";

const params = z.strictObject({ id: pathId });

export function stageRoutes(app: FastifyInstance, services: CommonServices): void {
  const { stages } = services;
  route(
    app,
    services,
    { method: "GET", url: "/service/stages", access: "session", summary: "stages by name", answer: stageList },
    async ({ who }) => ({ href: "/service/stages", stages: await stages.list(who) }),
  );
  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/stages",
      access: "session",
      summary: "add a stage",
      body: stageCreate,
      answer: stage,
    },
    async ({ body, who, reply }) => say(reply, await stages.create(body, who), (value) => value, 201),
  );
  route(
    app,
    services,
    { method: "GET", url: "/service/stages/:id", access: "session", summary: "one stage", params, answer: stage },
    async ({ params: { id }, who, reply }) => say(reply, await stages.get(id, who)),
  );
  for (const method of ["PATCH", "PUT"] as const) {
    route(
      app,
      services,
      {
        method,
        url: "/service/stages/:id",
        access: "session",
        summary: "change, rename, share or unshare a stage",
        params,
        body: stagePatch,
        answer: stage,
      },
      async ({ params: { id }, body, who, reply }) => say(reply, await stages.patch(id, body, who)),
    );
  }
  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/stages/:id",
      access: "session",
      summary: "remove a stage",
      params,
      answer: null,
    },
    async ({ params: { id }, who, reply }) => say(reply, await stages.remove(id, who)),
  );
}
