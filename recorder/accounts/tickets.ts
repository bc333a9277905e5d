/** One-use keys for what the browser opens by itself (downloads, images): bound to a user, a path and its query. */
import { failure, type Refusal, refuse } from "#domain/failures/failure.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { hashSecret, newSecret } from "#recorder/store/ids.ts";

const TICKET_LIFE_S = 60;
const MAX_TICKETS = 10_000;

interface Issued {
  readonly userId: string;
  /** null: the ticket was asked for with Basic, which has no session */
  readonly sessionHash: string | null;
  readonly path: string;
  readonly cameraId: string | null;
  readonly untilMs: number;
}

interface TicketAsk {
  /** with its query, without a ticket */
  readonly path: string;
  /** good for this camera only; null = no such bound */
  readonly cameraId: string | null;
  readonly under?: string;
}

interface SoldTicket {
  readonly ticket: string;
  /** the path with the ticket in its query */
  readonly url: string;
  readonly expiresIn: number;
}

/** Null when it may: a ticket buys no ticket. */
export const mayBuyTicket = (who: Identity): Refusal | null =>
  who.via === "ticket" ? refuse("access/denied", { cause: failure("access/ticket-for-ticket") }) : null;

export class Tickets {
  readonly #issued = new Map<string, Issued>();
  readonly #now: () => number;

  /** `now`: ms of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  issue(what: { userId: string; sessionHash: string | null; path: string; cameraId: string | null }): string {
    this.#sweep();
    const ticket = newSecret();
    this.#issued.set(hashSecret(ticket), { ...what, untilMs: this.#now() + TICKET_LIFE_S * 1000 });
    return ticket;
  }

  /** For a path that they open next. `under`: what stands before it at the address where the ticket will be shown. */
  sell(who: Identity, { path, cameraId, under = "" }: TicketAsk): SoldTicket {
    const sessionHash = who.session?.hash ?? null;
    const ticket = this.issue({ userId: who.userId, sessionHash, path: `${under}${path}`, cameraId });
    return { ticket, url: `${path}${path.includes("?") ? "&" : "?"}ticket=${ticket}`, expiresIn: TICKET_LIFE_S };
  }

  /** Takes a ticket for exactly this path with query (without the ticket itself). A HEAD looks without using it up. */
  redeem(ticket: string, path: string, isLook: boolean): Issued | null {
    const key = hashSecret(ticket);
    const issued = this.#issued.get(key);
    if (!issued || issued.untilMs <= this.#now() || issued.path !== path) return null;
    if (!isLook) this.#issued.delete(key);
    return issued;
  }

  /** The session ended: tickets that were given to it open nothing any more. */
  endSession(sessionHash: string): void {
    for (const [key, issued] of this.#issued) if (issued.sessionHash === sessionHash) this.#issued.delete(key);
  }

  /** The same for what a user has bought with HTTP Basic. */
  endBasic(userId: string): void {
    for (const [key, issued] of this.#issued)
      if (issued.userId === userId && issued.sessionHash === null) this.#issued.delete(key);
  }

  /** The same for users who have no session. */
  endUsers(isMeant: (userId: string) => boolean): void {
    for (const [key, issued] of this.#issued) if (isMeant(issued.userId)) this.#issued.delete(key);
  }

  #sweep(): void {
    const now = this.#now();
    for (const [key, issued] of this.#issued) {
      if (issued.untilMs > now && this.#issued.size < MAX_TICKETS) break;
      this.#issued.delete(key);
    }
  }
}

/** The path with its query as it stood when the ticket was given. */
export function withoutTicket(url: string): string {
  const [path = "", query = ""] = url.split("?");
  const kept = query.split("&").filter((member) => member !== "" && !/^(ticket|_)=/.test(member));
  return kept.length === 0 ? path : `${path}?${kept.join("&")}`;
}
