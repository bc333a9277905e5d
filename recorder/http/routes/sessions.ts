/** Sign-in, sessions, tickets. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import {
  googleSignInRequest,
  identity,
  type Session,
  session,
  sessionList,
  signInRequest,
  ticket,
  ticketRequest,
} from "#protocol/rest/session.ts";
import { done, refuse } from "#recorder/main/answer.ts";
import { can, canSeeCamera } from "#recorder/main/identity.ts";
import type { SignedIn } from "#recorder/main/sessions.ts";
import type { Services } from "#recorder/main/services.ts";
import { TICKET_LIFE_S } from "#recorder/main/tickets.ts";
import { withoutTicket } from "../authenticate.ts";
import { openRoute, route, say } from "../route.ts";

const params = z.strictObject({ id: pathId });
const listQuery = z.strictObject({ type: z.optional(z.enum(["user", "remote"])) });

export function sessionRoutes(app: FastifyInstance, services: Services): void {
  const { sessions, tickets, journal, cameras } = services;
  const isTls = services.config.tls.cert !== "";
  const setCookie = (reply: FastifyReply, id: string, maxAge: number | null): void => {
    reply.setCookie(services.gate.cookieName, id, {
      path: "/",
      httpOnly: true,
      sameSite: "strict",
      secure: isTls,
      ...(maxAge === null ? {} : { maxAge }),
    });
  };

  /** Hands out a session that has begun; a cookie that came along is replaced, and what it opened ends: nobody plants one. */
  const enter = async (
    { id, session: shown }: SignedIn,
    ask: { readonly cookie: "session" | "persistent" | "none"; readonly expiresIn: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Session> => {
    const old = request.caller?.identity;
    if (old?.via === "cookie" && old.session) await sessions.endByHandle(old.session.handle, old.userId);
    if (ask.cookie !== "none") setCookie(reply, id, ask.cookie === "persistent" ? ask.expiresIn : null);
    await journal.audit({ userId: shown.userId, username: shown.name }, "sign-in", shown.userId, request.ip);
    return shown;
  };

  openRoute(
    app,
    services,
    {
      method: "POST",
      url: "/service/sessions/user",
      summary: "sign in",
      body: signInRequest,
      answer: session,
      bodyLimit: 8192,
      perMinute: 300,
    },
    async ({ body, request, reply }) => {
      const answer = await sessions.signIn({
        username: body.username,
        password: body.password,
        expiresInS: body.expiresIn,
        address: request.ip,
      });
      if (!answer.ok) {
        await journal.audit(null, "sign-in-refused", body.username.slice(0, 64), request.ip, { code: answer.code });
        return say(reply, answer);
      }
      return enter(answer.value, body, request, reply);
    },
  );

  openRoute(
    app,
    services,
    {
      method: "POST",
      url: "/service/sessions/google",
      summary: "sign in with Google's ID token",
      body: googleSignInRequest,
      answer: session,
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
        await journal.audit(null, "sign-in-refused", who.slice(0, 64), request.ip, { code: answer.code, by: "google" });
        return say(reply, answer);
      }
      return enter(answer.value, body, request, reply);
    },
  );

  route(
    app,
    services,
    { method: "GET", url: "/service/sessions/me", access: "session", summary: "my session", answer: session },
    async ({ who, reply }) => {
      const current = await sessions.current(who);
      return say(reply, current ? done(current) : refuse("session/required", "Sign in first."));
    },
  );

  route(
    app,
    services,
    { method: "DELETE", url: "/service/sessions/me", access: "session", summary: "sign out", answer: null },
    async ({ who, request, reply }) => {
      if (who.session) await sessions.endByHandle(who.session.handle, who.userId);
      await journal.audit(who, "sign-out", who.userId, request.ip);
      reply.clearCookie(services.gate.cookieName, { path: "/", httpOnly: true, sameSite: "strict", secure: isTls });
      return reply.header("clear-site-data", '"cache"').code(204).send();
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
      return say(reply, found ? done(found) : refuse("session/unknown", "There is no such session."));
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
      if (who.via === "ticket") return say(reply, refuse("access/denied", "A ticket buys no ticket."));
      const cameraId = body.cameraId ?? null;
      if (cameraId !== null && !(cameras.get(cameraId) && canSeeCamera(who, cameraId))) {
        return say(reply, refuse("camera/unknown", "There is no such camera."));
      }
      const path = withoutTicket(body.path);
      const issued = tickets.issue({ userId: who.userId, sessionHash: who.session?.hash ?? null, path, cameraId });
      const url = `${path}${path.includes("?") ? "&" : "?"}ticket=${issued}`;
      return { ticket: issued, url, expiresIn: TICKET_LIFE_S };
    },
  );
}
