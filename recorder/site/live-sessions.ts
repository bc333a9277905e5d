/** Who is watching what: sessions by WebRTC, low bandwidth and RTSP. They end with the sign-in that opened them, or when nobody uses them. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { Identity } from "#recorder/core/identity.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import { isUnused, type LiveSession, mayUse, newSession, type OpenAsk, rightsAfter } from "./live-session.ts";

/** A session that nobody polled or watched for this long is closed. */
const IDLE_MS = 150_000;
const SWEEP_MS = 10_000;
/** A viewer polls every 200 ms: a result that is ready sooner is returned at once. */
const ANSWER_WITHIN_MS = 150;
const MAX_OF_ONE_USER = 256;

export class LiveSessions {
  readonly #media: Pick<MediaLink, "call">;
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #isSignedIn: (userId: string) => Promise<boolean>;
  readonly #sessions = new Map<string, LiveSession>();
  readonly #sweeper: NodeJS.Timeout;

  /**
   * `now`: epoch ms, for sign-ins that expire; `elapsed`: ms of a monotonic clock; `isSignedIn`: whether a user has a
   * sign-in that has not expired.
   */
  constructor(
    media: Pick<MediaLink, "call">,
    now: () => number,
    elapsed: () => number,
    isSignedIn: (userId: string) => Promise<boolean>,
  ) {
    this.#media = media;
    this.#isSignedIn = isSignedIn;
    this.#now = now;
    this.#elapsed = elapsed;
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  count(kind: LiveSession["kind"]): number {
    let count = 0;
    for (const session of this.#sessions.values()) if (session.kind === kind) count += 1;
    return count;
  }

  /** The user's own sessions. */
  list(who: Identity, kind: LiveSession["kind"]): LiveSession[] {
    return [...this.#sessions.values()].filter((session) => session.kind === kind && mayUse(session, who));
  }

  /** Undefined: there is none that they may use. */
  get(id: string, who: Identity): LiveSession | undefined {
    const session = this.#sessions.get(id);
    if (!session || !mayUse(session, who)) return undefined;
    this.touch(session);
    return session;
  }

  /** Marks it as in use. */
  touch(session: LiveSession): void {
    session.touchedMs = this.#elapsed();
  }

  async openWhep(
    where: { streamId: string; cameraId: string },
    ask: { readonly offer: string } & OpenAsk,
    who: Identity,
  ): Promise<Result<{ id: string; answer: string; relay: string | null }, Failure>> {
    if (this.#countOf(who) >= MAX_OF_ONE_USER) return refuse("live/too-many");
    const facts = { ...where, kind: "whep", format: "rtp", transport: "webrtc" } as const;
    const session = this.#keep(newSession(who, facts, ask, this.#elapsed()));
    const { rights } = session;
    const answer = await this.#media.call("whep.open", {
      sessionId: session.id,
      streamId: where.streamId,
      offer: ask.offer,
      play: ask.play,
      rights,
      ...byRelay(ask),
    });
    if (!answer.ok) {
      this.#sessions.delete(session.id);
      return answer;
    }
    if (!this.#sessions.has(session.id)) {
      void this.#media.call("whep.close", { sessionId: session.id });
      return refuse("session/required", { cause: failure("session/over") });
    }
    // Until now `media` did not know the session, so messages about it were lost.
    if (session.rights !== rights) this.#tellRights(session);
    session.state = "ready";
    session.relay = answer.value.relay ?? null;
    return ok({ id: session.id, answer: answer.value.answer, relay: session.relay?.id ?? null });
  }

  /**
   * `id`: of the connection in `media`, which closes it. `sessionHash`: of the sign-in that it ends with. `isUnmasked`:
   * as of `OpenAsk`.
   */
  openRtsp(
    id: string,
    where: { streamId: string; cameraId: string },
    who: Identity,
    sessionHash: string | null,
    isUnmasked = false,
  ): Result<null, Failure> {
    if (this.#countOf(who) >= MAX_OF_ONE_USER) return refuse("live/too-many");
    const before = this.#sessions.get(id);
    // A session that nobody knows any more would not end with the rights of whoever watches.
    if (before && (before.kind !== "rtsp" || before.userId !== who.userId)) return refuse("access/denied");
    const expiresMs = who.session?.expiresMs ?? null;
    const kind = { kind: "rtsp", format: "rtp", transport: "rtsp" } as const;
    const facts = { ...where, ...kind, id, sessionHash, expiresMs, state: "ready" } as const;
    this.#keep(newSession(who, facts, { isUnmasked }, this.#elapsed()));
    return ok(null);
  }

  /**
   * Resolves as soon as `media` reports ready or failed, which saves the viewer the first poll; after a moment at the
   * latest, in state pending, while `media` still prepares the stream.
   */
  async openLowBandwidth(
    where: { streamId: string; cameraId: string },
    ask: {
      readonly format: "fmp4" | "jpeg";
      readonly transport: "websocket" | "http";
      readonly waitMs: number;
      readonly isSynced: boolean;
    } & OpenAsk,
    who: Identity,
  ): Promise<Result<LiveSession, Failure>> {
    if (this.#countOf(who) >= MAX_OF_ONE_USER) return refuse("live/too-many");
    const { format, transport, play, waitMs, isSynced } = ask;
    const facts = { ...where, kind: "low-bandwidth", format, transport } as const;
    const session = this.#keep(newSession(who, facts, ask, this.#elapsed()));
    const opening = this.#media.call(
      "low-bandwidth.open",
      {
        sessionId: session.id,
        streamId: where.streamId,
        format,
        play,
        rights: session.rights,
        waitMs,
        isSynced,
        ...byRelay(ask),
        // By the sign-in and not by the account, because many browsers may share an account.
        ...(session.sessionHash === null ? {} : { viewer: session.sessionHash }),
      },
      130_000,
    );
    const opened = opening.then((answer) => {
      session.state = answer.ok ? answer.value.state : "failed";
      session.failure = answer.ok ? answer.value.failure : asAnswered(answer.error);
      session.relay = (answer.ok && answer.value.relay) || null;
      if (!this.#sessions.has(session.id)) void this.#media.call("low-bandwidth.close", { sessionId: session.id });
    });
    await Promise.race([opened, delay(ANSWER_WITHIN_MS, undefined, { ref: false })]);
    return ok(session);
  }

  async refresh(session: LiveSession): Promise<void> {
    if (session.kind !== "low-bandwidth" || session.state !== "pending") return;
    const answer = await this.#media.call("low-bandwidth.state", { sessionId: session.id }, 2000);
    // Until media knows the session, its opening is still under way.
    if (answer.ok && session.state === "pending") {
      session.state = answer.value.state;
      session.failure = answer.value.failure;
    }
  }

  close(id: string): void {
    const session = this.#sessions.get(id);
    if (!session) return;
    this.#sessions.delete(id);
    for (const end of [...session.sockets]) end();
    void this.#media.call(`${session.kind}.close`, { sessionId: id });
  }

  /** `media` says that it ended. */
  closedByMedia(id: string, why: Failure | null): void {
    const session = this.#sessions.get(id);
    if (!session) return;
    if (session.kind !== "low-bandwidth") this.#sessions.delete(id);
    else {
      // It stays for a moment, so that a client that polls reads the reason.
      session.state = "failed";
      session.failure = why;
    }
    for (const end of [...session.sockets]) end();
  }

  endSession(sessionHash: string): void {
    for (const session of [...this.#sessions.values()]) if (session.sessionHash === sessionHash) this.close(session.id);
  }

  /** Includes sessions opened without a sign-in: with HTTP Basic. */
  endUser(userId: string): void {
    for (const session of [...this.#sessions.values()]) if (session.userId === userId) this.close(session.id);
  }

  /** Only those that a user has opened without a sign-in. */
  endBasic(userId: string): void {
    for (const session of [...this.#sessions.values()])
      if (session.userId === userId && session.sessionHash === null) this.close(session.id);
  }

  endUsers(isMeant: (userId: string) => boolean): void {
    for (const session of [...this.#sessions.values()]) if (isMeant(session.userId)) this.close(session.id);
  }

  /** `media` reports that a command leads to another recorded time. */
  playbackBegun(id: string, timeMs: number): void {
    const session = this.#sessions.get(id);
    // Each time is told, because the journal gathers them and must not miss a recorded time.
    session?.onPlayback(timeMs);
  }

  /**
   * Closes a user's sessions on cameras of which they may see less than before, or other views; where they may see more,
   * the session goes on with the new rights.
   */
  rescope(before: Identity, now: Identity): void {
    for (const session of [...this.#sessions.values()]) {
      if (session.userId !== now.userId) continue;
      const rights = rightsAfter(session, before, now);
      if (rights === null) this.close(session.id);
      else if (rights !== session.rights) {
        session.rights = rights;
        if (session.kind !== "rtsp") this.#tellRights(session);
      }
    }
  }

  endCamera(cameraId: string): void {
    for (const session of [...this.#sessions.values()]) if (session.cameraId === cameraId) this.close(session.id);
  }

  /** The process that held the sessions of these streams has died. */
  mediaGone(isOf: (streamId: string) => boolean): void {
    for (const session of [...this.#sessions.values()])
      if (isOf(session.streamId)) this.closedByMedia(session.id, failure("process/gone"));
  }

  stop(): void {
    clearInterval(this.#sweeper);
    for (const session of [...this.#sessions.values()]) this.close(session.id);
  }

  #keep(session: LiveSession): LiveSession {
    this.#sessions.set(session.id, session);
    return session;
  }

  #tellRights({ id, rights }: LiveSession): void {
    void this.#media.call("session.rights", { sessionId: id, rights });
  }

  #countOf(who: Identity): number {
    let count = 0;
    for (const session of this.#sessions.values()) if (session.userId === who.userId) count += 1;
    return count;
  }

  /** WebRTC sessions end in `media` when the peer is gone; the others are ended here. */
  #sweep(): void {
    const now = this.#now();
    const before = this.#elapsed() - IDLE_MS;
    const expired: LiveSession[] = [];
    for (const session of [...this.#sessions.values()]) {
      if (session.expiresMs !== null && session.expiresMs <= now) expired.push(session);
      if (session.kind === "low-bandwidth" && isUnused(session, before)) this.close(session.id);
    }
    void this.#endExpired(expired);
  }

  /** A page that signs in again in time keeps what it plays. An RTSP player cannot: it sends its credentials once. */
  async #endExpired(expired: readonly LiveSession[]): Promise<void> {
    for (const { id, kind } of expired) if (kind === "rtsp") this.close(id);
    for (const userId of new Set(expired.map((session) => session.userId))) {
      // While the store does not answer nobody's view ends: the next sweep asks again.
      if (await this.#isSignedIn(userId).catch(() => true)) continue;
      for (const session of expired) if (session.userId === userId) this.close(session.id);
    }
  }
}

const byRelay = ({ avoid }: OpenAsk): Pick<OpenAsk, "avoid"> => (avoid ? { avoid } : {});

/** The failure carries the code that `media` answered. */
const asAnswered = (cause: Failure): Failure => failure("server/answered", { code: cause.code, cause });
