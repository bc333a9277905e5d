/** Sign-in, sessions, tickets. */
import { ok } from "#base/result.ts";
import { failure, refuse } from "#domain/failures/failure.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import { googleSignInRequest, identity, signInRequest } from "#protocol/rest/accounts/sign-in.ts";
import { ticket, ticketRequest } from "#protocol/rest/accounts/ticket.ts";
import { session, sessionList } from "#protocol/rest/accounts/session.ts";
import { can, canSeeCamera } from "#recorder/core/identity.ts";
import type { CommonServices } from "../services.ts";
import { TICKET_LIFE_S } from "#recorder/accounts/tickets.ts";
import { withoutTicket } from "../authenticate.ts";
import { openRoute, route, say } from "../route.ts";
import { signInDesk } from "../sign-in.ts";

const params = z.strictObject({ id: pathId });
const listQuery = z.strictObject({ type: z.optional(z.enum(["user", "remote"])) });

export function sessionRoutes(app: FastifyInstance, services: CommonServices): void {
  const { sessions, tickets, journal, cameras } = services;
  const desk = signInDesk(services);

  openRoute(
    app,
    {
      method: "POST",
      url: "/service/sessions/user",
      summary: "sign in",
      body: signInRequest,
      answer: session,
      signsIn: true,
      bodyLimit: 8192,
      perMinute: 300,
    },
    async ({ body, request, reply }) => {
      const answer = await desk.signIn(body, request, reply);
      return say(reply, answer, ({ session }) => session);
    },
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
    async ({ body, request, reply }) => {
      const { googleClientId } = await services.settings.get();
      const verified = await services.google.verify(body, googleClientId);
      const answer = verified.ok
        ? await sessions.signInVerified({ username: verified.value, expiresInS: body.expiresIn, address: request.ip })
        : verified;
      if (!answer.ok) {
        const who = verified.ok ? verified.value : "";
        await journal.audit(null, "sign-in-refused", who.slice(0, 64), request.ip, {
          code: answer.error.code,
          by: "google",
        });
        return say(reply, answer);
      }
      return (await desk.enter(answer.value, body, request, reply)).session;
    },
  );

  route(
    app,
    services,
    { method: "GET", url: "/service/sessions/me", access: "session", summary: "my session", answer: session },
    async ({ who, reply }) => {
      const current = await sessions.current(who);
      return say(reply, current ? ok(current) : refuse("session/required"));
    },
  );

  route(
    app,
    services,
    { method: "DELETE", url: "/service/sessions/me", access: "session", summary: "sign out", answer: null },
    ({ who, request, reply }) => desk.signOut(who, request, reply),
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
      sessions: await sessions.list(can(who, "config") ? null : who.userId, query.type ?? null),
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
    async ({ who, query, request, reply }) => {
      const whose = can(who, "config") ? null : who.userId;
      await sessions.endAll(whose, who.session?.hash ?? null, query.type ?? null);
      await journal.audit(who, "sessions-ended", "", request.ip);
      return reply.code(204).send();
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
    async ({ who, params: { id }, reply }) => {
      const found = (await sessions.list(can(who, "config") ? null : who.userId)).find((one) => one.id === id);
      return say(reply, found ? ok(found) : refuse("session/unknown"));
    },
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
    async ({ who, params: { id }, request, reply }) => {
      const answer = await sessions.endByHandle(id, can(who, "config") ? null : who.userId);
      if (answer.ok) await journal.audit(who, "session-ended", id, request.ip);
      return say(reply, answer);
    },
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
    ({ who, body, reply }) => {
      if (who.via === "ticket")
        return say(reply, refuse("access/denied", { cause: failure("access/ticket-for-ticket") }));
      const cameraId = body.cameraId ?? null;
      if (cameraId !== null && !(cameras.get(cameraId) && canSeeCamera(who, cameraId))) {
        return say(reply, refuse("camera/unknown"));
      }
      const path = withoutTicket(body.path);
      const issued = tickets.issue({ userId: who.userId, sessionHash: who.session?.hash ?? null, path, cameraId });
      const url = `${path}${path.includes("?") ? "&" : "?"}ticket=${issued}`;
      return { ticket: issued, url, expiresIn: TICKET_LIFE_S };
    },
  );
}
