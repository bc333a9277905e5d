/** The trusted parent product, whose tokens are accepted. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { administrationErrors } from "#domain/administration-errors.ts";
import { trustedIssuer, trustedIssuerWrite } from "#protocol/rest/accounts/issuer.ts";
import { done, refuse } from "#recorder/core/answer.ts";
import type { Services } from "../services.ts";
import { route, say } from "../route.ts";

export function issuerRoutes(app: FastifyInstance, services: Services): void {
  const { journal } = services;
  const noIssuer = refuse("issuer/none", administrationErrors.issuer_none.text);
  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/trusted/issuer",
      access: "config",
      summary: "the parent product, whose tokens are believed",
      answer: trustedIssuer,
    },
    async ({ reply }) => {
      const issuer = await services.issuers.get();
      return say(reply, issuer ? done(issuer) : noIssuer);
    },
  );
  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/trusted/issuer",
      access: "config",
      summary: "believe tokens signed (HS256) by this parent; replaces the one before",
      query: z.strictObject({ version: z.optional(z.literal("2")) }),
      body: trustedIssuerWrite,
      answer: trustedIssuer,
    },
    async ({ who, body, request, reply }) => {
      const issuer = await services.issuers.set(body);
      await journal.audit(who, "issuer-trusted", issuer.id, request.ip);
      return say(reply, done(issuer), undefined, 201);
    },
  );
  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/trusted/issuer",
      access: "config",
      summary: "detach from the parent: its tokens end",
      answer: null,
    },
    async ({ who, request, reply }) => {
      if (!(await services.issuers.remove())) return say(reply, noIssuer);
      await journal.audit(who, "issuer-removed", "", request.ip);
      return reply.code(204).send();
    },
  );
}
