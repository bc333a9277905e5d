/**
 * Servers learn of changed rights by the next token of that user. Whoever has lost some may have pictures open and no reason
 * to ask for anything: servers that they have used are told at once, and close what is not theirs any more.
 */
import type { Identity } from "#recorder/main/identity.ts";
import type { OrchidAccess } from "./contracts.ts";

/** Above this whoever has been quiet for longest is forgotten. */
const MAX_USERS = 5000;
const QUESTION = { path: "/service/sessions/me", answer: null } as const;

export class RightsNews {
  readonly #access: Pick<OrchidAccess, "request">;
  readonly #whoIs: (userId: string) => Promise<Identity | null>;
  readonly #used = new Map<string, Set<string>>();

  /** `whoIs`: the account as it is now, null = it is gone */
  constructor(access: Pick<OrchidAccess, "request">, whoIs: (userId: string) => Promise<Identity | null>) {
    this.#access = access;
    this.#whoIs = whoIs;
  }

  /** A user has a token of a server. */
  note(userId: string, orchidId: string): void {
    const used = this.#used.get(userId) ?? new Set();
    used.add(orchidId);
    // To the end of the order: the first has been quiet for longest.
    this.#used.delete(userId);
    this.#used.set(userId, used);
    for (const first of this.#used.keys()) {
      if (this.#used.size <= MAX_USERS) break;
      this.#used.delete(first);
    }
  }

  /** Tells the servers. One that cannot be reached learns it when it is asked for something again. */
  async tell(userIds: readonly string[]): Promise<void> {
    await Promise.all(
      userIds.map(async (userId) => {
        const used = [...(this.#used.get(userId) ?? [])];
        if (used.length === 0) return;
        const who = (await this.#whoIs(userId)) ?? { userId, username: "unknown", role: "" };
        await Promise.all(used.map((orchidId) => this.#access.request(orchidId, who, QUESTION)));
      }),
    );
  }
}
