/** Sign-in, sessions, tickets. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { ok } from "#base/result.ts";
import { refuse } from "#domain/failures/failure.ts";
import { pathId } from "#protocol/rest/list.ts";
import {
  factorKey,
  factorRequest,
  googleSignInRequest,
  identity,
  signedOut,
  signInRequest,
} from "#protocol/rest/accounts/sign-in.ts";
import { ticket, ticketRequest } from "#protocol/rest/accounts/ticket.ts";
import { session, sessionList } from "#protocol/rest/accounts/session.ts";
import { canSeeCamera } from "#recorder/core/identity.ts";
import { mayBuyTicket, withoutTicket } from "#recorder/accounts/tickets.ts";
import type { CommonUses } from "../services.ts";
import { placeOf } from "../passkey-place.ts";
import { openRoute, route } from "../route.ts";
import { sessionCookie, visitorOf } from "../sign-in.ts";

const params = z.strictObject({ id: pathId });
const listQuery = z.strictObject({ type: z.optional(z.enum(["user", "remote"])) });

export function sessionRoutes(
  app: FastifyInstance,
  services: CommonUses<"companyDesk" | "sessionDesk" | "sessions" | "tickets" | "gate" | "knownDevices">,
): void {
  const { companyDesk, sessionDesk, sessions, tickets, cameras } = services;
  const cookie = sessionCookie(services);

  openRoute(
    app,
    {
      method: "POST",
      url: "/service/sessions/user",
      summary: "sign in",
      body: signInRequest,
      answer: session,
      signsIn: true,
      bodyLimit: 32_768,
      perMinute: 300,
    },
    async ({ body, request, reply, response }) => {
      const answer = await sessionDesk.signIn(body, placeOf(request), visitorOf(request));
      if (answer.ok) cookie.give(response, answer.value, body);
      return reply(answer, ({ session: mine, recoveryCodes }) => (recoveryCodes ? { ...mine, recoveryCodes } : mine));
    },
  );

  openRoute(
    app,
    {
      method: "POST",
      url: "/service/sessions/second-factor",
      summary: "begin the second factor of an account that must have one; signing in with its first code completes it",
      body: factorRequest,
      answer: factorKey,
      signsIn: true,
      bodyLimit: 8192,
      perMinute: 60,
    },
    async ({ body, request, reply }) => reply(await sessionDesk.beginFactor(body, visitorOf(request))),
  );

  openRoute(
    app,
    {
      method: "POST",
      url: "/service/sessions/google",
      summary: "sign in with Google's ID token",
      body: googleSignInRequest,
      answer: session,
      signsIn: true,
      bodyLimit: 16_384,
      perMinute: 60,
    },
    async ({ body, request, reply, response }) => {
      const answer = await sessionDesk.signInWithGoogle(body, visitorOf(request));
      if (answer.ok) cookie.give(response, answer.value, body);
      return reply(answer, (begun) => begun.session);
    },
  );

  route(
    app,
    services,
    { method: "GET", url: "/service/sessions/me", access: "session", summary: "my session", answer: session },
    async ({ who, reply }) => {
      const current = await sessions.open.current(who);
      return reply(current ? ok(current) : refuse("session/required"));
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/sessions/me",
      access: "session",
      summary: "sign out; with an address: the page that ends the session of the company's provider, too",
      answer: signedOut,
    },
    async ({ who, request, response }) => {
      const leave = await companyDesk.leaving(who);
      await sessionDesk.signOut(who, request.ip);
      return cookie.takeBack(response, await leave());
    },
  );

  route(
    app,
    services,
    { method: "GET", url: "/service/identity", access: "session", summary: "who I am", answer: identity },
    ({ who }) => ({ id: who.userId, name: who.username, role: who.role }),
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/sessions",
      access: "session",
      summary: "my sessions; an administrator's answer has everybody's",
      query: listQuery,
      answer: sessionList,
    },
    async ({ who, query }) => ({
      href: "/service/sessions",
      sessions: await sessionDesk.list(who, query.type ?? null),
    }),
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/sessions",
      access: "session",
      summary: "end my other sessions; an administrator ends everybody's but this",
      query: listQuery,
      answer: null,
    },
    async ({ who, query, request, response }) => {
      await sessionDesk.endOthers(who, query.type ?? null, request.ip);
      return response.code(204).send();
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/sessions/:id",
      access: "session",
      summary: "one session by its handle",
      params,
      answer: session,
    },
    async ({ who, params: { id }, reply }) => reply(await sessionDesk.get(who, id)),
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/sessions/:id",
      access: "session",
      summary: "end one session by its handle",
      params,
      answer: null,
    },
    async ({ who, params: { id }, request, reply }) => reply(await sessionDesk.end(who, id, request.ip)),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/tickets",
      access: "session",
      summary: "a one-use key for an address that the browser opens by itself",
      body: ticketRequest,
      answer: ticket,
    },
    ({ who, body: { path, cameraId = null }, reply }) => {
      const no = mayBuyTicket(who);
      if (no) return reply(no);
      if (cameraId !== null && !(cameras.get(cameraId) && canSeeCamera(who, cameraId)))
        return reply(refuse("camera/unknown"));
      return tickets.sell(who, { path: withoutTicket(path), cameraId });
    },
  );
}
