/** Media sockets that are open through the proxy: they end with the sign-in that opened them. */
import type { Identity } from "#recorder/core/identity.ts";

interface Open {
  readonly userId: string;
  readonly sessionHash: string | null;
  readonly close: () => void;
}

export class ProxiedSockets {
  readonly #open = new Set<Open>();

  /** Returns a function that forgets it again. */
  add({ userId, session }: Pick<Identity, "userId" | "session">, close: () => void): () => void {
    const one: Open = { userId, sessionHash: session?.hash ?? null, close };
    this.#open.add(one);
    return () => void this.#open.delete(one);
  }

  /** Hashes of the sessions that have opened sockets. */
  sessionHashes(): string[] {
    return [...this.#open].flatMap(({ sessionHash }) => sessionHash ?? []);
  }

  endSession(sessionHash: string): void {
    for (const one of [...this.#open]) if (one.sessionHash === sessionHash) one.close();
  }

  /** Only those that a user has opened with HTTP Basic. */
  endBasic(userId: string): void {
    for (const one of [...this.#open]) if (one.userId === userId && one.sessionHash === null) one.close();
  }

  endUser(userId: string): void {
    for (const one of [...this.#open]) if (one.userId === userId) one.close();
  }
}
