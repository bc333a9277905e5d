/**
 * What servers are told of the users that have used them: what they may do now, and that a session of theirs has ended, or all
 * of them. Whoever has lost rights or signed out may have pictures open and no reason to ask for anything: WebRTC takes its own
 * way. A server closes what is not theirs any more. One that is away is told when it is back.
 */
import type { Identity } from "#recorder/core/identity.ts";
import type { OrchidAccess, OrchidFacts } from "../servers/contracts.ts";

/** Above these whoever has been quiet for longest is forgotten. */
const MAX_USERS = 5000;
const MAX_SESSIONS = 10_000;
/** What one server that is away has still to be told. */
const MAX_OWED = 2000;

/** rights: the token says it. end: of one session, or (null) of all that the user has. */
interface News {
  readonly kind: "rights" | "end";
  readonly userId: string;
  readonly session: string | null;
}

export class UserNotices {
  readonly #access: Pick<OrchidAccess, "request">;
  readonly #whoIs: (userId: string) => Promise<Identity | null>;
  /** servers by user */
  readonly #used = new Map<string, Set<string>>();
  /** by their hash */
  readonly #sessions = new Map<string, { readonly userId: string; readonly expiresMs: number }>();
  /** by server, then by what is to be told */
  readonly #owed = new Map<string, Map<string, News>>();

  /** `whoIs`: the account as it is now, null = it is gone */
  constructor(access: Pick<OrchidAccess, "request">, whoIs: (userId: string) => Promise<Identity | null>) {
    this.#access = access;
    this.#whoIs = whoIs;
  }

  /** A user has a token of a server. */
  note({ userId, session }: Pick<Identity, "userId" | "session">, orchidId: string): void {
    const used = this.#used.get(userId) ?? new Set();
    used.add(orchidId);
    keep(this.#used, userId, used, MAX_USERS);
    if (session) keep(this.#sessions, session.hash, { userId, expiresMs: session.expiresMs }, MAX_SESSIONS);
  }

  /** They have other rights. */
  async rights(userIds: readonly string[]): Promise<void> {
    await Promise.all(userIds.map((userId) => this.#tellAll({ kind: "rights", userId, session: null })));
  }

  async endSession(hash: string): Promise<void> {
    const ended = this.#sessions.get(hash);
    this.#sessions.delete(hash);
    if (ended) await this.#tellAll({ kind: "end", userId: ended.userId, session: hash });
  }

  /** Nobody signs out of a session that has run out. */
  async endExpired(nowMs: number): Promise<void> {
    const over = [...this.#sessions].filter(([, { expiresMs }]) => expiresMs <= nowMs);
    await Promise.all(over.map(([hash]) => this.endSession(hash)));
  }

  /** Also what they opened without a session. */
  async endUser(userId: string): Promise<void> {
    await this.#tellAll({ kind: "end", userId, session: null });
  }

  /** Something about a server has changed; null = it is gone. */
  async changed(orchidId: string, facts: Pick<OrchidFacts, "isAvailable"> | null): Promise<void> {
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
    // Whatever it answered, it has heard of it.
    if (told.ok || told.status !== undefined) return;
    const owed = this.#owed.get(orchidId) ?? new Map<string, News>();
    keep(owed, `${kind} ${userId} ${session ?? ""}`, news, MAX_OWED);
    this.#owed.set(orchidId, owed);
  }
}

/** At the end of the order: the first has been quiet for longest, and goes when there are too many. */
function keep<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const first of map.keys()) {
    if (map.size <= most) break;
    map.delete(first);
  }
}
