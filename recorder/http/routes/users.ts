/** Accounts. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import { user, userCreate, userList, userPatch } from "#protocol/rest/accounts/user.ts";
import type { Services } from "../services.ts";
import { invalid } from "../refusals.ts";
import { route, say } from "../route.ts";

const params = z.strictObject({ id: pathId });

export function userRoutes(app: FastifyInstance, services: Services): void {
  const { users, journal } = services;

  route(
    app,
    services,
    { method: "GET", url: "/service/users", access: "config", summary: "accounts by name", answer: userList },
    async () => ({ href: "/service/users", users: await users.list() }),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/users",
      access: "config",
      summary: "add an account",
      body: userCreate,
      answer: user,
    },
    async ({ body, who, request, reply }) => {
      const answer = await users.create(body);
      if (answer.ok) await journal.audit(who, "user-added", answer.value.id, request.ip, { role: body.role });
      return say(reply, answer, (value) => value, 201);
    },
  );

  route(
    app,
    services,
    { method: "GET", url: "/service/users/me", access: "session", summary: "my account", answer: user },
    async ({ who, reply }) => say(reply, await users.get(who.userId)),
  );

  route(
    app,
    services,
    { method: "GET", url: "/service/users/:id", access: "config", summary: "one account", params, answer: user },
    async ({ params: { id }, reply }) => say(reply, await users.get(id)),
  );

  for (const method of ["PATCH", "PUT"] as const) {
    route(
      app,
      services,
      {
        method,
        url: "/service/users/:id",
        access: "config",
        summary: "change an account; its other sessions end",
        params,
        body: userPatch,
        answer: user,
      },
      async ({ params: { id }, body, who, request, reply }) => {
        if (body.id !== undefined && body.id !== id) return say(reply, invalid("field/not-of-path", { field: "id" }));
        const answer = await users.patch(id, body);
        const changed = Object.keys(body);
        if (answer.ok) await journal.audit(who, "user-modified", id, request.ip, { changed });
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
      const answer = await users.remove(id, who.userId);
      if (answer.ok) await journal.audit(who, "user-removed", id, request.ip);
      return say(reply, answer);
    },
  );
}
