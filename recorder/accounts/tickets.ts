/**
 * One-use keys for addresses that the browser opens itself (downloads, images): bound to a user, a path and its query.
 */
import { hashSecret, newSecret } from "#recorder/store/ids.ts";

export const TICKET_LIFE_S = 60;
const MAX_TICKETS = 10_000;

interface Issued {
  readonly userId: string;
  /** null: the ticket was asked for with Basic, which has no session */
  readonly sessionHash: string | null;
  readonly path: string;
  readonly cameraId: string | null;
  readonly untilMs: number;
}

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

  /** Uses up a ticket for exactly this path and query (without the ticket itself). A HEAD request leaves it valid. */
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
