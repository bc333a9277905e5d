/**
 * What servers are told about users who have used them: changed rights, and that one session, or all sessions, of a
 * user ended. A user who has lost rights or signed out may still watch video without asking for anything, because
 * WebRTC bypasses the aggregator. The server then closes what the user may no longer see. A server that is away is told
 * when it is back.
 */
import type { Identity } from "#recorder/core/identity.ts";
import type { ServerAccess, RegisteredServer } from "../servers/contracts.ts";

/** Above these limits the users who have been quiet for longest are forgotten. */
const MAX_USERS = 5000;
const MAX_SESSIONS = 10_000;
/** Notices that wait for one server that is away. */
const MAX_OWED = 2000;

/** rights: the token says what they are. end: of one session, or (null) of all sessions of the user. */
interface News {
  readonly kind: "rights" | "end";
  readonly userId: string;
  readonly session: string | null;
}

export class UserNotices {
  readonly #access: Pick<ServerAccess, "request">;
  readonly #whoIs: (userId: string) => Promise<Identity | null>;
  /** servers by user */
  readonly #used = new Map<string, Set<string>>();
  /** by their hash */
  readonly #sessions = new Map<string, { readonly userId: string; readonly expiresMs: number }>();
  /** by server, then by what is to be told */
  readonly #owed = new Map<string, Map<string, News>>();

  /** `whoIs`: the account as it is now, null = it is gone */
  constructor(access: Pick<ServerAccess, "request">, whoIs: (userId: string) => Promise<Identity | null>) {
    this.#access = access;
    this.#whoIs = whoIs;
  }

  /** A user was given a token for a server. */
  note({ userId, session }: Pick<Identity, "userId" | "session">, orchidId: string): void {
    const used = this.#used.get(userId) ?? new Set();
    used.add(orchidId);
    keep(this.#used, userId, used, MAX_USERS);
    if (session) keep(this.#sessions, session.hash, { userId, expiresMs: session.expiresMs }, MAX_SESSIONS);
  }

  /** The user's rights have changed. */
  async rights(userIds: readonly string[]): Promise<void> {
    await Promise.all(userIds.map((userId) => this.#tellAll({ kind: "rights", userId, session: null })));
  }

  async endSession(hash: string): Promise<void> {
    const ended = this.#sessions.get(hash);
    this.#sessions.delete(hash);
    if (ended) await this.#tellAll({ kind: "end", userId: ended.userId, session: hash });
  }

  /** Nobody signs out of a session that has expired. */
  async endExpired(nowMs: number): Promise<void> {
    const over = [...this.#sessions].filter(([, { expiresMs }]) => expiresMs <= nowMs);
    await Promise.all(over.map(([hash]) => this.endSession(hash)));
  }

  /** Includes what they opened without a session. */
  async endUser(userId: string): Promise<void> {
    await this.#tellAll({ kind: "end", userId, session: null });
  }

  /** Something about a server has changed; null = it is gone. */
  async changed(orchidId: string, facts: Pick<RegisteredServer, "isAvailable"> | null): Promise<void> {
    const owed = this.#owed.get(orchidId);
    if (!owed || facts?.isAvailable === false) return;
    this.#owed.delete(orchidId);
    if (facts) for (const news of owed.values()) await this.#tell(orchidId, news);
  }

  async #tellAll(news: News): Promise<void> {
    await Promise.all([...(this.#used.get(news.userId) ?? [])].map((orchidId) => this.#tell(orchidId, news)));
  }

  async #tell(orchidId: string, news: News): Promise<void> {
    const { kind, userId, session } = news;
    const account = (await this.#whoIs(userId)) ?? { userId, username: "unknown", role: "" };
    const who = { ...account, session: session === null ? null : { hash: session } };
    const method = kind === "end" ? "DELETE" : "GET";
    const told = await this.#access.request(orchidId, who, { method, path: "/service/sessions/me", answer: null });
    // Any answer means that the server has received it.
    if (told.ok || told.status !== undefined) return;
    const owed = this.#owed.get(orchidId) ?? new Map<string, News>();
    keep(owed, `${kind} ${userId} ${session ?? ""}`, news, MAX_OWED);
    this.#owed.set(orchidId, owed);
  }
}

/**
 * Moves it to the end of the order: the first entry has been quiet for longest and is dropped when there are too many.
 */
function keep<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const first of map.keys()) {
    if (map.size <= most) break;
    map.delete(first);
  }
}
