/** What everybody does with the own account, whatever their role; the same in both editions. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import {
  ownFactorBegin,
  ownFactorConfirm,
  ownFactorConfirmed,
  ownFactorRemoval,
  ownFactorState,
  passwordChange,
} from "#protocol/rest/accounts/own-account.ts";
import { factorKey } from "#protocol/rest/accounts/sign-in.ts";
import { route } from "../route.ts";
import type { CommonUses } from "../services.ts";
import { visitorOf } from "../sign-in.ts";

export function ownAccountRoutes(app: FastifyInstance, services: CommonUses<"ownPassword" | "ownFactor">): void {
  const { ownPassword, ownFactor } = services;
  const url = "/service/users/me/second-factor";

  route(
    app,
    services,
    {
      method: "PUT",
      url: "/service/users/me/password",
      access: "session",
      summary: "change my password; my other sessions end",
      body: passwordChange,
      answer: null,
      bodyLimit: 8192,
      perMinute: 60,
    },
    async ({ who, body, request, reply }) => reply(await ownPassword.change(who, body, visitorOf(request))),
  );

  route(
    app,
    services,
    { method: "GET", url, access: "session", summary: "whether I have a second factor", answer: ownFactorState },
    ({ who }) => ownFactor.state(who),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url,
      access: "session",
      summary: "begin my second factor: the key for an authenticator",
      body: ownFactorBegin,
      answer: factorKey,
      bodyLimit: 8192,
      perMinute: 60,
    },
    async ({ who, body, request, reply }) => reply(await ownFactor.begin(who, body.password, visitorOf(request))),
  );

  route(
    app,
    services,
    {
      method: "PUT",
      url,
      access: "session",
      summary: "complete my second factor with its first code; my other sessions end",
      body: ownFactorConfirm,
      answer: ownFactorConfirmed,
      bodyLimit: 8192,
      perMinute: 60,
    },
    async ({ who, body, request, reply }) =>
      reply(await ownFactor.confirm(who, body.code, visitorOf(request)), (recoveryCodes) => ({ recoveryCodes })),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: `${url}/removal`,
      access: "session",
      summary: "remove my second factor",
      body: ownFactorRemoval,
      answer: null,
      bodyLimit: 8192,
      perMinute: 60,
    },
    async ({ who, body, request, reply }) => reply(await ownFactor.remove(who, body, visitorOf(request))),
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/users/:id/second-factor",
      access: "config",
      summary: "remove the second factor of a user who has lost it",
      params: z.strictObject({ id: pathId }),
      answer: null,
    },
    async ({ who, params: { id }, request, reply }) => reply(await ownFactor.reset(who, id, request.ip)),
  );
}
