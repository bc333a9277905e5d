/** Where a browser uses a passkey: the page that calls, and what ties its challenges to it. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Place } from "#recorder/accounts/factors/relying-party.ts";
import { hashSecret, newSecret } from "#recorder/store/ids.ts";

const COOKIE = "proscenium_ceremony";
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/**
 * The page is named by its Origin, which was compared with this server's own addresses before. `response`: a browser
 * that has no cookie yet, and no session, gets one with this answer.
 */
export function placeOf(request: FastifyRequest, response: FastifyReply | null = null, isTls = false): Place {
  const { origin = `${request.protocol}://${request.host.toLowerCase()}` } = request.headers;
  const session = request.caller?.identity.session;
  if (session) return { origin, holder: `session ${session.hash}`, address: request.ip };
  const brought = request.cookies[COOKIE] ?? "";
  const secret = SECRET.test(brought) ? brought : newSecret();
  if (response !== null && secret !== brought)
    response.setCookie(COOKIE, secret, { path: "/service/", httpOnly: true, sameSite: "strict", secure: isTls });
  return { origin, holder: `browser ${hashSecret(secret)}`, address: request.ip };
}
