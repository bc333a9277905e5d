/** Notifications: who is mailed about what. Administrators only. */
import type { FastifyInstance } from "fastify";
import {
  notification,
  notificationCreate,
  notificationList,
  notificationPatch,
} from "#protocol/rest/server/notification.ts";
import type { AggregatorUses } from "#recorder/http/aggregator-services.ts";
import { crudRoutes } from "#recorder/http/crud-routes.ts";

export function notificationRoutes(app: FastifyInstance, services: AggregatorUses<"notifications" | "journal">): void {
  crudRoutes(app, services, {
    url: "/service/notifications",
    member: "notifications",
    access: { read: "config", write: "config" },
    summaries: {
      list: "notifications by name",
      add: "add a notification",
      get: "one notification",
      patch: "change a notification",
      remove: "remove a notification",
    },
    schemas: { list: notificationList, item: notification, create: notificationCreate, patch: notificationPatch },
    audit: { noun: "notification", added: ({ recipients }) => ({ recipients }) },
    service: services.notifications,
  });
}
