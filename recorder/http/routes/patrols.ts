/** Patrols of named views: the user's own, and the shared ones. */
import type { FastifyInstance } from "fastify";
import { patrol, patrolCreate, patrolList, patrolPatch } from "#protocol/rest/patrol.ts";
import { crudRoutes } from "../crud-routes.ts";
import type { CommonUses } from "../services.ts";

export function patrolRoutes(app: FastifyInstance, services: CommonUses<"patrols" | "journal">): void {
  crudRoutes(app, services, {
    url: "/service/patrols",
    member: "patrols",
    access: { read: "session", write: "session" },
    summaries: {
      list: "patrols of fisheyes by name",
      add: "add a patrol of named views",
      get: "one patrol",
      patch: "change, rename, share or unshare a patrol",
      remove: "remove a patrol",
    },
    schemas: { list: patrolList, item: patrol, create: patrolCreate, patch: patrolPatch },
    audit: { noun: "patrol" },
    service: services.patrols,
  });
}
