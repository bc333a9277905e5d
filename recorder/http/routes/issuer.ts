/** The parent product that is trusted: whose tokens are believed. */
import { ok } from "#base/result.ts";
import { refuse } from "#domain/failures/failure.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { trustedIssuer, trustedIssuerWrite } from "#protocol/rest/accounts/issuer.ts";
import type { Services } from "../services.ts";
import { route, say } from "../route.ts";

export function issuerRoutes(app: FastifyInstance, services: Services): void {
  const { journal } = services;
  const noIssuer = refuse("issuer/none");
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
      return say(reply, issuer ? ok(issuer) : noIssuer);
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
      return say(reply, ok(issuer), undefined, 201);
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
