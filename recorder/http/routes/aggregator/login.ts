/**
 * Sign-in and sign-out as the aggregator's clients know them. The other calls of sessions are the same as on a
 * recorder.
 */
import type { FastifyInstance } from "fastify";
import { fusionLogin } from "#protocol/rest/accounts/fusion.ts";
import { signInRequest } from "#protocol/rest/accounts/sign-in.ts";
import type { AggregatorServices } from "#recorder/http/aggregator-services.ts";
import { openRoute, route, say } from "#recorder/http/route.ts";
import { signInDesk } from "#recorder/http/sign-in.ts";

export function loginRoutes(app: FastifyInstance, services: AggregatorServices): void {
  const desk = signInDesk(services);

  openRoute(
    app,
    {
      method: "POST",
      url: "/fusion/users/login",
      summary: "sign in",
      body: signInRequest,
      answer: fusionLogin,
      signsIn: true,
      bodyLimit: 8192,
      perMinute: 300,
    },
    async ({ body, request, reply }) => {
      const answer = await desk.signIn(body, request, reply);
      return say(reply, answer, ({ id, handle, session: { userId } }) => ({
        token: id,
        id: userId,
        sessionId: handle,
      }));
    },
  );

  route(
    app,
    services,
    { method: "POST", url: "/fusion/users/logout", access: "session", summary: "sign out", answer: null },
    ({ who, request, reply }) => desk.signOut(who, request, reply),
  );
}
