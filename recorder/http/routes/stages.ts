/** Stages: the user's own, and the shared ones. */
import type { FastifyInstance } from "fastify";
import { stage, stageCreate, stageList, stagePatch } from "#protocol/rest/stage.ts";
import { crudRoutes } from "../crud-routes.ts";
import type { CommonUses } from "../services.ts";

export function stageRoutes(app: FastifyInstance, services: CommonUses<"stages" | "journal">): void {
  crudRoutes(app, services, {
    url: "/service/stages",
    member: "stages",
    access: { read: "session", write: "session" },
    summaries: {
      list: "stages by name",
      add: "add a stage",
      get: "one stage",
      patch: "change, rename, share or unshare a stage",
      remove: "remove a stage",
    },
    schemas: { list: stageList, item: stage, create: stageCreate, patch: stagePatch },
    takesPut: true,
    audit: { noun: "stage" },
    service: services.stages,
  });
}
