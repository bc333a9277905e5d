/**
 * The users of the trusted issuer, as its tokens speak of them. The newest token of a user says what they may do, whichever
 * of their tokens proves it, as long as one of those that were seen is valid. That token may have ended itself.
 */
import type { Identity } from "#recorder/core/identity.ts";

/** A token that was issued so much later than now is of a clock that was put right since. */
const CLOCK_TOLERANCE_S = 5;

/** Above this those not heard of for longest are forgotten: their tickets and sockets end, their tokens still count. */
const MAX_SUBJECTS = 2000;

export type Subject = Pick<Identity, "userId" | "username" | "role" | "superUser" | "scope">;

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

  /** Called when a newer token says something else about a user than the one before. */
  onRescoped(listener: (before: Identity, now: Identity) => void): void {
    this.#rescoped.add(listener);
  }

  /** Takes note of a valid token; answers what holds for its user. */
  hear(told: Subject, token: { readonly issuedS: number; readonly expiresMs: number }): Subject {
    // Also one whose tokens have all ended: what they opened may still be open, and an older token brings nothing back.
    const before = this.#held.get(told.userId);
    const latestS = this.#now() / 1000 + CLOCK_TOLERANCE_S;
    const isOlder = before !== undefined && before.issuedS > token.issuedS && before.issuedS <= latestS;
    const held: Held = {
      subject: isOlder ? before.subject : told,
      issuedS: isOlder ? before.issuedS : token.issuedS,
      expiresMs: Math.max(before?.expiresMs ?? 0, token.expiresMs),
    };
    // To the end of the order: the first are those not heard of for longest.
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

  /** Forgets all; answers their ids. */
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
