/** Notifications: who is mailed about what. Administrators only. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import {
  notification,
  notificationCreate,
  notificationList,
  notificationPatch,
} from "#protocol/rest/server/notification.ts";
import type { AggregatorServices } from "#recorder/http/aggregator-services.ts";
import { route, say } from "#recorder/http/route.ts";

const params = z.strictObject({ id: pathId });
const list = "/service/notifications";
const url = `${list}/:id`;
const access = "config";

export function notificationRoutes(app: FastifyInstance, services: AggregatorServices): void {
  const { notifications, journal } = services;
  route(
    app,
    services,
    { method: "GET", url: list, access, summary: "notifications by name", answer: notificationList },
    async () => ({ href: list, notifications: await notifications.list() }),
  );
  route(
    app,
    services,
    {
      method: "POST",
      url: list,
      access,
      summary: "add a notification",
      body: notificationCreate,
      answer: notification,
    },
    async ({ body, who, request, reply }) => {
      const answer = await notifications.create(body);
      const { recipients } = body;
      if (answer.ok) await journal.audit(who, "notification-added", answer.value.id, request.ip, { recipients });
      return say(reply, answer, (value) => value, 201);
    },
  );
  route(
    app,
    services,
    { method: "GET", url, access, summary: "one notification", params, answer: notification },
    async ({ params: { id }, reply }) => say(reply, await notifications.get(id)),
  );
  route(
    app,
    services,
    {
      method: "PATCH",
      url,
      access,
      summary: "change a notification",
      params,
      body: notificationPatch,
      answer: notification,
    },
    async ({ params: { id }, body, who, request, reply }) => {
      const answer = await notifications.patch(id, body);
      const changed = Object.keys(body);
      if (answer.ok) await journal.audit(who, "notification-modified", id, request.ip, { changed });
      return say(reply, answer);
    },
  );
  route(
    app,
    services,
    { method: "DELETE", url, access, summary: "remove a notification", params, answer: null },
    async ({ params: { id }, who, request, reply }) => {
      const answer = await notifications.remove(id);
      if (answer.ok) await journal.audit(who, "notification-removed", id, request.ip);
      return say(reply, answer);
    },
  );
}
