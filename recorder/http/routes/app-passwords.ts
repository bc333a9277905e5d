/** The own passwords for programs; the same in both editions. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { failure, refuse } from "#domain/failures/failure.ts";
import { pathId } from "#protocol/rest/list.ts";
import { appPasswords, madeAppPassword, newAppPassword } from "#protocol/rest/accounts/app-password.ts";
import { route } from "../route.ts";
import type { CommonUses } from "../services.ts";
import { visitorOf } from "../sign-in.ts";

const MINE = "/service/users/me/app-passwords";

export function appPasswordRoutes(app: FastifyInstance, services: CommonUses<"ownAppPasswords">): void {
  const { ownAppPasswords } = services;

  route(
    app,
    services,
    { method: "GET", url: MINE, access: "session", summary: "my app passwords", answer: appPasswords },
    ({ who }) => ownAppPasswords.list(who),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: MINE,
      access: "session",
      summary: "make an app password of mine: it opens HTTP Basic, RTSP and the API without a second factor",
      body: newAppPassword,
      answer: madeAppPassword,
      bodyLimit: 8192,
      perMinute: 60,
    },
    async ({ who, body, request, reply }) =>
      // What somebody may do on servers is decided there by the account, and not by how the aggregator was entered.
      body.viewOnly && services.config.edition === "aggregator"
        ? reply(refuse("request/invalid", { cause: failure("field/fixed", { field: "viewOnly" }) }))
        : reply(await ownAppPasswords.make(who, body, visitorOf(request)), undefined, 201),
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: `${MINE}/:id`,
      access: "session",
      summary: "withdraw an app password of mine; what it has opened ends",
      params: z.strictObject({ id: pathId }),
      answer: null,
    },
    async ({ who, params: { id }, request, reply }) => reply(await ownAppPasswords.remove(who, id, visitorOf(request))),
  );
}
