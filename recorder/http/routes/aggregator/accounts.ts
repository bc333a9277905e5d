/** The aggregator's accounts. */
import type { FastifyInstance } from "fastify";
import { ok } from "#base/result.ts";
import {
  fusionAccount,
  fusionAccountCreate,
  fusionAccountList,
  fusionAccountPatch,
} from "#protocol/rest/accounts/account.ts";
import { fusionUser } from "#protocol/rest/accounts/fusion.ts";
import type { AggregatorUses } from "#recorder/http/aggregator-services.ts";
import { crudRoutes } from "#recorder/http/crud-routes.ts";
import { can } from "#recorder/core/identity.ts";
import { route } from "#recorder/http/route.ts";

export function accountRoutes(app: FastifyInstance, services: AggregatorUses<"accounts" | "journal">): void {
  const { accounts } = services;

  route(
    app,
    services,
    { method: "GET", url: "/service/users/me", access: "session", summary: "who I am", answer: fusionUser },
    async ({ who, reply }) => {
      const mine = await accounts.get(who.userId);
      if (!mine.ok) return reply(mine);
      const { id, username, email } = mine.value;
      return reply(ok({ id, userId: id, username, admin: can(who, "config"), email }));
    },
  );

  crudRoutes(app, services, {
    url: "/service/users",
    member: "users",
    access: { read: "config", write: "config" },
    summaries: {
      list: "accounts by name",
      add: "add an account",
      get: "one account",
      patch: "change an account; who changes their own is signed out",
      remove: "delete an account",
    },
    schemas: {
      list: fusionAccountList,
      item: fusionAccount,
      create: fusionAccountCreate,
      patch: fusionAccountPatch,
    },
    takesPut: true,
    audit: { noun: "user", added: ({ admin }) => ({ admin }) },
    service: {
      list: () => accounts.list(),
      create: (body) => accounts.create(body),
      get: (id) => accounts.get(id),
      patch: (id, body, who) => accounts.patch(id, body, who.userId),
      remove: (id, who) => accounts.remove(id, who.userId),
    },
  });
}
