/** Sends messages of the event socket to their audience, and announces ended sessions to whatever holds a socket. */
import type { EndedWhy } from "#domain/live-events.ts";
import type { EventMessage, EventType } from "#protocol/rest/event-message.ts";
import { can, type Identity } from "./identity.ts";

/** Whoever administers the aggregator. */
export const administrators: Audience = (identity) => can(identity, "config");

export type Audience = (identity: Identity) => boolean;
export const everyone: Audience = () => true;

interface Listener {
  /** called for each message, so that changed rights count at once */
  readonly identity: () => Identity;
  readonly send: (message: EventMessage) => void;
  /** the session ended: close everything */
  readonly end: (reason: string) => void;
}

export class EventHub {
  readonly #listeners = new Set<Listener>();
  #changes = 0;
  /** what every event of this server itself carries */
  readonly origin: Pick<EventMessage, "orchidId">;

  /**
   * `orchidId`: the server id under which clients know this one; null = it is the aggregator and none of its servers
   */
  constructor(orchidId: string | null = "1") {
    this.origin = orchidId === null ? {} : { orchidId };
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** The sockets of one user. */
  sizeOf(userId: string): number {
    let size = 0;
    for (const listener of this.#listeners) if (listener.identity().userId === userId) size += 1;
    return size;
  }

  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(type: EventType, resource: string, id: string, audience: Audience): void {
    this.relay({ type, resource, id, ...this.origin }, audience);
  }

  /** How often a list of anybody has changed since the start. Motion is no part of lists. */
  get changes(): number {
    return this.#changes;
  }

  /** Sends a message unchanged, for example one of another server. */
  relay(message: EventMessage, audience: Audience): void {
    if (!isMotion(message.type)) this.#changes += 1;
    for (const listener of [...this.#listeners]) if (audience(listener.identity())) listener.send(message);
  }

  /** Informs and ends the sockets of one session, or with `userId` all sockets of a user. */
  end(
    whose: { sessionHash?: string; userId?: string },
    type: EventType,
    resource: string,
    id: string,
    why?: EndedWhy,
  ): void {
    for (const listener of [...this.#listeners]) {
      const identity = listener.identity();
      const isMeant =
        whose.sessionHash !== undefined
          ? identity.session?.hash === whose.sessionHash
          : identity.userId === whose.userId;
      if (!isMeant) continue;
      listener.send({ type, resource, id, ...(why === undefined ? {} : { why }), ...this.origin });
      listener.end(type);
    }
  }
}

const isMotion = (type: EventType): boolean => type === "motion-started" || type === "motion-stopped";
