/** The aggregator's accounts. */
import { ok } from "#base/result.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import {
  fusionAccount,
  fusionAccountCreate,
  fusionAccountList,
  fusionAccountPatch,
} from "#protocol/rest/accounts/account.ts";
import { fusionUser } from "#protocol/rest/accounts/fusion.ts";
import { pathId } from "#protocol/rest/list.ts";
import type { AggregatorServices } from "#recorder/http/aggregator-services.ts";
import { can } from "#recorder/core/identity.ts";
import { invalid } from "#recorder/http/refusals.ts";
import { route, say } from "#recorder/http/route.ts";

const params = z.strictObject({ id: pathId });

export function accountRoutes(app: FastifyInstance, services: AggregatorServices): void {
  const { accounts, journal, sessions } = services;

  route(
    app,
    services,
    { method: "GET", url: "/service/users/me", access: "session", summary: "who I am", answer: fusionUser },
    async ({ who, reply }) => {
      const mine = await accounts.get(who.userId);
      if (!mine.ok) return say(reply, mine);
      const { id, username, email } = mine.value;
      return say(reply, ok({ id, userId: id, username, admin: can(who, "config"), email }));
    },
  );

  route(
    app,
    services,
    { method: "GET", url: "/service/users", access: "config", summary: "accounts by name", answer: fusionAccountList },
    async () => ({ href: "/service/users", users: await accounts.list() }),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/users",
      access: "config",
      summary: "add an account",
      body: fusionAccountCreate,
      answer: fusionAccount,
    },
    async ({ body, who, request, reply }) => {
      const answer = await accounts.create(body);
      if (answer.ok) await journal.audit(who, "user-added", answer.value.id, request.ip, { admin: body.admin });
      return say(reply, answer, (value) => value, 201);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/users/:id",
      access: "config",
      summary: "one account",
      params,
      answer: fusionAccount,
    },
    async ({ params: { id }, reply }) => say(reply, await accounts.get(id)),
  );

  for (const method of ["PATCH", "PUT"] as const) {
    route(
      app,
      services,
      {
        method,
        url: "/service/users/:id",
        access: "config",
        summary: "change an account; who changes their own is signed out",
        params,
        body: fusionAccountPatch,
        answer: fusionAccount,
      },
      async ({ params: { id }, body, who, request, reply }) => {
        if (body.id !== undefined && body.id !== id) return say(reply, invalid("field/not-of-path", { field: "id" }));
        const answer = await accounts.patch(id, body);
        if (answer.ok) {
          await journal.audit(who, "user-modified", id, request.ip, { changed: Object.keys(body) });
          if (id === who.userId) await sessions.endAll(id, null);
        }
        return say(reply, answer);
      },
    );
  }

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/users/:id",
      access: "config",
      summary: "delete an account",
      params,
      answer: null,
    },
    async ({ params: { id }, who, request, reply }) => {
      const answer = await accounts.remove(id, who.userId);
      if (answer.ok) await journal.audit(who, "user-removed", id, request.ip);
      return say(reply, answer);
    },
  );
}
