/** Signing in and out over HTTP: the cookie, and the journal's lines about it. */
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { signInRequest } from "#protocol/rest/accounts/sign-in.ts";
import { type Answer, done } from "#recorder/core/answer.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { CommonServices } from "./services.ts";
import type { SignedIn } from "#recorder/accounts/sessions.ts";

type SignIn = z.infer<typeof signInRequest>;
type Lasting = Pick<SignIn, "cookie" | "expiresIn">;

export interface SignInDesk {
  /** Failure codes: session/wrong, session/locked. */
  signIn(ask: SignIn, request: FastifyRequest, reply: FastifyReply): Promise<Answer<SignedIn>>;
  /**
   * Sends the cookie of a new session. An earlier cookie is replaced and its session ends, so that nobody can plant
   * one.
   */
  enter(begun: SignedIn, ask: Lasting, request: FastifyRequest, reply: FastifyReply): Promise<SignedIn>;
  signOut(who: Identity, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

export function signInDesk({ config, gate, sessions, journal }: CommonServices): SignInDesk {
  const cookie = { path: "/", httpOnly: true, sameSite: "strict", secure: config.tls.cert !== "" } as const;

  const enter: SignInDesk["enter"] = async (begun, ask, request, reply) => {
    const old = request.caller?.identity;
    if (old?.via === "cookie" && old.session) await sessions.endByHandle(old.session.handle, old.userId);
    if (ask.cookie !== "none") {
      const maxAge = ask.cookie === "persistent" ? { maxAge: ask.expiresIn } : {};
      reply.setCookie(gate.cookieName, begun.id, { ...cookie, ...maxAge });
    }
    const { userId, name: username } = begun.session;
    await journal.audit({ userId, username }, "sign-in", userId, request.ip);
    return begun;
  };

  return {
    enter,
    async signIn(ask, request, reply) {
      const { username, password, expiresIn } = ask;
      const answer = await sessions.signIn({ username, password, expiresInS: expiresIn, address: request.ip });
      if (answer.ok) return done(await enter(answer.value, ask, request, reply));
      await journal.audit(null, "sign-in-refused", username.slice(0, 64), request.ip, { code: answer.code });
      return answer;
    },
    async signOut(who, request, reply) {
      await sessions.signOut(who);
      await journal.audit(who, "sign-out", who.userId, request.ip);
      reply.clearCookie(gate.cookieName, cookie);
      return reply.header("clear-site-data", '"cache"').code(204).send();
    },
  };
}
