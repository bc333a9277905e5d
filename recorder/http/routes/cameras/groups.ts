/** Camera groups: users read what they may see, administrators change them. */
import type { FastifyInstance } from "fastify";
import {
  cameraGroup,
  cameraGroupCreate,
  cameraGroupList,
  cameraGroupPatch,
} from "#protocol/rest/cameras/camera-group.ts";
import { crudRoutes } from "#recorder/http/crud-routes.ts";
import type { CommonUses } from "#recorder/http/services.ts";

export function groupRoutes(app: FastifyInstance, services: CommonUses<"groups" | "journal">): void {
  crudRoutes(app, services, {
    url: "/service/groups",
    member: "groups",
    access: { read: "session", write: "config" },
    summaries: {
      list: "camera groups by name",
      add: "add a camera group",
      get: "one camera group",
      patch: "rename a camera group, move it, choose its cameras",
      remove: "remove a camera group and the groups inside it; the cameras stay",
    },
    schemas: { list: cameraGroupList, item: cameraGroup, create: cameraGroupCreate, patch: cameraGroupPatch },
    audit: { noun: "camera-group" },
    service: services.groups,
  });
}
