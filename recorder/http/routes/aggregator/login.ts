/**
 * Sign-in and sign-out as the aggregator's clients know them. The other calls of sessions are the same as on a
 * recorder.
 */
import type { FastifyInstance } from "fastify";
import { fusionLogin } from "#protocol/rest/accounts/fusion.ts";
import { signedOut, signInRequest } from "#protocol/rest/accounts/sign-in.ts";
import type { AggregatorUses } from "#recorder/http/aggregator-services.ts";
import { placeOf } from "#recorder/http/passkey-place.ts";
import { openRoute, route } from "#recorder/http/route.ts";
import { sessionCookie, visitorOf } from "#recorder/http/sign-in.ts";

export function loginRoutes(
  app: FastifyInstance,
  services: AggregatorUses<"companyDesk" | "sessionDesk" | "gate" | "knownDevices">,
): void {
  const { companyDesk, sessionDesk } = services;
  const cookie = sessionCookie(services);

  openRoute(
    app,
    {
      method: "POST",
      url: "/fusion/users/login",
      summary: "sign in",
      body: signInRequest,
      answer: fusionLogin,
      signsIn: true,
      bodyLimit: 32_768,
      perMinute: 300,
    },
    async ({ body, request, reply, response }) => {
      const answer = await sessionDesk.signIn(body, placeOf(request), visitorOf(request));
      if (answer.ok) cookie.give(response, answer.value, body);
      return reply(answer, ({ id, handle, session: { userId }, recoveryCodes }) => ({
        token: id,
        id: userId,
        sessionId: handle,
        ...(recoveryCodes ? { recoveryCodes } : {}),
      }));
    },
  );

  route(
    app,
    services,
    { method: "POST", url: "/fusion/users/logout", access: "session", summary: "sign out", answer: signedOut },
    async ({ who, request, response }) => {
      const leave = await companyDesk.leaving(who);
      await sessionDesk.signOut(who, request.ip);
      return cookie.takeBack(response, await leave());
    },
  );
}
