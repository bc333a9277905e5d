/** What everybody does with the own account, whatever their role; the same in both editions. */
import type { FastifyInstance } from "fastify";
import { passwordChange } from "#protocol/rest/accounts/own-account.ts";
import { route } from "../route.ts";
import type { CommonUses } from "../services.ts";
import { visitorOf } from "../sign-in.ts";

export function ownAccountRoutes(app: FastifyInstance, services: CommonUses<"ownPassword">): void {
  const { ownPassword } = services;

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
}
