/** From what a request carries to who asks. The same for calls and for sockets. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { IncomingHttpHeaders } from "node:http";
import fastifyCookie from "@fastify/cookie";
import type { Identity } from "#recorder/core/identity.ts";
import type { Sessions } from "#recorder/accounts/sessions.ts";
import { type Tickets, withoutTicket } from "#recorder/accounts/tickets.ts";

interface Caller {
  readonly identity: Identity;
  /** the ticket was given for this camera only; null = it is not bound to one */
  readonly ticketCameraId: string | null;
  /** the sign-in behind the call, also behind a ticket; null = there is none (Basic) */
  readonly sessionHash: string | null;
}

interface Credentials {
  readonly headers: IncomingHttpHeaders;
  /** path with query, as it came */
  readonly url: string;
  readonly method: string;
  readonly address: string;
  /** the specification allows `sid` (or `fsid` on the aggregator) and `jwt` in the query here */
  readonly allowSid: boolean;
}

/** Whose signed tokens (JWT) are accepted. */
interface TokenReader {
  /** Who a token stands for; null when it is not, or no longer, valid. `path` is the path that it was sent with. */
  verify(token: string, via: Identity["via"], path: string): Promise<Identity | null>;
}

export interface Gate {
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly issuers: TokenReader;
  readonly cookieName: string;
  /** What others of the same database have said before; see Bus.heard. */
  readonly heard: () => Promise<void>;
}

/** Query members that carry credentials or number a request; they are not part of what is asked. */
export const QUERY_PROOFS: readonly string[] = ["sid", "jwt", "fsid", "ticket", "_"];

/** Null: nobody (no proof came). A failure: a proof came and is wrong. */
export async function authenticate(from: Credentials, gate: Gate): Promise<Result<Caller | null, Failure>> {
  // A browser may have spoken with another server of this database before: what was done there counts here.
  await gate.heard();
  const [path = "", search = ""] = from.url.split("?");
  const query = new URLSearchParams(search);
  const authorization = from.headers.authorization;
  if (authorization !== undefined) return byHeader(authorization, from, gate);
  const ticket = query.get("ticket");
  if (ticket !== null) return byTicket(ticket, from, gate);
  const sid = from.allowSid ? query.get("sid") || query.get("fsid") : null;
  if (sid) return found(await gate.sessions.bySessionId(sid, "query"));
  const jwt = from.allowSid ? query.get("jwt") : null;
  if (jwt !== null && jwt !== "") return found(await gate.issuers.verify(jwt, "query", path));
  const cookie = fastifyCookie.parse(from.headers.cookie ?? "")[gate.cookieName];
  if (cookie === undefined || cookie === "") return ok(null);
  // An old cookie is as good as none: the sign-in page must be able to answer "nobody".
  const identity = await gate.sessions.bySessionId(cookie, "cookie");
  return ok(identity ? callerOf(identity) : null);
}

async function byHeader(text: string, from: Credentials, gate: Gate): Promise<Result<Caller, Failure>> {
  const [scheme = "", value = ""] = text.trim().split(/\s+/, 2);
  if (scheme.toLowerCase() === "bearer") {
    // Session ids have no dots, tokens have two.
    const isToken = value.includes(".");
    const path = from.url.split("?")[0] ?? "";
    return found(
      await (isToken ? gate.issuers.verify(value, "bearer", path) : gate.sessions.bySessionId(value, "bearer")),
    );
  }
  if (scheme.toLowerCase() !== "basic") return refuse("session/required");
  const decoded = Buffer.from(value, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  if (colon < 1 || decoded.length > 1400) return refuse("session/wrong");
  const answer = await gate.sessions.basic.byPassword(decoded.slice(0, colon), decoded.slice(colon + 1), from.address);
  return answer.ok ? ok(callerOf(answer.value)) : answer;
}

async function byTicket(ticket: string, from: Credentials, gate: Gate): Promise<Result<Caller, Failure>> {
  const isRead = from.method === "GET" || from.method === "HEAD";
  const issued = isRead ? await gate.tickets.redeem(ticket, withoutTicket(from.url), from.method === "HEAD") : null;
  const identity = issued ? await gate.sessions.byUserId(issued.userId) : null;
  if (!issued || !identity) return refuse("session/required", { cause: failure("session/bad-ticket") });
  return ok({ identity, ticketCameraId: issued.cameraId, sessionHash: issued.sessionHash });
}

const callerOf = (identity: Identity): Caller => ({
  identity,
  ticketCameraId: null,
  sessionHash: identity.session?.hash ?? null,
});

const found = (identity: Identity | null): Result<Caller, Failure> =>
  identity ? ok(callerOf(identity)) : refuse("session/required");
