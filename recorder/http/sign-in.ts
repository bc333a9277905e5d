/**
 * The cookies of a browser: that of a session is handed out at sign-in and taken back at sign-out; that of a known
 * device stays.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { signInRequest } from "#protocol/rest/accounts/sign-in.ts";
import type { SignedIn } from "#recorder/accounts/sessions.ts";
import type { Visitor } from "#recorder/accounts/session-desk.ts";
import type { CommonServices } from "./services.ts";

export const DEVICE_COOKIE = "proscenium_device";
/** Browsers keep no cookie longer. */
const DEVICE_COOKIE_S = 400 * 86_400;

type Lasting = Pick<z.infer<typeof signInRequest>, "cookie">;

interface SessionCookie {
  give(response: FastifyReply, begun: SignedIn, ask: Lasting): void;
  /**
   * Ends the answer too: what the browser has kept of it is to go. `address`: where the browser goes on to end the
   * session of the company's provider; null = nowhere.
   */
  takeBack(response: FastifyReply, address: string | null): FastifyReply;
}

export function sessionCookie({
  config,
  gate,
  knownDevices,
}: Pick<CommonServices, "config" | "gate" | "knownDevices">): SessionCookie {
  /** Behind a proxy that speaks TLS the cookie is for TLS alone, too, and for the proxy's path. */
  const optionsFor = ({ protocol }: FastifyRequest) =>
    ({
      path: config.tls.cert !== "" || config.http.basePath === "" ? "/" : config.http.basePath,
      httpOnly: true,
      sameSite: "strict",
      secure: config.tls.cert !== "" || protocol === "https",
    }) as const;
  return {
    give(response, begun, { cookie }) {
      if (cookie === "none") return;
      const options = optionsFor(response.request);
      const maxAge = cookie === "persistent" ? { maxAge: begun.expiresIn } : {};
      response.setCookie(gate.cookieName, begun.id, { ...options, ...maxAge });
      const mark = knownDevices.mark(begun.session.userId);
      response.setCookie(DEVICE_COOKIE, mark, { ...options, maxAge: DEVICE_COOKIE_S });
    },
    takeBack(response, address) {
      const options = optionsFor(response.request);
      response.clearCookie(gate.cookieName, options).header("clear-site-data", '"cache"');
      return address === null ? response.code(204).send() : response.send({ address });
    },
  };
}

export const visitorOf = ({ ip, caller, cookies }: FastifyRequest): Visitor => ({
  address: ip,
  device: cookies[DEVICE_COOKIE] ?? null,
  before: caller?.identity ?? null,
});
