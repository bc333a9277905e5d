/** The cookie of a session: handed out at sign-in, taken back at sign-out. */
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { signInRequest } from "#protocol/rest/accounts/sign-in.ts";
import type { SignedIn } from "#recorder/accounts/sessions.ts";
import type { Visitor } from "#recorder/accounts/session-desk.ts";
import type { CommonServices } from "./services.ts";

type Lasting = Pick<z.infer<typeof signInRequest>, "cookie" | "expiresIn">;

export interface SessionCookie {
  give(response: FastifyReply, begun: SignedIn, ask: Lasting): void;
  /** Ends the answer too: what the browser has kept of it is to go. */
  takeBack(response: FastifyReply): FastifyReply;
}

export function sessionCookie({ config, gate }: Pick<CommonServices, "config" | "gate">): SessionCookie {
  const options = { path: "/", httpOnly: true, sameSite: "strict", secure: config.tls.cert !== "" } as const;
  return {
    give(response, begun, { cookie, expiresIn }) {
      if (cookie === "none") return;
      const maxAge = cookie === "persistent" ? { maxAge: expiresIn } : {};
      response.setCookie(gate.cookieName, begun.id, { ...options, ...maxAge });
    },
    takeBack(response) {
      response.clearCookie(gate.cookieName, options);
      return response.header("clear-site-data", '"cache"').code(204).send();
    },
  };
}

export const visitorOf = ({ ip, caller }: FastifyRequest): Visitor => ({
  address: ip,
  before: caller?.identity ?? null,
});
