/** Accounts. */
import type { FastifyInstance } from "fastify";
import { user, userCreate, userList, userPatch } from "#protocol/rest/accounts/user.ts";
import { crudRoutes } from "../crud-routes.ts";
import type { CommonUses } from "../services.ts";
import { route } from "../route.ts";

export function userRoutes(app: FastifyInstance, services: CommonUses<"users" | "journal">): void {
  const { users } = services;

  route(
    app,
    services,
    { method: "GET", url: "/service/users/me", access: "session", summary: "my account", answer: user },
    async ({ who, reply }) => reply(await users.get(who.userId)),
  );

  crudRoutes(app, services, {
    url: "/service/users",
    member: "users",
    access: { read: "config", write: "config" },
    summaries: {
      list: "accounts by name",
      add: "add an account",
      get: "one account",
      patch: "change an account; its other sessions end",
      remove: "delete an account",
    },
    schemas: { list: userList, item: user, create: userCreate, patch: userPatch },
    takesPut: true,
    audit: { noun: "user", added: ({ role }) => ({ role }) },
    service: {
      list: () => users.list(),
      create: (body) => users.create(body),
      get: (id) => users.get(id),
      patch: (id, body) => users.patch(id, body),
      remove: (id, who) => users.remove(id, who.userId),
    },
  });
}
