/** The parent product that is trusted: whose tokens are believed. */
import { ok } from "#base/result.ts";
import { refuse } from "#domain/failures/failure.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { trustedIssuer, trustedIssuerWrite } from "#protocol/rest/accounts/issuer.ts";
import type { Uses } from "../services.ts";
import { route } from "../route.ts";

export function issuerRoutes(app: FastifyInstance, services: Uses<"issuers" | "journal">): void {
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
      return reply(issuer ? ok(issuer) : noIssuer);
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
      return reply(ok(issuer), undefined, 201);
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
    async ({ who, request, reply, response }) => {
      if (!(await services.issuers.remove())) return reply(noIssuer);
      await journal.audit(who, "issuer-removed", "", request.ip);
      return response.code(204).send();
    },
  );
}
