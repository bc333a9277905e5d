/** Named views of fisheyes: the user's own, and the shared ones. */
import type { FastifyInstance } from "fastify";
import { namedView, namedViewList, viewCreate, viewPatch } from "#protocol/rest/view.ts";
import { crudRoutes } from "../crud-routes.ts";
import type { CommonUses } from "../services.ts";

export function viewRoutes(app: FastifyInstance, services: CommonUses<"views" | "journal">): void {
  crudRoutes(app, services, {
    url: "/service/views",
    member: "views",
    access: { read: "session", write: "session" },
    summaries: {
      list: "named views of fisheyes by name",
      add: "add a view",
      get: "one view",
      patch: "change, rename, share or unshare a view, or begin with it",
      remove: "remove a view",
    },
    schemas: { list: namedViewList, item: namedView, create: viewCreate, patch: viewPatch },
    audit: { noun: "view" },
    service: services.views,
  });
}
