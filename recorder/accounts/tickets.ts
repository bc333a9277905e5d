/** One-use keys for what the browser opens by itself (downloads, images): bound to a user, a path and its query. */
import { failure, type Refusal, refuse } from "#domain/failures/failure.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { hashSecret, newSecret } from "#recorder/store/ids.ts";
import { type Issued, TICKET_LIFE_S, type TicketShelf } from "./kept-tickets.ts";

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
  readonly #shelf: TicketShelf;

  constructor(shelf: TicketShelf) {
    this.#shelf = shelf;
  }

  /** For a path that they open next. `under`: what stands before it at the address where the ticket will be shown. */
  async sell(who: Identity, { path, cameraId, under = "" }: TicketAsk): Promise<SoldTicket> {
    const sessionHash = who.session?.hash ?? null;
    const ticket = newSecret();
    await this.#shelf.put(hashSecret(ticket), { userId: who.userId, sessionHash, path: `${under}${path}`, cameraId });
    return { ticket, url: `${path}${path.includes("?") ? "&" : "?"}ticket=${ticket}`, expiresIn: TICKET_LIFE_S };
  }

  /** Takes a ticket for exactly this path with query (without the ticket itself). A HEAD looks without using it up. */
  redeem(ticket: string, path: string, isLook: boolean): Promise<Issued | null> {
    return this.#shelf.take(hashSecret(ticket), path, isLook);
  }

  /** The session ended: tickets that were given to it open nothing any more. */
  endSession(sessionHash: string): Promise<void> {
    return this.#shelf.endSession(sessionHash);
  }

  /** The same for what a user has bought with HTTP Basic. */
  endBasic(userId: string): Promise<void> {
    return this.#shelf.endBasic(userId);
  }

  /** The same for users who have no session. */
  endUsers(isMeant: (userId: string) => boolean): Promise<void> {
    return this.#shelf.endUsers(isMeant);
  }
}

/** The path with its query as it stood when the ticket was given. */
export function withoutTicket(url: string): string {
  const [path = "", query = ""] = url.split("?");
  const kept = query.split("&").filter((member) => member !== "" && !/^(ticket|_)=/.test(member));
  return kept.length === 0 ? path : `${path}?${kept.join("&")}`;
}
