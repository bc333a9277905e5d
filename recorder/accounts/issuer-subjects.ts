/**
 * The users of the trusted issuer, as its tokens describe them. A user's newest token decides what they may do,
 * whichever of their tokens they show, as long as one of the tokens seen so far is valid. The newest token itself may
 * have expired.
 */
import type { Identity } from "#recorder/core/identity.ts";

/** A token issued further in the future than this came from a clock that has been corrected since. */
const CLOCK_TOLERANCE_S = 5;

/**
 * Above this number the users not heard of for longest are forgotten: their tickets and sockets end, their tokens still
 * count.
 */
const MAX_SUBJECTS = 2000;

type Subject = Pick<Identity, "userId" | "username" | "role" | "superUser" | "scope">;

interface Held {
  readonly subject: Subject;
  readonly issuedS: number;
  readonly expiresMs: number;
}

export class IssuerSubjects {
  readonly #held = new Map<string, Held>();
  readonly #now: () => number;
  readonly #rescoped = new Set<(before: Identity, now: Identity) => void>();

  /** `now`: epoch ms */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Called when a newer token gives a user other rights than the one before. */
  onRescoped(listener: (before: Identity, now: Identity) => void): void {
    this.#rescoped.add(listener);
  }

  /** Takes note of a valid token; returns the rights that its user has. */
  hear(told: Subject, token: { readonly issuedS: number; readonly expiresMs: number }): Subject {
    // Includes users whose tokens have all expired: what they opened may still be open, and an older token must not
    // restore rights.
    const before = this.#held.get(told.userId);
    const latestS = this.#now() / 1000 + CLOCK_TOLERANCE_S;
    const isOlder = before !== undefined && before.issuedS > token.issuedS && before.issuedS <= latestS;
    const held: Held = {
      subject: isOlder ? before.subject : told,
      issuedS: isOlder ? before.issuedS : token.issuedS,
      expiresMs: Math.max(before?.expiresMs ?? 0, token.expiresMs),
    };
    // Moves it to the end of the order: the first entries are those not heard of for longest.
    this.#held.delete(told.userId);
    this.#held.set(told.userId, held);
    if (!before) this.#sweep();
    else if (!isOlder && !isSame(before.subject, told)) {
      for (const listener of this.#rescoped) listener(ticketOf(before.subject), ticketOf(told));
    }
    return held.subject;
  }

  /** Null when no token of theirs is valid any more. */
  get(userId: string): Subject | null {
    const held = this.#held.get(userId);
    return held && held.expiresMs > this.#now() ? held.subject : null;
  }

  /** Forgets all users; returns their ids. */
  clear(): string[] {
    const ids = [...this.#held.keys()];
    this.#held.clear();
    return ids;
  }

  #sweep(): void {
    if (this.#held.size <= MAX_SUBJECTS) return;
    const now = this.#now();
    for (const [userId, { expiresMs }] of this.#held) if (expiresMs <= now) this.#held.delete(userId);
    for (const userId of this.#held.keys()) {
      if (this.#held.size <= MAX_SUBJECTS) break;
      this.#held.delete(userId);
    }
  }
}

const isSame = (a: Subject, b: Subject): boolean =>
  a.scope === b.scope || JSON.stringify(a.scope) === JSON.stringify(b.scope);
const ticketOf = (subject: Subject): Identity => ({ ...subject, via: "ticket", session: null });
